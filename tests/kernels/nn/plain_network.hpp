// SPDX-License-Identifier: Apache-2.0
// The second opinion on nn::Mlp: a network as plain loops on the host, in double, one point at a time.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "kernels/nn/mlp.hpp"

namespace plisse::tests {

inline double plain_activation(nn::Activation activation, double z, double omega) {
  switch (activation) {
    case nn::Activation::relu:
      return z > 0 ? z : 0;
    case nn::Activation::gelu:
      return z * 0.5 * std::erfc(-z / std::numbers::sqrt2);
    case nn::Activation::tanh:
      return std::tanh(z);
    case nn::Activation::softplus:
      return z > 0 ? z + std::log1p(std::exp(-z)) : std::log1p(std::exp(z));
    default:
      return std::sin(omega * z);
  }
}

// Outputs at x for parameters in the order of `layout`, whose slices are weight, bias, weight, bias, ...
inline std::vector<double> plain_network(const nn::NetworkOptions& options, const nn::ParameterLayout& layout,
                                         const std::vector<double>& parameters, std::vector<double> x) {
  const auto& slices = layout.slices();
  for (std::size_t i = 0; i < slices.size(); i += 2) {
    const auto& weight = slices[i];
    const auto& bias = slices[i + 1];
    std::vector<double> y(weight.shape[0]);
    for (std::size_t m = 0; m < y.size(); ++m) {
      y[m] = parameters[bias.offset + m];
      for (std::size_t k = 0; k < x.size(); ++k) y[m] += parameters[weight.offset + m * weight.shape[1] + k] * x[k];
      const double omega = options.omega[options.omega.size() == 1 ? 0 : i / 2 < options.omega.size() ? i / 2 : 0];
      if (i + 2 < slices.size()) y[m] = plain_activation(options.activation, y[m], omega);
    }
    x = y;
  }
  return x;
}

}  // namespace plisse::tests

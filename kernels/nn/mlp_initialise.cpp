// SPDX-License-Identifier: Apache-2.0
// Initial weights.  K. He et al., ICCV 2015 (relu); X. Glorot, Y. Bengio, AISTATS 2010 (tanh); V. Sitzmann et al., NeurIPS 2020 (sine).
#include <cmath>

#include "kernels/core/random.hpp"
#include "kernels/nn/mlp.hpp"

namespace plisse::nn {

namespace {

// Half-range of the uniform weights of a hidden layer.
double weight_range(Activation activation, bool first, int in, int out, double omega) {
  switch (activation) {
    case Activation::sine:
      return first ? 1.0 / in : std::sqrt(6.0 / in) / omega;
    case Activation::tanh:
      return std::sqrt(6.0 / (in + out));
    default:
      return std::sqrt(6.0 / in);
  }
}

}  // namespace

template <class T>
void Mlp<T>::initialise(const Array1<T>& parameters, std::uint64_t seed) const {
  constexpr double output_size = 0.1;
  const std::size_t begin = layers_.front().weight, end = layers_.back().bias + layers_.back().out;
  const auto slice = Kokkos::subview(parameters, std::make_pair(begin, end));
  const auto host = Kokkos::create_mirror_view(slice);
  const int last = int(layers_.size()) - 1;
  for (int l = 0; l <= last; ++l) {
    const auto& layer = layers_[l];
    const random::Generator generator(seed, random::Stream::weights, std::uint64_t(l));
    const std::size_t weights = std::size_t(layer.in) * layer.out;
    const double range =
        l == last ? output_size * std::sqrt(3.0 / layer.in) : weight_range(activation_, l == 0, layer.in, layer.out, omega_[l]);
    const double bias_range = activation_ == Activation::sine && l < last ? 1 / std::sqrt(double(layer.in)) : 0;
    for (std::size_t i = 0; i < weights + layer.out; ++i) {
      T u[4];
      generator.uniform4(i, u);
      const double centred = 2 * double(u[0]) - 1;
      if (i < weights) host(layer.weight + i - begin) = T(range * centred);
      else host(layer.bias + (i - weights) - begin) = T(bias_range * centred);
    }
  }
  Kokkos::deep_copy(slice, host);
}

template class Mlp<float>;
template class Mlp<double>;

}  // namespace plisse::nn

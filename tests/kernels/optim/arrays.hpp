// SPDX-License-Identifier: Apache-2.0
// Device arrays from host numbers and back, and functions of device arrays written on the host.
#pragma once

#include <functional>
#include <vector>

#include "kernels/optim/function.hpp"

namespace plisse::tests {

template <class T>
void assign(const Array1<T>& array, const std::vector<double>& values) {
  const auto host = Kokkos::create_mirror_view(array);
  for (std::size_t i = 0; i < values.size(); ++i) host(i) = T(values[i]);
  Kokkos::deep_copy(array, host);
}

template <class T>
Array1<T> array(const std::vector<double>& values) {
  Array1<T> out("values", values.size());
  assign(out, values);
  return out;
}

template <class T>
std::vector<double> values(const Array1<T>& array) {
  const auto host = Kokkos::create_mirror_view(array);
  Kokkos::deep_copy(host, array);
  std::vector<double> out(array.extent(0));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = double(host(i));
  return out;
}

// value = f(x, gradient).
template <class T>
class HostFunction : public optim::Function<T> {
 public:
  using F = std::function<double(const std::vector<double>&, std::vector<double>&)>;
  explicit HostFunction(F f) : f_(std::move(f)) {}

  double evaluate(const Exec& exec, const Array1<T>& parameters, const Array1<T>& gradient) override {
    exec.fence();
    ++evaluations;
    std::vector<double> g(parameters.extent(0));
    const double value = f_(values(parameters), g);
    assign(gradient, g);
    return value;
  }

  int evaluations = 0;

 private:
  F f_;
};

}  // namespace plisse::tests

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "kernels/quadrature/quadrature.hpp"

namespace plisse::test {

// The points of one step of a rule, on the host.
struct Drawn {
  std::vector<std::array<double, 2>> at;
  std::vector<double> weight;

  bool operator==(const Drawn&) const = default;

  template <class F>
  double integral(const F& f) const {
    double sum = 0;
    for (std::size_t i = 0; i < at.size(); ++i) sum += weight[i] * f(at[i][0], at[i][1]);
    return sum;
  }
};

template <class T>
Drawn draw(const quadrature::Quadrature<T>& rule, std::uint64_t step) {
  const int n = rule.points();
  const Array2<T> chart("chart", 2, n);
  const Array1<T> weight("weight", n);
  rule.draw(Exec(), step, chart, weight);
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), chart);
  const auto share = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), weight);
  Drawn drawn;
  for (int i = 0; i < n; ++i) {
    drawn.at.push_back({double(host(0, i)), double(host(1, i))});
    drawn.weight.push_back(double(share(i)));
  }
  return drawn;
}

template <template <class> class Rule, class T>
Drawn draw(const typename Rule<T>::Options& options, std::uint64_t step, std::uint64_t seed = 7, double aspect = 1) {
  Workspace workspace;
  quadrature::Context context;
  context.seed = seed;
  context.aspect = aspect;
  context.workspace = &workspace;
  return draw<T>(Rule<T>(options, context), step);
}

}  // namespace plisse::test

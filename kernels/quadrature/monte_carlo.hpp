// SPDX-License-Identifier: Apache-2.0
// Independent points, uniform in the unit square: the error falls as N^-1/2.
#pragma once

#include "kernels/quadrature/quadrature.hpp"

namespace plisse::quadrature {

struct MonteCarloOptions {
  int points = 1000;

  template <class V>
  void describe(V& v) {
    v.option("points", points).at_least(1).doc("points drawn per step");
  }
};

template <class T>
class MonteCarlo : public Quadrature<T> {
 public:
  static constexpr const char *name = "monte_carlo", *doc = "independent random points";
  using Options = MonteCarloOptions;

  MonteCarlo(const Options& options, const Context& context);

  bool fixed() const override { return false; }
  void draw(const Exec& exec, std::uint64_t step, const Array2<T>& chart, const Array1<T>& weight) const override;

 private:
  std::uint64_t seed_;
  random::Stream stream_;
};

}  // namespace plisse::quadrature

PLISSE_COMPONENT(quadrature::MonteCarlo)

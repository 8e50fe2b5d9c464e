// SPDX-License-Identifier: Apache-2.0
// The first N points of Sobol's sequence in two dimensions, a (0, 2)-sequence, with Owen's scrambling drawn anew in each step: every
// point is uniform, the first 2^m points hold one in each elementary interval of area 2^-m, and for smooth integrands the error at
// N = 2^m falls as N^-3/2.
// References: A. Owen, "Scrambled net variance for integrals of smooth functions", Annals of Statistics 25, 1997;
// B. Burley, "Practical hash-based Owen scrambling", JCGT 9(4), 2020.
#pragma once

#include "kernels/quadrature/quadrature.hpp"

namespace plisse::quadrature {

struct LowDiscrepancyOptions {
  int points = 1024;

  template <class V>
  void describe(V& v) {
    v.option("points", points).at_least(1).doc("points drawn per step; powers of 2 are best");
  }
};

template <class T>
class LowDiscrepancy : public Quadrature<T> {
 public:
  static constexpr const char *name = "low_discrepancy", *doc = "evenly spread points of Sobol's sequence, scrambled anew each step";
  using Options = LowDiscrepancyOptions;

  LowDiscrepancy(const Options& options, const Context& context);

  bool fixed() const override { return false; }
  void draw(const Exec& exec, std::uint64_t step, const Array2<T>& chart, const Array1<T>& weight) const override;

 private:
  std::uint64_t seed_;
  random::Stream stream_;
};

}  // namespace plisse::quadrature

PLISSE_COMPONENT(quadrature::LowDiscrepancy)

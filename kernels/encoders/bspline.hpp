// SPDX-License-Identifier: Apache-2.0
// Uniform B-spline grid of trainable features: a lattice (see lattice.hpp) of (n_l + p)^D control values on level l, with the weights of
// degree p = 2 (once continuously differentiable) or p = 3 (twice).  With t in [0, 1] within a cell of size 1, the p + 1 weights are
//   p = 2:  (1-t)^2/2,  1/2 + t(1-t),  t^2/2
//   p = 3:  (1-t)^3/6,  (4 - 6t^2 + 3t^3)/6,  (1 + 3t + 3t^2 - 3t^3)/6,  t^3/6
// along every axis.  They add up to 1, and control value i belongs to the coordinate (i - (p-1)/2) / n_l.
// Reference: C. de Boor, "A Practical Guide to Splines", Springer 2001, chapters IX and X.
#pragma once

#include <vector>

#include "kernels/encoders/lattice.hpp"

namespace plisse::encoders {

struct BsplineOptions {
  std::vector<int> resolution{32};
  int degree = 3;
  int levels = 2;
  int features = 3;
  double init = 1e-4;
  double coarse_to_fine = 0;
  template <class V>
  void describe(V& v) {
    v.option("resolution", resolution).at_least(1).length(1, 3).doc("cells of the finest level: along the longest side of the box, or one number for each axis");
    v.option("degree", degree).range(2, 3).doc("2: continuous first derivatives; 3: second ones too, which shells need");
    v.option("levels", levels).range(1, most_levels).doc("number of levels, each with half the cells per axis of the one before");
    describe_levels(v, *this, "trainable numbers per control value and level");
  }
};

template <class T>
class Bspline final : public Lattice<T> {
 public:
  static constexpr const char* name = "bspline";
  static constexpr const char* doc = "multiresolution grid of trainable features, quadratic or cubic B-splines";
  using Options = BsplineOptions;

  Bspline(const Options& options, const Context& context);

  int smoothness() const override { return degree_ - 1; }
  void forward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features) const override;
  void backward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features_adjoint,
                const Array1<T>& gradient) const override;

 private:
  int degree_;
};

}  // namespace plisse::encoders

PLISSE_COMPONENT(encoders::Bspline)

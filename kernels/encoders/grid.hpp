// SPDX-License-Identifier: Apache-2.0
// Multiresolution grid of trainable features (eq. 4-5 of "Spatially Adaptive Cloth Regression with Implicit Neural
// Representations"): a lattice (see lattice.hpp) of (n_l + 1)^D vertices on level l, interpolated multilinearly.
// Two levels of 100 and 50 cells with 3 features hold 38 406 numbers.
#pragma once

#include <vector>

#include "kernels/encoders/lattice.hpp"

namespace plisse::encoders {

struct GridOptions {
  std::vector<int> resolution{100};
  int levels = 2;
  int features = 3;
  double init = 1e-4;
  double coarse_to_fine = 0;
  template <class V>
  void describe(V& v) {
    v.option("resolution", resolution).at_least(1).length(1, 3).doc("cells of the finest level: along the longest side of the box, or one number for each axis");
    v.option("levels", levels).range(1, most_levels).doc("number of levels, each with half the cells per axis of the one before");
    describe_levels(v, *this, "trainable numbers per vertex and level");
  }
};

template <class T>
class Grid final : public Lattice<T> {
 public:
  static constexpr const char* name = "grid";
  static constexpr const char* doc = "multiresolution grid of trainable features, multilinear";
  using Options = GridOptions;

  Grid(const Options& options, const Context& context);

  int smoothness() const override { return 0; }
  void forward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features) const override;
  void backward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features_adjoint,
                const Array1<T>& gradient) const override;
};

}  // namespace plisse::encoders

PLISSE_COMPONENT(encoders::Grid)

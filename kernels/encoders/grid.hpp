// SPDX-License-Identifier: Apache-2.0
// Multiresolution grid of trainable features (eq. 4-5 of "Spatially Adaptive Cloth Regression with Implicit Neural
// Representations").  Level l has n_l = floor(n / 2^l) cells per axis and (n_l + 1)^D vertices with c features each, interpolated
// multilinearly; the levels are concatenated: F = c levels.  n counts the cells of the finest level and may differ by axis; the cell
// index is clamped, so that x = 1 lies in the last cell.  Coordinates outside [0, 1] take the value at the nearest face.
// Slices "encoder.level<l>" (n_l + 1 for each axis, c).  Two levels of 100 and 50 cells with 3 features hold 38 406 numbers.
//
// backward() sorts the points by row of cells (all axes but the last), in their order; then every row of vertices gathers from the
// rows of cells next to it.  Nothing is added by two threads, no copy of the gradient is made, and the order of the sums is fixed.
#pragma once

#include <vector>

#include "kernels/encoders/encoder.hpp"

namespace plisse::encoders {

struct GridOptions {
  std::vector<int> resolution{100};
  int levels = 2;
  int features = 3;
  double init = 1e-4;
  template <class V>
  void describe(V& v) {
    v.option("resolution", resolution).at_least(1).length(1, 3).doc("cells of the finest level: one number for all axes or one for each");
    v.option("levels", levels).range(1, 16).doc("number of levels, each with half the cells per axis of the one before");
    v.option("features", features).range(1, 64).doc("trainable numbers per vertex and level");
    v.option("init", init).at_least(0).doc("initial values are uniform in +- this");
  }
};

struct GridLevel {
  int cells[3];         // per axis; 1 beyond the last axis
  std::size_t offset;   // of its values in the flat parameters
  int row, vertex_row;  // rows of cells and of vertices (all axes but the last) of the levels before

  KOKKOS_INLINE_FUNCTION int rows(int dimension) const { return dimension == 3 ? cells[0] * cells[1] : cells[0]; }
  KOKKOS_INLINE_FUNCTION int vertex_rows(int dimension) const { return dimension == 3 ? (cells[0] + 1) * (cells[1] + 1) : cells[0] + 1; }
};

template <class T>
class Grid final : public Encoder<T> {
 public:
  static constexpr const char* name = "grid";
  static constexpr const char* doc = "multiresolution grid of trainable features, multilinear";
  using Options = GridOptions;

  Grid(const Options& options, const Context& context);

  int features() const override { return int(levels_.size()) * features_; }
  int smoothness() const override { return 0; }
  void initialise(const Array1<T>& parameters, std::uint64_t seed) const override;
  void forward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features) const override;
  void backward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features_adjoint,
                const Array1<T>& gradient) const override;

 private:
  template <int D, int C>
  void run_backward(const Exec& exec, const Jets<T>& points, int n, const Jets<T>& features_adjoint, const Array1<T>& gradient) const;
  void check(int n, std::size_t channels) const;
  std::size_t size(std::size_t level) const;  // numbers of a level

  int dimension_, capacity_, channels_, features_;
  double init_;
  int rows_ = 0, vertex_rows_ = 0;  // of all levels
  std::vector<GridLevel> levels_;
  Array1<GridLevel> device_levels_;
  Array2<int> count_;  // (chunks of points, rows): points by chunk and row, then where the next one goes
  Array1<int> order_;  // (levels N): points by level and row
};

}  // namespace plisse::encoders

PLISSE_COMPONENT(encoders::Grid)

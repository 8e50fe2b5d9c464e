// SPDX-License-Identifier: Apache-2.0
// What grids of trainable features have in common, whatever they interpolate with.  Level l has n_l = floor(n / 2^l) cells per axis; a
// basis of degree p has n_l + p values per axis, of which the p + 1 from the cell's own on act within a cell.  n counts the cells of the
// finest level, along each axis or along the longest side of the box, whose other sides then take as many of that size as they need; an
// axis with too few to halve keeps one.  The cell index is clamped, so that x = 1 lies in the last cell.  Coordinates outside [0, 1] take
// the value at the nearest face.  The levels are concatenated, the finest first: F = c levels, with c features per value.
// Slices "encoder.level<l>" (n_l + p for each axis, c).
//
// No two threads add to one number in the reverse sweep, and the order of the sums does not depend on threads.  On the host every task
// owns a share of a level's rows of values, walks all points and adds what they ask for in its rows, in their order.  On a GPU the points
// are sorted by row of cells (all axes but the last), in their order; then every row of values gathers from the rows of cells next to it.
#pragma once

#include <vector>

#include "kernels/encoders/bins.hpp"
#include "kernels/encoders/multilevel.hpp"

namespace plisse::encoders {

struct LatticeOptions {
  std::vector<int> resolution;
  int degree;
  LevelOptions levels;
};

struct LatticeLevel {
  int cells[3];        // per axis; 1 beyond the last axis
  std::size_t offset;  // of its values in the flat parameters, where those of all levels follow one another
  int row, value_row;  // rows of cells and of values (all axes but the last) of the levels before

  KOKKOS_INLINE_FUNCTION int rows(int dimension) const { return dimension == 3 ? cells[0] * cells[1] : cells[0]; }
  KOKKOS_INLINE_FUNCTION int value_rows(int dimension, int degree) const {
    return dimension == 3 ? (cells[0] + degree) * (cells[1] + degree) : cells[0] + degree;
  }
};

template <class T>
class Lattice : public Multilevel<T> {
 protected:
  // `name` is for messages.  Throws std::invalid_argument on impossible options.
  Lattice(const char* name, const LatticeOptions& options, const Context& context);

  // Encoder::forward() and backward() for jets of C channels, with a basis of lattice_kernels.hpp.
  template <class Basis, int... C>
  void interpolate(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features) const;
  template <class Basis, int... C>
  void add_gradient(const Exec& exec, const Jets<T>& points, int n, const Jets<T>& features_adjoint, const Array1<T>& gradient) const;

 private:
  int value_rows_ = 0;  // of all levels
  Array1<LatticeLevel> levels_;
  Bins rows_;  // on a GPU
};

}  // namespace plisse::encoders

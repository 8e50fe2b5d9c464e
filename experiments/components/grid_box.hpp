// SPDX-License-Identifier: Apache-2.0
// The box that a grid of trainable features fills: that of the surface, with the axes along which it is flat left out, so that no cell
// lies where the surface is not.  Coordinates go from the unit cube of SpaceField to the unit square or cube of the grid.
#pragma once

#include "kernels/core/types.hpp"
#include "kernels/core/vec.hpp"

namespace plisse::experiments {

template <class T> class GridBox {
 public:
  // lower, upper: corners of the surface's box in the unit cube.  At least two axes stay: a surface has two directions.
  GridBox(const Vec3<double>& lower, const Vec3<double>& upper);

  int dimension() const { return dimension_; }  // D
  double side(int d) const { return sides_[d]; }  // over the longest one
  // points (D, C, N) of cube (3, C, N), the first n.
  void fit(const Exec& exec, const Jets<T>& cube, int n, const Jets<T>& points) const;

 private:
  int dimension_ = 0;
  int axis_[3] = {0, 1, 2};
  double sides_[3]{1, 1, 1};
  T origin_[3]{}, scale_[3]{};
};

}  // namespace plisse::experiments

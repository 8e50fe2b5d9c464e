// SPDX-License-Identifier: Apache-2.0
// Nearest neighbours among points of the plane, by a uniform grid of bins: points sorted by bin (a stable counting sort, the
// same for any number of threads), bins of a row side by side in memory, and a search in growing squares around the query.
#pragma once

#include <limits>

#include "kernels/core/types.hpp"
#include "kernels/core/workspace.hpp"

namespace plisse::sampling {

// A rectangle of the plane.
struct Box {
  double u0 = 0, v0 = 0, u1 = 1, v1 = 1;
};

template <class T>
class NeighbourGrid {
 public:
  struct Hit {
    int index;  // of the point; -1 without points
    T distance2;
  };

  NeighbourGrid() = default;
  // For up to `capacity` points, most of them in `box` and spread over `area` of it.
  NeighbourGrid(int capacity, const Box& box, double area, Workspace& workspace);

  // Sorts the first n of points (2, N).
  void build(const Exec& exec, const Array2<T>& points, int n);

  // The nearest point to (u, v); among equals, the first met in bin order.  `self` is left out.
  KOKKOS_FUNCTION Hit nearest(T u, T v, int self = -1) const;

 private:
  static constexpr int chunks = on_gpu ? 256 : 16;  // of the counting sort; the result does not depend on it

  KOKKOS_FUNCTION int bin_u(T u) const { return int(math::fmin(math::fmax((u - u0_) * scale_, T(0)), T(columns_ - 1))); }
  KOKKOS_FUNCTION int bin_v(T v) const { return int(math::fmin(math::fmax((v - v0_) * scale_, T(0)), T(rows_ - 1))); }
  // Points of bins [first, last] of a row.
  KOKKOS_FUNCTION void scan(int row, int first, int last, T u, T v, int self, Hit& hit) const {
    const int end = start_(row * columns_ + last + 1);
    for (int i = start_(row * columns_ + first); i < end; ++i) {
      const T du = sorted_(0, i) - u, dv = sorted_(1, i) - v, d2 = du * du + dv * dv;
      if (d2 < hit.distance2 && index_(i) != self) hit = {index_(i), d2};
    }
  }

  int columns_ = 0, rows_ = 0;
  T u0_{}, v0_{}, size_{}, scale_{};  // lower corner, bin size and its inverse
  Array2<T> sorted_;                  // (2, N) in bin order
  Array1<int> index_;                 // (N) of the sorted points
  Array1<int> start_;                 // (bins + 1)
  Array1<int> offset_;                // (bins, chunks): where a chunk's next point of a bin goes
};

// Smallest distance between two of the first n points (2, N) (delta in eq. 30 of "Spatially Adaptive Cloth Regression");
// infinite for less than two points.  `grid` is rebuilt.
template <class T>
double minimum_distance(const Exec& exec, NeighbourGrid<T>& grid, const Array2<T>& points, int n);

template <class T>
KOKKOS_INLINE_FUNCTION auto NeighbourGrid<T>::nearest(T u, T v, int self) const -> Hit {
  Hit hit{-1, std::numeric_limits<T>::max()};
  const int column = bin_u(u), row = bin_v(v);
  int left = column > 0 ? column - 1 : 0, right = column < columns_ - 1 ? column + 1 : column;  // the square searched so far
  int low = row > 0 ? row - 1 : 0, high = row < rows_ - 1 ? row + 1 : row;
  for (int r = low; r <= high; ++r) scan(r, left, right, u, v, self, hit);
  while (true) {
    // No point outside the square is nearer than its nearest open side.
    T reach = std::numeric_limits<T>::max();
    if (left > 0) reach = math::fmin(reach, u - (u0_ + left * size_));
    if (right < columns_ - 1) reach = math::fmin(reach, u0_ + (right + 1) * size_ - u);
    if (low > 0) reach = math::fmin(reach, v - (v0_ + low * size_));
    if (high < rows_ - 1) reach = math::fmin(reach, v0_ + (high + 1) * size_ - v);
    if (reach == std::numeric_limits<T>::max() || (reach > 0 && reach * reach > hit.distance2)) return hit;
    const bool open_left = left > 0, open_right = right < columns_ - 1;
    left -= open_left;
    right += open_right;
    for (int r = low; r <= high; ++r) {
      if (open_left) scan(r, left, left, u, v, self, hit);
      if (open_right) scan(r, right, right, u, v, self, hit);
    }
    if (low > 0) scan(--low, left, right, u, v, self, hit);
    if (high < rows_ - 1) scan(++high, left, right, u, v, self, hit);
  }
}

}  // namespace plisse::sampling

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
  // The indices of the points nearest to `n` queries that lie close together: one pass over the bins around all of them, in
  // step, so that the compiler can use vector instructions.
  template <int n>
  KOKKOS_FUNCTION void nearest(const T (&u)[n], const T (&v)[n], int (&index)[n]) const;

 private:
  static constexpr int chunks = on_gpu ? 256 : 16;  // of the counting sort; the result does not depend on it
  static constexpr T unbounded = std::numeric_limits<T>::max();

  // Bins [left, right] x [low, high].
  struct Window {
    int left, right, low, high;
  };

  KOKKOS_FUNCTION int bin_u(T u) const { return int(math::fmin(math::fmax((u - u0_) * scale_, T(0)), T(columns_ - 1))); }
  KOKKOS_FUNCTION int bin_v(T v) const { return int(math::fmin(math::fmax((v - v0_) * scale_, T(0)), T(rows_ - 1))); }
  // The bins of a rectangle and one more on every side.
  KOKKOS_FUNCTION Window around(T u0, T u1, T v0, T v1) const {
    const int left = bin_u(u0), right = bin_u(u1), low = bin_v(v0), high = bin_v(v1);
    return {left > 0 ? left - 1 : 0, right < columns_ - 1 ? right + 1 : right, low > 0 ? low - 1 : 0, high < rows_ - 1 ? high + 1 : high};
  }
  // How far every point outside the window is from (u, v) at least.
  KOKKOS_FUNCTION T reach(const Window& w, T u, T v) const {
    T least = unbounded;
    if (w.left > 0) least = math::fmin(least, u - (u0_ + w.left * size_));
    if (w.right < columns_ - 1) least = math::fmin(least, u0_ + (w.right + 1) * size_ - u);
    if (w.low > 0) least = math::fmin(least, v - (v0_ + w.low * size_));
    if (w.high < rows_ - 1) least = math::fmin(least, v0_ + (w.high + 1) * size_ - v);
    return least;
  }
  KOKKOS_FUNCTION static bool settled(T reach, T distance2) { return reach == unbounded || (reach > 0 && reach * reach > distance2); }
  // The sorted points of bins [left, right] of a row.
  KOKKOS_FUNCTION int first(int row, int left) const { return start_(row * columns_ + left); }
  KOKKOS_FUNCTION int end(int row, int right) const { return start_(row * columns_ + right + 1); }
  KOKKOS_FUNCTION void scan(int row, int left, int right, T u, T v, int self, Hit& hit) const {
    for (int i = first(row, left); i < end(row, right); ++i) {
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
  Hit hit{-1, unbounded};
  Window w = around(u, u, v, v);
  for (int row = w.low; row <= w.high; ++row) scan(row, w.left, w.right, u, v, self, hit);
  while (!settled(reach(w, u, v), hit.distance2)) {
    const bool open_left = w.left > 0, open_right = w.right < columns_ - 1;
    w.left -= open_left;
    w.right += open_right;
    for (int row = w.low; row <= w.high; ++row) {
      if (open_left) scan(row, w.left, w.left, u, v, self, hit);
      if (open_right) scan(row, w.right, w.right, u, v, self, hit);
    }
    if (w.low > 0) scan(--w.low, w.left, w.right, u, v, self, hit);
    if (w.high < rows_ - 1) scan(++w.high, w.left, w.right, u, v, self, hit);
  }
  return hit;
}

template <class T>
template <int n>
KOKKOS_INLINE_FUNCTION void NeighbourGrid<T>::nearest(const T (&u)[n], const T (&v)[n], int (&index)[n]) const {
  T u0 = u[0], u1 = u[0], v0 = v[0], v1 = v[0], best[n];
  int place[n];
  for (int k = 0; k < n; ++k) {
    u0 = math::fmin(u0, u[k]);
    u1 = math::fmax(u1, u[k]);
    v0 = math::fmin(v0, v[k]);
    v1 = math::fmax(v1, v[k]);
    best[k] = unbounded;
    place[k] = -1;
  }
  const Window w = around(u0, u1, v0, v1);
  const bool close = w.right - w.left < 8 && w.high - w.low < 8;  // else each on its own
  if (close)
    for (int row = w.low; row <= w.high; ++row)
      for (int i = first(row, w.left); i < end(row, w.right); ++i) {
        const T pu = sorted_(0, i), pv = sorted_(1, i);
        for (int k = 0; k < n; ++k) {
          const T du = pu - u[k], dv = pv - v[k], d2 = du * du + dv * dv;
          place[k] = d2 < best[k] ? i : place[k];
          best[k] = d2 < best[k] ? d2 : best[k];
        }
      }
  for (int k = 0; k < n; ++k) index[k] = close && settled(reach(w, u[k], v[k]), best[k]) ? index_(place[k]) : nearest(u[k], v[k]).index;
}

}  // namespace plisse::sampling

// SPDX-License-Identifier: Apache-2.0
// Cells of a unit interval, and the multilinear weights of the corners of a cell of a unit square or cube.
#pragma once

#include "kernels/core/types.hpp"

namespace plisse::encoders {

// Cell of one coordinate and the place within it.
template <class T>
struct Cell {
  int index;
  T t;      // in [0, 1]; NaN where x is
  T slope;  // dt/dx; 0 outside [0, 1]

  KOKKOS_FORCEINLINE_FUNCTION Cell(T x, int cells) {
    const T inside = x > 0 ? (x < 1 ? x : T(1)) : T(0), scaled = inside * T(cells);
    index = int(scaled) < cells ? int(scaled) : cells - 1;
    t = (x == x ? scaled : x) - T(index);
    slope = x < 0 || x > 1 ? T(0) : T(cells);
  }
};

// A point in its cell of a multilinear lattice.  Bit d of the number v of a corner is its side along axis d.
template <class T, int D>
struct CornerWeights {
  int cell[D];
  T weight[D][2], slope[D];

  KOKKOS_FORCEINLINE_FUNCTION CornerWeights(const int (&cells)[3], const Jets<T>& points, int p) {
    for (int d = 0; d < D; ++d) {
      const Cell<T> c(points(d, 0, p), cells[d]);
      cell[d] = c.index;
      weight[d][0] = 1 - c.t;
      weight[d][1] = c.t;
      slope[d] = c.slope;
    }
  }

  // What corner v contributes to the value, and to the derivative in channel c.
  KOKKOS_FORCEINLINE_FUNCTION T value(int v) const {
    T product = 1;
    for (int d = 0; d < D; ++d) product *= weight[d][v >> d & 1];
    return product;
  }
  KOKKOS_FORCEINLINE_FUNCTION T derivative(int v, int c, const Jets<T>& points, int p) const {
    T sum = 0;
    for (int d = 0; d < D; ++d) {
      T product = (v >> d & 1 ? slope[d] : -slope[d]) * points(d, c, p);
      for (int e = 0; e < D; ++e) product *= e == d ? T(1) : weight[e][v >> e & 1];
      sum += product;
    }
    return sum;
  }
};

// What the 2^D corners of a point's cell contribute to the value and, for C = 3, to its two derivatives.
template <class T, int D, int C>
struct Corners {
  static constexpr int count = 1 << D;
  int cell[D];
  T coefficient[C][count];

  KOKKOS_FORCEINLINE_FUNCTION Corners(const int (&cells)[3], const Jets<T>& points, int p) {
    const CornerWeights<T, D> at(cells, points, p);
    for (int d = 0; d < D; ++d) cell[d] = at.cell[d];
    for (int v = 0; v < count; ++v) coefficient[0][v] = at.value(v);
    for (int c = 1; c < C; ++c)
      for (int v = 0; v < count; ++v) coefficient[c][v] = at.derivative(v, c, points, p);
  }

  // Channel c of a feature whose values at the corners are value(v).
  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION T sum(int c, const Value& value) const {
    T result = 0;
    for (int v = 0; v < count; ++v) result += coefficient[c][v] * value(v);
    return result;
  }
};

}  // namespace plisse::encoders

// SPDX-License-Identifier: Apache-2.0
// The kernels of encoders::Grid.
#pragma once

#include "kernels/encoders/grid.hpp"

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

// Row of cells (all axes but the last) of point p in a level.
template <int D, class T>
KOKKOS_FORCEINLINE_FUNCTION int row_of(const GridLevel& level, const Jets<T>& points, int p) {
  const int row = Cell<T>(points(0, 0, p), level.cells[0]).index;
  if constexpr (D == 2) return row;
  else return row * level.cells[1] + Cell<T>(points(1, 0, p), level.cells[1]).index;
}

// What the 2^D vertices of a point's cell contribute to the value and, for C = 3, to its two derivatives.
// Bit d of a corner is its side along axis d.
template <class T, int D, int C>
struct Stencil {
  static constexpr int corners = 1 << D;
  int cell[D];
  T coefficient[C][corners];

  KOKKOS_FORCEINLINE_FUNCTION Stencil(const GridLevel& level, const Jets<T>& points, int p) {
    T weight[D][2], slope[D];
    for (int d = 0; d < D; ++d) {
      const Cell<T> c(points(d, 0, p), level.cells[d]);
      cell[d] = c.index;
      weight[d][0] = 1 - c.t;
      weight[d][1] = c.t;
      slope[d] = c.slope;
    }
    for (int v = 0; v < corners; ++v) {
      T product = 1;
      for (int d = 0; d < D; ++d) product *= weight[d][v >> d & 1];
      coefficient[0][v] = product;
    }
    for (int c = 1; c < C; ++c) {
      for (int v = 0; v < corners; ++v) {
        T sum = 0;
        for (int d = 0; d < D; ++d) {
          T product = (v >> d & 1 ? slope[d] : -slope[d]) * points(d, c, p);
          for (int e = 0; e < D; ++e) product *= e == d ? T(1) : weight[e][v >> e & 1];
          sum += product;
        }
        coefficient[c][v] = sum;
      }
    }
  }

  // Number of a corner's vertex in its level.
  KOKKOS_FORCEINLINE_FUNCTION std::size_t vertex(const GridLevel& level, int v) const {
    std::size_t i = 0;
    for (int d = 0; d < D; ++d) i = i * (level.cells[d] + 1) + cell[d] + (v >> d & 1);
    return i;
  }
};

// features (F, C, N) at point p
template <class T, int D, int C>
struct GridForward {
  Array1<GridLevel> levels;
  int features;
  Array1<T> parameters;
  Jets<T> points, output;

  KOKKOS_FUNCTION void operator()(int p) const {
    for (int l = 0; l < int(levels.extent(0)); ++l) {
      const GridLevel& level = levels(l);
      const Stencil<T, D, C> stencil(level, points, p);
      const T* value[Stencil<T, D, C>::corners];
      for (int v = 0; v < stencil.corners; ++v) value[v] = parameters.data() + level.offset + stencil.vertex(level, v) * features;
      for (int f = 0; f < features; ++f) {
        for (int c = 0; c < C; ++c) {
          T sum = 0;
          for (int v = 0; v < stencil.corners; ++v) sum += stencil.coefficient[c][v] * value[v][f];
          output(l * features + f, c, p) = sum;
        }
      }
    }
  }
};

// Points in use, cut into a fixed number of chunks, each of which counts and places its points by itself.
struct Chunks {
  static constexpr int count = on_gpu ? 512 : 16;
  int n;
  KOKKOS_INLINE_FUNCTION int first(int chunk) const { return int(std::int64_t(chunk) * n / count); }
};

template <class T, int D>
struct CountRows {
  Chunks chunks;
  Array1<GridLevel> levels;
  Jets<T> points;
  Array2<int> count;

  KOKKOS_FUNCTION void operator()(int i) const {
    const int chunk = i % Chunks::count;
    const GridLevel& level = levels(i / Chunks::count);
    int* const row = &count(chunk, level.row);
    for (int r = 0; r < level.rows(D); ++r) row[r] = 0;
    for (int p = chunks.first(chunk); p < chunks.first(chunk + 1); ++p) ++row[row_of<D>(level, points, p)];
  }
};

// Turns counts into the place of the first point of each row and chunk.
struct PlaceRows {
  Array2<int> count;
  KOKKOS_FUNCTION void operator()(int i, int& place, bool final) const {
    int& here = count(i % Chunks::count, i / Chunks::count);
    const int points = here;
    if (final) here = place;
    place += points;
  }
};

template <class T, int D>
struct OrderPoints {
  Chunks chunks;
  Array1<GridLevel> levels;
  Jets<T> points;
  Array2<int> count;
  Array1<int> order;

  KOKKOS_FUNCTION void operator()(int i) const {
    const int chunk = i % Chunks::count;
    const GridLevel& level = levels(i / Chunks::count);
    int* const next = &count(chunk, level.row);
    for (int p = chunks.first(chunk); p < chunks.first(chunk + 1); ++p) order(next[row_of<D>(level, points, p)]++) = p;
  }
};

// One row of vertices: adds what the points in the rows of cells next to it ask for.
template <class T, int D, int C>
struct GatherRow {
  Array1<GridLevel> levels;
  int features;
  Jets<T> points, adjoint;
  Array2<int> count;  // after OrderPoints: where each row and chunk ends
  Array1<int> order;
  Array1<T> gradient;

  KOKKOS_FUNCTION void operator()(int i) const {
    int l = 0;
    while (l + 1 < int(levels.extent(0)) && i >= levels(l + 1).vertex_row) ++l;
    const GridLevel& level = levels(l);
    const int vertex_row = i - level.vertex_row, across = D == 3 ? level.cells[1] + 1 : 1;
    const int at[2] = {vertex_row / across, vertex_row % across};
    for (int side = 0; side < 1 << (D - 1); ++side) {
      int row = 0;
      bool exists = true;
      for (int d = 0; d < D - 1; ++d) {
        const int cell = at[d] - (side >> d & 1);
        exists = exists && cell >= 0 && cell < level.cells[d];
        row = row * level.cells[d] + cell;
      }
      if (exists)
        gather(level, l, level.row + row, side,
               gradient.data() + level.offset + std::size_t(vertex_row) * (level.cells[D - 1] + 1) * features);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void gather(const GridLevel& level, int l, int row, int side, T* out) const {
    const int first = row == 0 ? 0 : count(Chunks::count - 1, row - 1), last = count(Chunks::count - 1, row);
    for (int j = first; j < last; ++j) {
      const int p = order(j);
      const Stencil<T, D, C> stencil(level, points, p);
      T* const to = out + std::size_t(stencil.cell[D - 1]) * features;
      for (int f = 0; f < features; ++f) {
        T left = 0, right = 0;
        for (int c = 0; c < C; ++c) {
          const T bar = adjoint(l * features + f, c, p);
          left += stencil.coefficient[c][side] * bar;
          right += stencil.coefficient[c][side | 1 << (D - 1)] * bar;
        }
        to[f] += left;
        to[features + f] += right;
      }
    }
  }
};

}  // namespace plisse::encoders

// SPDX-License-Identifier: Apache-2.0
// The kernels of encoders::Lattice, over the basis that interpolates:
//   struct Basis {
//     static constexpr int degree;
//     template <class T, int D, int C> using Stencil = ...;   what the values around a point contribute to its C channels
//   };
//   Stencil(cells, points, p)
//   interpolate(level, values, features, out)   calls out(f, c, x) for all features and channels
//   column()                                    cell along the last axis
//   add(row, bar, to)                           adds what bar (C) asks of the degree + 1 values along the last axis to `to`, in the
//                                               row number `row` of the cell: the offsets along the other axes, the first fastest
#pragma once

#include "kernels/encoders/cell.hpp"
#include "kernels/encoders/lattice.hpp"

namespace plisse::encoders {

// Rows of cells (all axes but the last) of the points, as bins.
template <class T, int D>
struct CellRows {
  static constexpr int items = 1;
  Array1<LatticeLevel> level;
  Jets<T> points;

  int levels() const { return int(level.extent(0)); }
  KOKKOS_FORCEINLINE_FUNCTION int first_bin(int l) const { return level(l).row; }
  KOKKOS_FORCEINLINE_FUNCTION int bins(int l) const { return level(l).rows(D); }
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int l, int p, int (&bin)[1]) const {
    const auto& cells = level(l).cells;
    bin[0] = Cell<T>(points(0, 0, p), cells[0]).index;
    if constexpr (D == 3) bin[0] = bin[0] * cells[1] + Cell<T>(points(1, 0, p), cells[1]).index;
  }
};

// features (F, C, N) at point p
template <class T, int D, int C, class Basis>
struct LatticeForward {
  Array1<LatticeLevel> levels;
  int features;
  LevelWeights<T> weights;
  Array1<T> parameters;
  Jets<T> points, output;

  KOKKOS_FUNCTION void operator()(int p) const {
    using Stencil = typename Basis::template Stencil<T, D, C>;
    for (int l = 0; l < int(levels.extent(0)); ++l) {
      const LatticeLevel& level = levels(l);
      const T weight = weights[l];
      const Stencil stencil(level.cells, points, p);
      stencil.interpolate(level, parameters.data() + level.offset, features,
                          [&](int f, int c, T x) { output(l * features + f, c, p) = weight * x; });
    }
  }
};

// One share of the rows of values of a level: walks all points, and adds what they ask for in its rows.
template <class T, int D, int C, class Basis>
struct ScatterPoints {
  Array1<LatticeLevel> levels;
  int features, shares;  // of a level
  LevelWeights<T> weights;
  Jets<T> points, adjoint;
  int n;
  Array1<T> gradient;

  KOKKOS_FUNCTION void operator()(int i) const {
    using Stencil = typename Basis::template Stencil<T, D, C>;
    const int l = i / shares, share = i % shares;
    const T weight = weights[l];
    if (weight == 0) return;
    const LatticeLevel level = levels(l);  // a copy, which no sum can change
    const int across = level.cells[D - 1] + Basis::degree;
    T* const values = gradient.data() + level.offset;
    for (int p = 0; p < n; ++p) {
      if (shares > 1 && !touches(level, p, share)) continue;
      const Stencil stencil(level.cells, points, p);
      for (int side = 0; side < (D == 3 ? support * support : support); ++side) {
        const int row = row_of(level, stencil.cell, side);
        if (shares > 1 && share_of(level, row) != share) continue;
        const std::size_t value = std::size_t(row) * std::size_t(across) + std::size_t(stencil.column());
        stencil.add(side, features, values + value * std::size_t(features),
                    [&](int f, int c) { return weight * adjoint(l * features + f, c, p); });
      }
    }
  }

 private:
  static constexpr int support = Basis::degree + 1;

  KOKKOS_FORCEINLINE_FUNCTION static int row_of(const LatticeLevel& level, const int (&cell)[D], int side) {
    int row = cell[0] + side % support;
    if constexpr (D == 3) row = row * (level.cells[1] + Basis::degree) + cell[1] + side / support;
    return row;
  }

  // Up to eight neighbouring rows belong to one share, fewer where a level has few; the shares take turns, so that none has all the points.
  KOKKOS_FORCEINLINE_FUNCTION int share_of(const LatticeLevel& level, int row) const {
    const int most = level.value_rows(D, Basis::degree) / (2 * shares);
    return row / (most > 8 ? 8 : most > 1 ? most : 1) % shares;
  }

  // Whether a row of the point belongs to the share: what can be told without its weights.
  KOKKOS_FORCEINLINE_FUNCTION bool touches(const LatticeLevel& level, int p, int share) const {
    int cell[D] = {};
    for (int d = 0; d < D - 1; ++d) cell[d] = Cell<T>(points(d, 0, p), level.cells[d]).index;
    for (int side = 0; side < (D == 3 ? support * support : support); ++side)
      if (share_of(level, row_of(level, cell, side)) == share) return true;
    return false;
  }
};

// One row of values: adds what the points in the rows of cells next to it ask for.
template <class T, int D, int C, class Basis>
struct GatherRow {
  Array1<LatticeLevel> levels;
  int features;
  LevelWeights<T> weights;
  Jets<T> points, adjoint;
  Bins rows;
  Array1<T> gradient;

  KOKKOS_FUNCTION void operator()(int i) const {
    constexpr int degree = Basis::degree, support = degree + 1;
    int l = 0;
    while (l + 1 < int(levels.extent(0)) && i >= levels(l + 1).value_row) ++l;
    if (weights[l] == 0) return;
    const LatticeLevel& level = levels(l);
    const int value_row = i - level.value_row, across = D == 3 ? level.cells[1] + degree : 1;
    const int at[2] = {value_row / across, value_row % across};
    T* const out =
        gradient.data() + level.offset + std::size_t(value_row) * std::size_t(level.cells[D - 1] + degree) * std::size_t(features);
    for (int side = 0; side < (D == 3 ? support * support : support); ++side) {
      const int offset[2] = {side % support, side / support};
      int row = 0;
      bool exists = true;
      for (int d = 0; d < D - 1; ++d) {
        const int cell = at[d] - offset[d];
        exists = exists && cell >= 0 && cell < level.cells[d];
        row = row * level.cells[d] + cell;
      }
      if (exists) gather(level, l, level.row + row, side, out);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void gather(const LatticeLevel& level, int l, int row, int side, T* out) const {
    using Stencil = typename Basis::template Stencil<T, D, C>;
    const T weight = weights[l];
    for (int j = rows.begin(row); j < rows.end(row); ++j) {
      const int p = rows.order(j);
      const Stencil stencil(level.cells, points, p);
      stencil.add(side, features, out + std::size_t(stencil.column()) * std::size_t(features),
                  [&](int f, int c) { return weight * adjoint(l * features + f, c, p); });
    }
  }
};

template <class T>
template <class Basis, int... C>
void Lattice<T>::interpolate(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features) const {
  this->template dispatch<C...>(n, features.extent(1), [&](auto d, auto c) {
    Kokkos::parallel_for(
        "plisse::encoders::interpolate", Range(exec, 0, n),
        LatticeForward<T, d(), c(), Basis>{levels_, this->level_features(), this->weights(), parameters, points, features});
  });
}

template <class T>
template <class Basis, int... C>
void Lattice<T>::add_gradient(const Exec& exec, const Jets<T>& points, int n, const Jets<T>& features_adjoint,
                              const Array1<T>& gradient) const {
  this->template dispatch<C...>(n, features_adjoint.extent(1), [&](auto d, auto c) {
    using Dynamic = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
    if constexpr (on_gpu) {
      rows_.sort(exec, CellRows<T, d()>{levels_, points}, n);
      Kokkos::parallel_for(
          "plisse::encoders::gather_rows", Dynamic(exec, 0, value_rows_),
          GatherRow<T, d(), c(), Basis>{levels_, this->level_features(), this->weights(), points, features_adjoint, rows_, gradient});
    } else {
      const int levels = int(levels_.extent(0)), shares = shares_of(levels);
      Kokkos::parallel_for("plisse::encoders::scatter_points", Dynamic(exec, 0, levels * shares),
                           ScatterPoints<T, d(), c(), Basis>{levels_, this->level_features(), shares, this->weights(), points,
                                                             features_adjoint, n, gradient});
    }
  });
}

}  // namespace plisse::encoders

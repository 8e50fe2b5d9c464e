// SPDX-License-Identifier: Apache-2.0
// The kernels of encoders::Hash.
#pragma once

#include "kernels/encoders/cell.hpp"
#include "kernels/encoders/hash.hpp"

namespace plisse::encoders {

// Entry of corner v of a cell.
template <int D>
KOKKOS_FORCEINLINE_FUNCTION std::uint32_t entry_of(const HashLevel& level, const int (&cell)[D], int v) {
  constexpr std::uint32_t factor[3] = {1u, 2654435761u, 805459861u};
  std::uint32_t dense = 0, hash = 0;
  for (int d = 0; d < D; ++d) {
    const auto x = std::uint32_t(cell[d] + (v >> d & 1));
    dense = dense * std::uint32_t(level.cells[d] + 1) + x;
    hash ^= x * factor[d];
  }
  return level.dense ? dense : hash & (level.entries - 1);
}

// Ranges of entries of the corners of the points' cells, as bins.
template <class T, int D>
struct EntryRanges {
  static constexpr int items = 1 << D;
  Array1<HashLevel> level;
  Jets<T> points;

  int levels() const { return int(level.extent(0)); }
  KOKKOS_FORCEINLINE_FUNCTION int first_bin(int l) const { return level(l).first_bin; }
  KOKKOS_FORCEINLINE_FUNCTION int bins(int l) const { return level(l).bins; }
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int l, int p, int (&bin)[items]) const {
    const HashLevel& here = level(l);
    int cell[D];
    for (int d = 0; d < D; ++d) cell[d] = Cell<T>(points(d, 0, p), here.cells[d]).index;
    for (int v = 0; v < items; ++v) bin[v] = int(entry_of<D>(here, cell, v) >> here.shift);
  }
};

// features (F, C, N) at point p
template <class T, int D, int C>
struct HashForward {
  Array1<HashLevel> levels;
  int features;
  LevelWeights<T> weights;
  Array1<T> parameters;
  Jets<T> points, output;

  KOKKOS_FUNCTION void operator()(int p) const {
    for (int l = 0; l < int(levels.extent(0)); ++l) {
      const HashLevel& level = levels(l);
      const T weight = weights[l];
      const Corners<T, D, C> corners(level.cells, points, p);
      const T* value[corners.count];
      for (int v = 0; v < corners.count; ++v)
        value[v] = parameters.data() + level.offset + std::size_t(entry_of<D>(level, corners.cell, v)) * features;
      for (int f = 0; f < features; ++f)
        for (int c = 0; c < C; ++c) output(l * features + f, c, p) = weight * corners.sum(c, [&](int v) { return value[v][f]; });
    }
  }
};

// Calls run with a usual number of features as a constant, for loops of known length, and with 0 for any other.
template <class Run>
KOKKOS_FORCEINLINE_FUNCTION void with_known(int features, const Run& run) {
  switch (features) {
    case 1:
      return run(std::integral_constant<int, 1>{});
    case 2:
      return run(std::integral_constant<int, 2>{});
    case 4:
      return run(std::integral_constant<int, 4>{});
    default:
      return run(std::integral_constant<int, 0>{});
  }
}

// One share of the entries of a level: walks all points, and adds what the corners ask for that fall into it.
template <class T, int D, int C>
struct ScatterEntries {
  Array1<HashLevel> levels;
  int features, shares;  // of a level
  LevelWeights<T> weights;
  Jets<T> points, adjoint;
  int n;
  Array1<T> gradient;

  KOKKOS_FUNCTION void operator()(int i) const {
    const int l = i / shares;
    if (weights[l] != 0) with_known(features, [&](auto known) { walk<decltype(known)::value>(l, i % shares); });
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t bound(const HashLevel& level, int share) const {
    return std::uint32_t(std::uint64_t(level.entries) * std::uint32_t(share) / std::uint32_t(shares));
  }

  template <int F>
  KOKKOS_FUNCTION void walk(int l, int share) const {
    const HashLevel level = levels(l);  // a copy, which no sum can change
    const std::uint32_t first = bound(level, share), size = bound(level, share + 1) - first;
    const int count = F > 0 ? F : features;
    const T weight = weights[l];
    T* const values = gradient.data() + level.offset;
    for (int p = 0; p < n; ++p) {
      const Corners<T, D, C> corners(level.cells, points, p);
      std::uint32_t entry[corners.count];
      for (int v = 0; v < corners.count; ++v) entry[v] = entry_of<D>(level, corners.cell, v);
      PLISSE_UNROLL
      for (int v = 0; v < corners.count; ++v) {
        if (entry[v] - first >= size) continue;
        T* const to = values + std::size_t(entry[v]) * std::size_t(count);
        for (int f = 0; f < count; ++f) {
          T sum = 0;
          for (int c = 0; c < C; ++c) sum += corners.coefficient[c][v] * adjoint(l * count + f, c, p);
          to[f] += weight * sum;
        }
      }
    }
  }
};

// One range of entries: adds what the corners that fall into it ask for.
template <class T, int D, int C>
struct GatherEntries {
  Array1<HashLevel> levels;
  int features;
  LevelWeights<T> weights;
  Jets<T> points, adjoint;
  Bins bins;
  Array1<T> gradient;

  KOKKOS_FUNCTION void operator()(int i) const {
    int l = 0;
    while (l + 1 < int(levels.extent(0)) && i >= levels(l + 1).first_bin) ++l;
    const T weight = weights[l];
    if (weight == 0) return;
    const HashLevel& level = levels(l);
    for (int j = bins.begin(i); j < bins.end(i); ++j) {
      const int item = bins.order(j), p = item >> D, v = item & ((1 << D) - 1);
      const CornerWeights<T, D> at(level.cells, points, p);
      T coefficient[C] = {at.value(v)};
      for (int c = 1; c < C; ++c) coefficient[c] = at.derivative(v, c, points, p);
      T* const to = gradient.data() + level.offset + std::size_t(entry_of<D>(level, at.cell, v)) * features;
      for (int f = 0; f < features; ++f) {
        T sum = 0;
        for (int c = 0; c < C; ++c) sum += coefficient[c] * adjoint(l * features + f, c, p);
        to[f] += weight * sum;
      }
    }
  }
};

}  // namespace plisse::encoders

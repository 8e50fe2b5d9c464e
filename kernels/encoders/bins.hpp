// SPDX-License-Identifier: Apache-2.0
// A stable counting sort of points by bin, on every level of an encoder at once: what lets a reverse sweep gather in a fixed order.
//
// `Keys` says which bins a point falls into:
//   static constexpr int items;                       bins a point has on each level
//   int levels() const;
//   int first_bin(int level) const;  int bins(int level) const;   numbered through all levels
//   void operator()(int level, int p, int (&bin)[items]) const;   within the level
// Item i of point p is written as p * items + i.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/core/types.hpp"
#include "kernels/core/workspace.hpp"

namespace plisse::encoders {

// Points in use, cut into a fixed number of chunks, each of which counts and places its points by itself.
struct Chunks {
  static constexpr int count = on_gpu ? 512 : 16;
  int n;
  KOKKOS_INLINE_FUNCTION int first(int chunk) const { return int(std::int64_t(chunk) * n / count); }
};

template <class Keys>
struct CountItems {
  Chunks chunks;
  Keys keys;
  Array2<int> count;

  KOKKOS_FUNCTION void operator()(int i) const {
    const int chunk = i % Chunks::count, level = i / Chunks::count;
    int* const bins = &count(chunk, keys.first_bin(level));
    for (int b = 0; b < keys.bins(level); ++b) bins[b] = 0;
    for (int p = chunks.first(chunk); p < chunks.first(chunk + 1); ++p) {
      int bin[Keys::items];
      keys(level, p, bin);
      for (int k = 0; k < Keys::items; ++k) ++bins[bin[k]];
    }
  }
};

// Turns counts into the place of the first item of each bin and chunk.
struct PlaceItems {
  Array2<int> count;
  KOKKOS_FUNCTION void operator()(int i, int& place, bool final) const {
    int& here = count(i % Chunks::count, i / Chunks::count);
    const int items = here;
    if (final) here = place;
    place += items;
  }
};

template <class Keys>
struct OrderItems {
  Chunks chunks;
  Keys keys;
  Array2<int> count;
  Array1<int> order;

  KOKKOS_FUNCTION void operator()(int i) const {
    const int chunk = i % Chunks::count, level = i / Chunks::count;
    int* const next = &count(chunk, keys.first_bin(level));
    for (int p = chunks.first(chunk); p < chunks.first(chunk + 1); ++p) {
      int bin[Keys::items];
      keys(level, p, bin);
      for (int k = 0; k < Keys::items; ++k) order(next[bin[k]]++) = p * Keys::items + k;
    }
  }
};

// Items by level and bin, in the order of their points.
struct Bins {
  Array2<int> count;  // (chunks of points, bins): items by chunk and bin, then where the next one goes
  Array1<int> order;  // items of all levels

  Bins() = default;
  Bins(const std::string& label, std::size_t bins, std::size_t items, Workspace& workspace)
      : count(workspace.take<int>(label + "_count", Chunks::count, bins)), order(workspace.take<int>(label + "_order", items)) {}

  KOKKOS_FORCEINLINE_FUNCTION int begin(int bin) const { return bin == 0 ? 0 : end(bin - 1); }
  KOKKOS_FORCEINLINE_FUNCTION int end(int bin) const { return count(Chunks::count - 1, bin); }

  template <class Keys>
  void sort(const Exec& exec, const Keys& keys, int n) const {
    const Chunks chunks{n};
    const int tasks = Chunks::count * keys.levels();
    Kokkos::parallel_for("plisse::encoders::count_items", Range(exec, 0, tasks), CountItems<Keys>{chunks, keys, count});
    Kokkos::parallel_scan("plisse::encoders::place_items", Range(exec, 0, Chunks::count * int(count.extent(1))), PlaceItems{count});
    Kokkos::parallel_for("plisse::encoders::order_items", Range(exec, 0, tasks), OrderItems<Keys>{chunks, keys, count, order});
  }
};

}  // namespace plisse::encoders

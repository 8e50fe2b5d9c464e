// SPDX-License-Identifier: Apache-2.0
// Array types and the alphabet of shapes used in comments all over the kernels:
//   N samples or points   D input dimension (2: UV, 3: space)   F encoded features   H hidden width
//   C jet channels (1, 3 or 6)   P parameters   S local structures, with 6 vertices each
// Points are stored batch-fastest: component first, point last, so that neighbouring points are neighbours in memory.
#pragma once

#include "kernels/core/compat.hpp"

namespace plisse {

template <class T> using Array1 = Kokkos::View<T*, Kokkos::LayoutRight, Memory>;
template <class T> using Array2 = Kokkos::View<T**, Kokkos::LayoutRight, Memory>;
template <class T> using Array3 = Kokkos::View<T***, Kokkos::LayoutRight, Memory>;

// Jets of a batch: (components, C, N).  Functions take the number n of points in use; n may be less than the extent.
template <class T> using Jets = Array3<T>;

// Columns to store n points in: where rows are long, the least odd number of cache lines.  Rows a multiple of 4 KiB apart fall onto the
// same lines of a cache, and kernels that walk many of them evict their own.
template <class T>
constexpr int columns_for(int n) {
  constexpr int line = 64 / int(sizeof(T)), page = 4096 / int(sizeof(T));
  return n < page ? n : ((n + line - 1) / line | 1) * line;
}

using Range = Kokkos::RangePolicy<Exec>;

}  // namespace plisse

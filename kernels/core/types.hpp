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

using Range = Kokkos::RangePolicy<Exec>;

}  // namespace plisse

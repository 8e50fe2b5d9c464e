// SPDX-License-Identifier: Apache-2.0
// Points of a reference surface with what a thin shell needs to know there, without any parametrisation:
//   x position, (t1, t2) orthonormal tangents, n = t1 x t2 unit normal, H = grad_G n the Weingarten map in (t1, t2), symmetric
//   (1/R on a sphere of radius R with outward normal, so that the surface curves as x_ab = -H_ab n), and the point's share of area.
#pragma once

#include "kernels/core/types.hpp"
#include "kernels/core/vec.hpp"
#include "kernels/core/workspace.hpp"

#include <string>

namespace plisse::surfaces {

template <class T> struct Frame {
  Vec3<T> x;           // [m]
  Vec3<T> t1, t2, n;
  T h11{}, h12{}, h22{};  // [1/m]
};

// N points, batch-fastest.  A batch may hold points of the surface, of its edges and single points one after another.
template <class T> struct SurfacePoints {
  Array2<T> frame;     // (15, N): x, t1, t2, n, (h11, h12, h22)
  Array1<T> weight;    // (N): share of the area [m^2]; of the length [m] for points of an edge; 1 for single points
  Array2<T> conormal;  // (2, N): components of the outward unit conormal in (t1, t2) at points of an edge; 0 elsewhere

  SurfacePoints() = default;
  SurfacePoints(const std::string& label, std::size_t n, Workspace& workspace)
      : frame(workspace.take<T>(label + "::frame", 15, n)), weight(workspace.take<T>(label + "::weight", n)),
        conormal(workspace.take<T>(label + "::conormal", 2, n)) {}

  int capacity() const { return int(weight.extent(0)); }

  KOKKOS_INLINE_FUNCTION Frame<T> at(int p) const {
    const auto vec = [&](int row) { return Vec3<T>{frame(row, p), frame(row + 1, p), frame(row + 2, p)}; };
    return {vec(0), vec(3), vec(6), vec(9), frame(12, p), frame(13, p), frame(14, p)};
  }
  KOKKOS_INLINE_FUNCTION void set(int p, const Frame<T>& f) const {
    const Vec3<T> rows[4] = {f.x, f.t1, f.t2, f.n};
    for (int r = 0; r < 4; ++r)
      for (int i = 0; i < 3; ++i) frame(3 * r + i, p) = rows[r][i];
    frame(12, p) = f.h11;
    frame(13, p) = f.h12;
    frame(14, p) = f.h22;
  }
};

}  // namespace plisse::surfaces

// SPDX-License-Identifier: Apache-2.0
// A uniform grid of cubes over a body and its surroundings.
#pragma once

#include "kernels/collision/body.hpp"
#include "kernels/core/types.hpp"

namespace plisse::collision {

template <class T>
struct CellGrid {
  Vec3<T> low;
  T edge = 1;  // [m]
  int size[3] = {1, 1, 1};

  // A grid that reaches `reach` times the body's size beyond it on every side, with so many cells a vertex, within reason.
  static CellGrid over(const Body& body, double reach, int cells_per_vertex);

  KOKKOS_FUNCTION int count() const { return size[0] * size[1] * size[2]; }
  KOKKOS_FUNCTION int index(int i, int j, int k) const { return (i * size[1] + j) * size[2] + k; }

  // The cell of a point, or the one nearest to it; says whether the point is in the grid.  Any cell for a point that is not a number.
  KOKKOS_FUNCTION int cell(const Vec3<T>& x, bool& inside) const {
    inside = true;
    const auto along = [&](T offset, int cells) {
      const T c = offset / edge;
      inside = inside && c >= 0 && c < T(cells);
      return !(c > 0) ? 0 : c >= T(cells) ? cells - 1 : int(c);
    };
    const int i = along(x.x - low.x, size[0]), j = along(x.y - low.y, size[1]), k = along(x.z - low.z, size[2]);
    return index(i, j, k);
  }

  KOKKOS_FUNCTION Vec3<T> centre(int cell_index) const {
    const int i = cell_index / (size[1] * size[2]), j = cell_index / size[2] % size[1], k = cell_index % size[2];
    return low + edge * Vec3<T>{T(i) + T(0.5), T(j) + T(0.5), T(k) + T(0.5)};
  }
};

}  // namespace plisse::collision

// SPDX-License-Identifier: Apache-2.0
// Exact nearest-point look-up: every cell of a uniform grid lists all points that are nearest to some place in the cell (those whose
// Voronoi regions reach into it), so that a query compares a handful of points.  Where the list would be long (deep inside a body)
// or the query is outside the grid, the cell names one near point only, for another search to start from.
#pragma once

#include <vector>

#include "kernels/collision/cell_grid.hpp"

namespace plisse::collision {

template <class T>
struct CandidateGrid {
  static constexpr int most_candidates = 256;

  CellGrid<T> cells;
  Array1<int> start;      // (cells + 1)
  Array1<int> candidate;  // per cell, its points; a single complement ~p where the list is not complete

  CandidateGrid() = default;
  CandidateGrid(const CellGrid<T>& grid, const std::vector<Vec3<T>>& points);

  // The point nearest to x by `squared_distance(point, x)`; false where the cell does not know and `found` is only near.
  template <class Feature>
  KOKKOS_FUNCTION bool nearest(const Vec3<T>& x, const Feature& squared_distance, int& found) const {
    bool inside;
    const int cell = cells.cell(x, inside), first = start(cell), end = start(cell + 1);
    found = candidate(first);
    const bool complete = found >= 0;
    if (!complete) found = ~found;
    if (!inside || !complete) return false;
    T best = squared_distance(found, x);
    for (int k = first + 1; k < end; ++k) {
      const int point = candidate(k);
      const T squared = squared_distance(point, x);
      found = squared < best ? point : found;
      best = squared < best ? squared : best;
    }
    return true;
  }
};

}  // namespace plisse::collision

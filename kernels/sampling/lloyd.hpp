// SPDX-License-Identifier: Apache-2.0
// Lloyd's relaxation: each point moves to the centroid of its Voronoi region (eq. 13 of "Spatially Adaptive Cloth Regression"),
//   c_i = sum_{q in R_i} w q / sum_{q in R_i} w,
// over quadrature points q that are as dense as the points themselves, so that crowded regions are resolved as well as empty
// ones: each cell of the probability grid gets its share of them by the density they were drawn from, spread evenly within it.
// A point whose region is empty stays; one whose centroid lies outside the charts goes as far towards it as halving the way
// allows.  No sweep raises the energy E = sum_q w |q - nearest point|^2.
#pragma once

#include <cstdint>

#include "kernels/sampling/chart_cells.hpp"
#include "kernels/sampling/neighbour_grid.hpp"
#include "kernels/sampling/probability_grid.hpp"

namespace plisse::sampling {

// What the centroids are weighted with: `uniform` is the area, which slowly levels the density of the points; `probability` is the
// density they were drawn from, which keeps it.
enum class LloydDensity { uniform, probability };

template <class T>
class Lloyd {
 public:
  // For `points` points in the charts of `cells`, with `per_point` quadrature points each.
  Lloyd(const RestSurface<T>& surface, const ChartCells<T>& cells, int points, int per_point, Workspace& workspace);

  // New quadrature points, the same for the same (seed, step), after the mixture of `uniform_share` uniform points and the others
  // after `density`, which accumulate() has brought up to date.
  void draw_quadrature(const Exec& exec, const ProbabilityGrid<T>& density, double uniform_share, LloydDensity weight, std::uint64_t seed,
                       std::int64_t step);
  // One sweep over points (2, N), in place.
  void sweep(const Exec& exec, const Array2<T>& points);

  const Array2<T>& quadrature() const { return quadrature_; }     // (2, Q)
  const Array1<T>& quadrature_weight() const { return weight_; }  // (Q), in (0, 1]

 private:
  int points_;
  RestSurface<T> surface_;
  ChartCells<T> cells_;
  NeighbourGrid<T> neighbours_;
  Array2<T> quadrature_;
  Array1<T> weight_;
  Array2<long long> moment_;  // (N, 3): sums of w (q - p) and w in fixed point, so that their order does not matter
};

}  // namespace plisse::sampling

// SPDX-License-Identifier: Apache-2.0
// Lloyd's relaxation: each point moves to the centroid of its Voronoi region (eq. 13 of "Spatially Adaptive Cloth Regression"),
//   c_i = sum_{q in R_i} w q / sum_{q in R_i} w,
// over quadrature points q: one at a random place in each cell of a fine grid of the charts, with the cell's inside area as
// weight w, optionally times a density.  A point whose region is empty stays; one whose centroid lies outside the charts goes
// as far towards it as halving the way allows.  No sweep raises the energy E = sum_q w |q - nearest point|^2.
#pragma once

#include <cstdint>

#include "kernels/sampling/chart_cells.hpp"
#include "kernels/sampling/neighbour_grid.hpp"
#include "kernels/sampling/probability_grid.hpp"

namespace plisse::sampling {

template <class T>
class Lloyd {
 public:
  // For `points` points, with about `per_point` quadrature points each.
  Lloyd(const RestSurface<T>& surface, int points, int per_point, Workspace& workspace);

  // New quadrature points, weighted by area; the same for the same (seed, step).
  void draw_quadrature(const Exec& exec, std::uint64_t seed, std::int64_t step);
  // Multiplies the weights by the mixture density uniform_share + (1 - uniform_share) p / uniform, scaled to at most 1.
  void weigh(const Exec& exec, const ProbabilityGrid<T>& density, double uniform_share);
  // One sweep over points (2, N), in place.
  void sweep(const Exec& exec, const Array2<T>& points);

  int quadrature_count() const { return cells_.count(); }         // Q
  const Array2<T>& quadrature() const { return quadrature_; }     // (2, Q)
  const Array1<T>& quadrature_weight() const { return weight_; }  // (Q), in [0, 1]

 private:
  int points_;
  RestSurface<T> surface_;
  ChartCells<T> cells_;  // along a Hilbert curve: neighbours in the list mostly belong to the same point
  NeighbourGrid<T> neighbours_;
  Array2<T> quadrature_;
  Array1<T> weight_;
  Array2<long long> moment_;  // (N, 3): sums of w (q - p) and w in fixed point, so that their order does not matter
};

}  // namespace plisse::sampling

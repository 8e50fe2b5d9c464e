// SPDX-License-Identifier: Apache-2.0
// A discrete probability over the cells of the charts and how it follows the loss (section 3.2 of "Spatially Adaptive Cloth
// Regression"):
//   p <- gamma p + (1 - gamma) p_hat                                             (eq. 7)
//   row = inf{k : P_k > u},  column = inf{l : Q_row,l > v},  P, Q cumulative     (eq. 8-12)
// p_hat is the loss at the cell times the cell's inside area, made non-negative and normalised, and mixed with a share `floor`
// of the uniform probability, so that p >= floor * uniform from then on.
#pragma once

#include "kernels/core/reduce.hpp"
#include "kernels/sampling/chart_cells.hpp"

namespace plisse::sampling {

template <class T>
class ProbabilityGrid {
 public:
  // Starts uniform over the charts.  `cells` in order `rows`; 0 <= momentum (gamma), floor <= 1.
  ProbabilityGrid(const ChartCells<T>& cells, double momentum, double floor, Workspace& workspace);

  // Follows the losses (K) at the cells.  NaN counts as the smallest finite loss, infinity as the largest; with negative losses
  // the smallest is subtracted; where nothing positive is left, p_hat is uniform.
  void observe(const Exec& exec, const Array1<T>& loss) const;
  // Back to the uniform probability.
  void reset(const Exec& exec) const;
  // Brings what the calls below need up to date with probability(), which a checkpoint may have replaced.
  void accumulate(const Exec& exec) const;

  const Array1<T>& probability() const { return probability_; }  // (K), sums to 1
  Array2<T> dense() const;                                       // (rows, columns), 0 outside the charts

  // The cell for two numbers in [0, 1); after accumulate().
  KOKKOS_FUNCTION int pick(double u, double v) const {
    const int last = cells_.rows() - 1, row = first_above(marginal_, 0, last + 1, u * marginal_(last));
    const int begin = cells_.row_start(row), end = cells_.row_start(row + 1);
    return first_above(conditional_, begin, end, v * conditional_(end - 1));
  }
  // Sum of the probabilities of all cells up to k; after accumulate().
  KOKKOS_FUNCTION double cumulative(int k) const { return conditional_(k) + (cells_.row(k) > 0 ? marginal_(cells_.row(k) - 1) : 0.0); }
  // Density relative to the uniform one, in cell k and at (u, v).
  KOKKOS_FUNCTION double relative(int k) const { return double(probability_(k)) / cells_.share(k); }
  KOKKOS_FUNCTION double relative_density(T u, T v) const {
    const int k = cells_.near(u, v);
    return k < 0 ? 1.0 : relative(k);
  }

 private:
  double momentum_, floor_;
  ChartCells<T> cells_;
  Array1<T> probability_;
  Array2<T> dense_;
  Array1<double> conditional_;  // (K) running sums along each row
  Array1<double> marginal_;     // (rows) running sums of the rows
  OrderedSum sum_;
};

}  // namespace plisse::sampling

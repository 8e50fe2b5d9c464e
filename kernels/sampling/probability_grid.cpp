// SPDX-License-Identifier: Apache-2.0
#include "kernels/sampling/probability_grid.hpp"

#include <algorithm>
#include <cmath>

namespace plisse::sampling {

namespace {

// A loss as a non-negative number of at most 2, with what is not finite put at the ends of the finite range.
struct NonNegative {
  double low = 0, high = 0, scale = 1;

  template <class L>
  KOKKOS_FUNCTION double operator()(L loss) const {
    double x = std::isfinite(loss) ? double(loss) : std::isnan(loss) || std::signbit(loss) ? low : high;
    if (low < 0) x = x / scale - low / scale;
    else x /= scale;
    return x;
  }
};

// Range of the finite losses; all zero without any.
template <class T>
NonNegative range_of(const Exec& exec, const Array1<T>& loss, int n) {
  Kokkos::MinMaxScalar<double> range;
  Kokkos::parallel_reduce(
      "plisse::sampling::loss_range", Range(exec, 0, n),
      KOKKOS_LAMBDA(int k, Kokkos::MinMaxScalar<double>& r) {
        if (!std::isfinite(loss(k))) return;
        r.min_val = math::fmin(r.min_val, double(loss(k)));
        r.max_val = math::fmax(r.max_val, double(loss(k)));
      },
      Kokkos::MinMax<double>(range));
  if (range.min_val > range.max_val) return {};
  const double largest = std::max(std::fabs(range.min_val), std::fabs(range.max_val));
  return {range.min_val, range.max_val, largest > 0 ? largest : 1};
}

}  // namespace

template <class T>
ProbabilityGrid<T>::ProbabilityGrid(const ChartCells<T>& cells, double momentum, double floor, Workspace& workspace)
    : momentum_(momentum),
      floor_(floor),
      cells_(cells),
      probability_(workspace.take<T>("plisse::sampling::probability", cells.count())),
      dense_(workspace.take<T>("plisse::sampling::density", cells.rows(), cells.columns())),
      conditional_(workspace.take<double>("plisse::sampling::conditional_cdf", cells.count())),
      marginal_(workspace.take<double>("plisse::sampling::marginal_cdf", cells.rows())),
      sum_(workspace, cells.count()) {
  reset(Exec());
}

template <class T>
void ProbabilityGrid<T>::reset(const Exec& exec) const {
  const auto cells = cells_;
  const auto probability = probability_;
  Kokkos::parallel_for(
      "plisse::sampling::reset_probability", Range(exec, 0, cells.count()), KOKKOS_LAMBDA(int k) { probability(k) = T(cells.share(k)); });
}

template <class T>
void ProbabilityGrid<T>::observe(const Exec& exec, const Array1<T>& loss) const {
  const int n = cells_.count();
  const auto cells = cells_;
  const auto probability = probability_;
  const auto value = range_of(exec, loss, n);
  const double total = sum_(
      exec, n, KOKKOS_LAMBDA(int k) { return value(loss(k)) * cells.share(k); });
  const double keep = momentum_, uniform = total > 0 ? floor_ : 1, scale = total > 0 ? (1 - floor_) / total : 0;
  Kokkos::parallel_for(
      "plisse::sampling::momentum", Range(exec, 0, n), KOKKOS_LAMBDA(int k) {
        const double observed = cells.share(k) * (uniform + scale * value(loss(k)));
        probability(k) = T(keep * double(probability(k)) + (1 - keep) * observed);
      });
}

template <class T>
void ProbabilityGrid<T>::accumulate(const Exec& exec) const {
  const auto cells = cells_;
  const auto probability = probability_;
  const auto conditional = conditional_, marginal = marginal_;
  const int rows = cells.rows();
  Kokkos::parallel_for(
      "plisse::sampling::conditional_cdf", Range(exec, 0, rows), KOKKOS_LAMBDA(int row) {
        double sum = 0;
        for (int k = cells.row_start(row); k < cells.row_start(row + 1); ++k) conditional(k) = sum += double(probability(k));
        marginal(row) = sum;
      });
  Kokkos::parallel_for(
      "plisse::sampling::marginal_cdf", Range(exec, 0, 1), KOKKOS_LAMBDA(int) {
        double sum = 0;
        for (int row = 0; row < rows; ++row) marginal(row) = sum += marginal(row);
      });
}

template <class T>
Array2<T> ProbabilityGrid<T>::dense() const {
  const auto cells = cells_;
  const auto probability = probability_;
  const auto dense = dense_;
  Kokkos::parallel_for(
      "plisse::sampling::density", Range(0, cells.count()),
      KOKKOS_LAMBDA(int k) { dense(cells.row(k), cells.column(k)) = probability(k); });
  Kokkos::fence();
  return dense;
}

template class ProbabilityGrid<float>;
template class ProbabilityGrid<double>;

}  // namespace plisse::sampling

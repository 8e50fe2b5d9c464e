// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/grid_box.hpp"

#include <algorithm>

namespace plisse::experiments {

namespace {

constexpr double flat = 1e-6;  // of the longest side

}  // namespace

template <class T>
GridBox<T>::GridBox(const Vec3<double>& lower, const Vec3<double>& upper) {
  const double low[3] = {lower.x, lower.y, lower.z}, side[3] = {upper.x - lower.x, upper.y - lower.y, upper.z - lower.z};
  int axes[3] = {0, 1, 2};
  std::stable_sort(axes, axes + 3, [&](int a, int b) { return side[a] > side[b]; });
  const double longest = side[axes[0]];
  dimension_ = side[axes[2]] > flat * longest ? 3 : 2;
  std::sort(axes, axes + dimension_);
  for (int d = 0; d < dimension_; ++d) {
    const int axis = axes[d];
    axis_[d] = axis;
    sides_[d] = std::max(side[axis] / longest, flat);
    origin_[d] = T(low[axis]);
    scale_[d] = T(1 / (sides_[d] * longest));
  }
}

template <class T>
void GridBox<T>::fit(const Exec& exec, const Jets<T>& cube, int n, const Jets<T>& points) const {
  const int channels = int(cube.extent(1));
  for (int d = 0; d < dimension_; ++d) {
    const int axis = axis_[d];
    const T origin = origin_[d], scale = scale_[d];
    Kokkos::parallel_for(
        "plisse::experiments::fit_box", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
          points(d, 0, p) = scale * (cube(axis, 0, p) - origin);
          for (int c = 1; c < channels; ++c) points(d, c, p) = scale * cube(axis, c, p);
        });
  }
}

template class GridBox<float>;
template class GridBox<double>;

}  // namespace plisse::experiments

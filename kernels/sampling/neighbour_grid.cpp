// SPDX-License-Identifier: Apache-2.0
#include "kernels/sampling/neighbour_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plisse::sampling {

template <class T>
NeighbourGrid<T>::NeighbourGrid(int capacity, const Box& box, double area, Workspace& workspace) {
  const double width = box.u1 - box.u0, height = box.v1 - box.v0;
  // One point a bin where the points lie, and no more bins altogether than four a point.
  size_ =
      T(std::max({std::sqrt(area / capacity), std::sqrt(width * height / (4.0 * capacity)), std::max(width, height) / (4.0 * capacity)}));
  scale_ = 1 / size_;
  u0_ = T(box.u0);
  v0_ = T(box.v0);
  columns_ = int(width / size_) + 1;
  rows_ = int(height / size_) + 1;
  const std::size_t bins = std::size_t(columns_) * rows_;
  sorted_ = workspace.take<T>("plisse::sampling::neighbours_sorted", 2, capacity);
  index_ = workspace.take<int>("plisse::sampling::neighbours_index", capacity);
  start_ = workspace.take<int>("plisse::sampling::neighbours_start", bins + 1);
  offset_ = workspace.take<int>("plisse::sampling::neighbours_offset", bins * chunks);
}

template <class T>
void NeighbourGrid<T>::build(const Exec& exec, const Array2<T>& points, int n) {
  const int bins = columns_ * rows_, length = (n + chunks - 1) / chunks;
  const auto grid = *this;
  Kokkos::deep_copy(exec, offset_, 0);
  Kokkos::parallel_for(
      "plisse::sampling::neighbours_count", Range(exec, 0, chunks), KOKKOS_LAMBDA(int chunk) {
        const int end = n < (chunk + 1) * length ? n : (chunk + 1) * length;
        for (int i = chunk * length; i < end; ++i) {
          const int bin = grid.bin_v(points(1, i)) * grid.columns_ + grid.bin_u(points(0, i));
          ++grid.offset_(bin * chunks + chunk);
        }
      });
  Kokkos::parallel_scan(
      "plisse::sampling::neighbours_scan", Range(exec, 0, bins * chunks), KOKKOS_LAMBDA(int i, int& sum, bool final) {
        const int count = grid.offset_(i);
        if (final) {
          grid.offset_(i) = sum;
          if (i % chunks == 0) grid.start_(i / chunks) = sum;
          if (i == bins * chunks - 1) grid.start_(bins) = sum + count;
        }
        sum += count;
      });
  Kokkos::parallel_for(
      "plisse::sampling::neighbours_place", Range(exec, 0, chunks), KOKKOS_LAMBDA(int chunk) {
        const int end = n < (chunk + 1) * length ? n : (chunk + 1) * length;
        for (int i = chunk * length; i < end; ++i) {
          const T u = points(0, i), v = points(1, i);
          const int place = grid.offset_((grid.bin_v(v) * grid.columns_ + grid.bin_u(u)) * chunks + chunk)++;
          grid.sorted_(0, place) = u;
          grid.sorted_(1, place) = v;
          grid.index_(place) = i;
        }
      });
}

template <class T>
double minimum_distance(const Exec& exec, NeighbourGrid<T>& grid, const Array2<T>& points, int n) {
  if (n < 2) return std::numeric_limits<double>::infinity();
  grid.build(exec, points, n);
  const auto search = grid;
  T least{};
  Kokkos::parallel_reduce(
      "plisse::sampling::minimum_distance", Range(exec, 0, n),
      KOKKOS_LAMBDA(int i, T& smallest) { smallest = math::fmin(smallest, search.nearest(points(0, i), points(1, i), i).distance2); },
      Kokkos::Min<T>(least));
  return std::sqrt(double(least));
}

template class NeighbourGrid<float>;
template class NeighbourGrid<double>;
template double minimum_distance(const Exec&, NeighbourGrid<float>&, const Array2<float>&, int);
template double minimum_distance(const Exec&, NeighbourGrid<double>&, const Array2<double>&, int);

}  // namespace plisse::sampling

// SPDX-License-Identifier: Apache-2.0
#include "kernels/sampling/lloyd.hpp"

#include <algorithm>
#include <cmath>

namespace plisse::sampling {

namespace {

constexpr double fixed_point = double(1ll << 40);  // of moments: 4 million terms of size 1 stay below 2^62

// Quadrature points a thread takes together: neighbours along the Hilbert curve.
constexpr int tile = on_gpu ? 1 : 16;

KOKKOS_INLINE_FUNCTION long long fixed(double x) { return (long long)(math::floor(x * fixed_point + 0.5)); }

// Sum of the moments of one point over a run of quadrature points.
struct Moment {
  long long u = 0, v = 0, weight = 0;

  KOKKOS_INLINE_FUNCTION void flush(const Array2<long long>& moment, int owner) {
    if (weight == 0) return;
    Kokkos::atomic_add(&moment(owner, 0), u);
    Kokkos::atomic_add(&moment(owner, 1), v);
    Kokkos::atomic_add(&moment(owner, 2), weight);
    *this = {};
  }
};

Box bounds(const ChartPolygons& charts) {
  Box box{1, 1, 0, 0};
  for (std::size_t i = 0; i < charts.extent(0); ++i)
    for (int k = 0; k < 4; ++k) {
      box.u0 = std::min(box.u0, charts(i, k, 0));
      box.u1 = std::max(box.u1, charts(i, k, 0));
      box.v0 = std::min(box.v0, charts(i, k, 1));
      box.v1 = std::max(box.v1, charts(i, k, 1));
    }
  return box;
}

template <class T>
ChartCells<T> fine_cells(const RestSurface<T>& surface, double count, Workspace& workspace) {
  const int n = cells_a_side(surface.charts(), count);
  return ChartCells<T>(surface, n, n, CellOrder::hilbert, workspace);
}

}  // namespace

template <class T>
Lloyd<T>::Lloyd(const RestSurface<T>& surface, int points, int per_point, Workspace& workspace)
    : points_(points),
      surface_(surface),
      cells_(fine_cells(surface, double(points) * per_point, workspace)),
      neighbours_(points, bounds(surface.charts()), cells_.uv_area(), workspace),
      quadrature_(workspace.take<T>("plisse::sampling::quadrature", 2, cells_.count())),
      weight_(workspace.take<T>("plisse::sampling::quadrature_weight", cells_.count())),
      moment_(workspace.take<long long>("plisse::sampling::moments", points, 3)) {}

template <class T>
void Lloyd<T>::draw_quadrature(const Exec& exec, std::uint64_t seed, std::int64_t step) {
  const random::Generator generator(seed, random::Stream::quadrature, std::uint64_t(step));
  const auto cells = cells_;
  const auto quadrature = quadrature_;
  const auto weight = weight_;
  Kokkos::parallel_for(
      "plisse::sampling::quadrature", Range(exec, 0, cells.count()), KOKKOS_LAMBDA(int k) {
        T r[4];
        generator.uniform4(k, r);
        cells.point(k, r[0], r[1], r[2], quadrature(0, k), quadrature(1, k));
        weight(k) = T(cells.fill(k));
      });
}

template <class T>
void Lloyd<T>::weigh(const Exec& exec, const ProbabilityGrid<T>& density, double uniform_share) {
  const auto quadrature = quadrature_;
  const auto weight = weight_;
  Kokkos::parallel_for(
      "plisse::sampling::quadrature_density", Range(exec, 0, cells_.count()), KOKKOS_LAMBDA(int k) {
        const double relative = uniform_share + (1 - uniform_share) * density.relative_density(quadrature(0, k), quadrature(1, k));
        weight(k) *= T(relative / (uniform_share + (1 - uniform_share) * density.peak()));
      });
}

template <class T>
void Lloyd<T>::sweep(const Exec& exec, const Array2<T>& points) {
  neighbours_.build(exec, points, points_);
  const auto neighbours = neighbours_;
  const auto quadrature = quadrature_;
  const auto weight = weight_;
  const auto moment = moment_;
  const int count = cells_.count();
  Kokkos::deep_copy(exec, moment, 0ll);
  Kokkos::parallel_for(
      "plisse::sampling::voronoi_moments", Range(exec, 0, (count + tile - 1) / tile), KOKKOS_LAMBDA(int block) {
        T u[tile], v[tile];
        int owner[tile];
        for (int k = 0; k < tile; ++k) {
          const int q = block * tile + k < count ? block * tile + k : count - 1;
          u[k] = quadrature(0, q);
          v[k] = quadrature(1, q);
        }
        neighbours.nearest(u, v, owner);
        Moment sum;
        for (int k = 0; k < tile && block * tile + k < count; ++k) {
          const double w = double(weight(block * tile + k));
          sum.u += fixed(w * (double(u[k]) - double(points(0, owner[k]))));
          sum.v += fixed(w * (double(v[k]) - double(points(1, owner[k]))));
          sum.weight += fixed(w);
          if (k + 1 == tile || owner[k + 1] != owner[k]) sum.flush(moment, owner[k]);
        }
      });
  const auto surface = surface_;
  Kokkos::parallel_for(
      "plisse::sampling::lloyd_move", Range(exec, 0, points_), KOKKOS_LAMBDA(int i) {
        if (moment(i, 2) == 0) return;
        const T u = points(0, i), v = points(1, i);
        T du = T(double(moment(i, 0)) / double(moment(i, 2))), dv = T(double(moment(i, 1)) / double(moment(i, 2)));
        for (int halving = 0; halving < 4; ++halving, du /= 2, dv /= 2)
          if (surface.contains(u + du, v + dv)) {
            points(0, i) = u + du;
            points(1, i) = v + dv;
            return;
          }
      });
}

template class Lloyd<float>;
template class Lloyd<double>;

}  // namespace plisse::sampling

// SPDX-License-Identifier: Apache-2.0
#include "kernels/sampling/lloyd.hpp"

#include <algorithm>
#include <cmath>

namespace plisse::sampling {

namespace {

constexpr double fixed_point = double(1ll << 40);  // of moments: 4 million terms of size 1 stay below 2^62

// Where the density falls below this share of the mean, quadrature points weigh no more for it: else few would outweigh all.
constexpr double least_density = 1.0 / 64;

// Quadrature points a thread takes together: mostly of one cell or two.
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

// Fractions of additive recurrences that fill an interval (golden ratio) and a square (plastic number) evenly.
constexpr double golden = 0.6180339887498949, plastic = 0.7548776662466927, plastic_square = 0.5698402909980532;

KOKKOS_INLINE_FUNCTION double fraction(double x) { return x - math::floor(x); }

}  // namespace

template <class T>
Lloyd<T>::Lloyd(const RestSurface<T>& surface, const ChartCells<T>& cells, int points, int per_point, Workspace& workspace)
    : points_(points),
      surface_(surface),
      cells_(cells),
      neighbours_(points, bounds(surface.charts()), cells.uv_area(), workspace),
      quadrature_(workspace.take<T>("plisse::sampling::quadrature", 2, std::size_t(points) * per_point)),
      weight_(workspace.take<T>("plisse::sampling::quadrature_weight", std::size_t(points) * per_point)),
      moment_(workspace.take<long long>("plisse::sampling::moments", points, 3)) {}

template <class T>
void Lloyd<T>::draw_quadrature(const Exec& exec, const ProbabilityGrid<T>& density, double uniform_share, LloydDensity kind,
                               std::uint64_t seed, std::int64_t step) {
  const random::Generator generator(seed, random::Stream::quadrature, std::uint64_t(step));
  const auto cells = cells_;
  const auto quadrature = quadrature_;
  const auto weight = weight_;
  const int last = cells.count() - 1, total = int(weight_.extent(0));
  const double offset = random::unit<double>(generator.block(~0ull).word[0]);
  const double bound = uniform_share > least_density ? uniform_share : least_density;
  // The points of cells up to k.
  const auto points_upto = KOKKOS_LAMBDA(int k) {
    if (k < 0 || k == last) return k < 0 ? 0 : total;
    const double mass = uniform_share * cells.cumulative_share(k) + (1 - uniform_share) * density.cumulative(k);
    return int(math::fmin(math::floor(total * mass + offset), double(total)));
  };
  Kokkos::parallel_for(
      "plisse::sampling::quadrature", Range(exec, 0, cells.count()), KOKKOS_LAMBDA(int k) {
        const double relative = uniform_share + (1 - uniform_share) * density.relative(k);
        const T w = kind == LloydDensity::probability || relative <= bound ? T(1) : T(bound / relative);
        double shift[4];
        generator.uniform4(k, shift);
        const int end = points_upto(k);
        for (int q = points_upto(k - 1); q < end; ++q) {
          const T choice = T(fraction(shift[0] + q * golden)), s = T(fraction(shift[1] + q * plastic));
          cells.point(k, choice, s, T(fraction(shift[2] + q * plastic_square)), quadrature(0, q), quadrature(1, q));
          weight(q) = w;
        }
      });
}

template <class T>
void Lloyd<T>::sweep(const Exec& exec, const Array2<T>& points) {
  neighbours_.build(exec, points, points_);
  const auto neighbours = neighbours_;
  const auto quadrature = quadrature_;
  const auto weight = weight_;
  const auto moment = moment_;
  const int count = int(weight_.extent(0));
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

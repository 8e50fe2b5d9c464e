// SPDX-License-Identifier: Apache-2.0
#include "kernels/sampling/neighbour_grid.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "kernels/core/random.hpp"
#include "tests/kernels/sampling/support.hpp"

using namespace plisse;
using namespace plisse::test;
using sampling::NeighbourGrid;

namespace {

// n points in a box, three quarters of them crowded in a hundredth of its sides.
Points crowded(int n, double width, double height) {
  const random::Generator generator(3, random::Stream::user, 0);
  Points points;
  for (int i = 0; i < n; ++i) {
    double r[4];
    generator.uniform4(i, r);
    const double shrink = i % 4 == 0 ? 1 : 0.01;
    points.push_back({r[0] * width * shrink, r[1] * height * shrink});
  }
  return points;
}

template <class T>
double squared(const Points& points, int i, const Uv& q) {
  const T du = T(points[i][0]) - T(q[0]), dv = T(points[i][1]) - T(q[1]);
  return double(du * du + dv * dv);
}

}  // namespace

TEST_CASE_TEMPLATE("the nearest point is the one an exhaustive search finds", T, float, double) {
  for (const auto& [width, height] : {Uv{1, 1}, Uv{1, 0.01}, Uv{0.02, 1}, Uv{1e-3, 1e-3}})
    for (const int n : {1, 2, 50, 1500}) {
      const auto points = crowded(n, width, height);
      const auto queries = crowded(700, width, height);
      Workspace workspace;
      NeighbourGrid<T> grid(n, {0, 0, width, height}, width * height, workspace);
      workspace.seal();
      grid.build(Exec(), to_device<T>(points), n);
      const auto uv = to_device<T>(queries);
      Array1<T> found("found", queries.size());
      Kokkos::parallel_for(
          "search", Range(0, queries.size()), KOKKOS_LAMBDA(int i) { found(i) = grid.nearest(uv(0, i), uv(1, i)).distance2; });
      const auto distances = to_host(found);
      for (std::size_t k = 0; k < queries.size(); ++k) {
        double best = std::numeric_limits<double>::max();
        for (int i = 0; i < n; ++i) best = std::min(best, squared<T>(points, i, queries[k]));
        REQUIRE(distances[k] == doctest::Approx(best).epsilon(1e-5));
      }
    }
}

TEST_CASE_TEMPLATE("minimum distance is that of the closest pair", T, float, double) {
  Workspace workspace;
  const int n = 900;
  NeighbourGrid<T> grid(n, {}, 1, workspace);
  workspace.seal();
  const auto points = crowded(n, 1, 1);
  double best = std::numeric_limits<double>::max();
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k) best = std::min(best, squared<T>(points, i, points[k]));
  CHECK(sampling::minimum_distance(Exec(), grid, to_device<T>(points), n) == doctest::Approx(std::sqrt(best)).epsilon(1e-5));
  CHECK(sampling::minimum_distance(Exec(), grid, to_device<T>(Points{{0.25, 0.5}, {1, 1}, {0.25, 0.5}}), 3) == 0);
  CHECK(sampling::minimum_distance(Exec(), grid, to_device<T>(Points{{0.25, 0.5}, {1, 0.5}}), 2) == doctest::Approx(0.75));
  CHECK(sampling::minimum_distance(Exec(), grid, to_device<T>(Points{{0.25, 0.5}}), 1) == std::numeric_limits<double>::infinity());
}

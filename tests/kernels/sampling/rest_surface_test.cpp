// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <stdexcept>

#include "kernels/core/random.hpp"
#include "tests/kernels/sampling/support.hpp"

using namespace plisse;
using namespace plisse::test;
using sampling::Lookup;
using sampling::RestSurface;

namespace {

// Positions at points, and which of them are inside.
template <class T>
struct Looked {
  std::vector<Position> X;
  std::vector<bool> inside;
};

template <class T>
Looked<T> look_up(const RestSurface<T>& surface, const Points& points) {
  const int n = int(points.size());
  const auto uv = to_device<T>(points);
  Array2<T> X("X", 3, n);
  Array1<int> inside("inside", n);
  Kokkos::parallel_for(
      "look_up", Range(0, n), KOKKOS_LAMBDA(int i) {
        Vec3<T> x;
        inside(i) = surface.position(uv(0, i), uv(1, i), x);
        X(0, i) = x.x;
        X(1, i) = x.y;
        X(2, i) = x.z;
      });
  Kokkos::fence();
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), X);
  const auto flags = to_host(inside);
  Looked<T> out;
  for (int i = 0; i < n; ++i) {
    out.X.push_back({double(host(0, i)), double(host(1, i)), double(host(2, i))});
    out.inside.push_back(flags[i] != 0);
  }
  return out;
}

Points random_points(int n, std::uint64_t seed) {
  const random::Generator generator(seed, random::Stream::user, 0);
  Points points;
  for (int i = 0; i < n; ++i) {
    double r[4];
    generator.uniform4(i, r);
    points.push_back({r[0], r[1]});
  }
  return points;
}

}  // namespace

TEST_CASE_TEMPLATE("rest positions are those of the sheet, by both look-ups", T, float, double) {
  const auto points = random_points(2000, 1);
  for (const auto lookup : {Lookup::exact, Lookup::map}) {
    const auto found = look_up(RestSurface<T>(rest_surface(square_charts(), lookup)), points);
    const double error = lookup == Lookup::map || sizeof(T) == 4 ? 3e-7 : 1e-14;
    for (std::size_t i = 0; i < points.size(); ++i) {
      REQUIRE(found.inside[i]);
      // Read back what the device was asked: the point in T.
      const auto expected = sheet(T(points[i][0]), T(points[i][1]));
      for (int c = 0; c < 3; ++c) CHECK(std::fabs(found.X[i][c] - expected[c]) < error);
    }
  }
}

TEST_CASE_TEMPLATE("no cracks: points on edges, corners and bin borders are inside", T, float, double) {
  for (const auto& charts : {square_charts(7), disk_charts(), l_charts(), strip_charts(), strip_charts(1e-4)}) {
    const RestSurface<T> surface(rest_surface(charts));
    Points points;
    for (const auto& triangle : charts.triangles)
      for (int k = 0; k < 3; ++k)
        for (int s = 0; s <= 48; ++s) {
          const Uv &a = triangle[k], &b = triangle[(k + 1) % 3];
          points.push_back({a[0] + (b[0] - a[0]) * s / 48, a[1] + (b[1] - a[1]) * s / 48});
        }
    const auto found = look_up(surface, points);
    int lost = 0;
    for (const bool inside : found.inside) lost += !inside;
    CHECK(lost == 0);
  }
}

TEST_CASE_TEMPLATE("points outside the charts are refused", T, float, double) {
  const auto points = random_points(4000, 2);
  for (const auto& charts : {disk_charts(), l_charts(), strip_charts()}) {
    const auto found = look_up(RestSurface<T>(rest_surface(charts)), points);
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (charts.contains(points[i][0], points[i][1], -1e-5)) CHECK(found.inside[i]);
      if (!charts.contains(points[i][0], points[i][1], 1e-5)) CHECK(!found.inside[i]);
    }
    const auto beyond = look_up(RestSurface<T>(rest_surface(charts)), {{1.01, 0.5}, {-0.01, 0.5}, {0.5, 2}, {0.5, -1e30}});
    for (const bool inside : beyond.inside) CHECK(!inside);
  }
}

TEST_CASE_TEMPLATE("the map's mask is followed to half a texel", T, float, double) {
  const auto points = random_points(4000, 3);
  const auto charts = disk_charts();
  const auto found = look_up(RestSurface<T>(rest_surface(charts, Lookup::map)), points);
  const double texel = 1.0 / 256;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (charts.contains(points[i][0], points[i][1], -texel)) CHECK(found.inside[i]);
    if (!charts.contains(points[i][0], points[i][1], texel)) CHECK(!found.inside[i]);
  }
}

TEST_CASE("in float, rest edges of 1 cm on a cloth of 1 m are accurate to 1e-5, across triangles too") {
  const auto starts = random_points(2000, 4);
  for (const int quads : {1, 33})
    for (const auto lookup : {Lookup::exact, Lookup::map}) {
      if (quads > 1 && lookup == Lookup::map) continue;  // the map does not depend on the triangles
      Points points;
      for (const auto& p : starts) {
        points.push_back({0.98 * p[0], 0.98 * p[1]});
        points.push_back({0.98 * p[0] + 0.006, 0.98 * p[1] + 0.008});
      }
      const auto found = look_up(RestSurface<float>(rest_surface(square_charts(quads), lookup)), points);
      double worst = 0;
      for (std::size_t i = 0; i < points.size(); i += 2) {
        const auto length = [](const Position& a, const Position& b) { return std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]); };
        const auto truth = [&](std::size_t k) { return sheet(float(points[k][0]), float(points[k][1])); };
        const double rest = length(truth(i), truth(i + 1));
        worst = std::max(worst, std::fabs(length(found.X[i], found.X[i + 1]) - rest) / rest);
      }
      CHECK(worst < 1e-5);
    }
}

TEST_CASE("data that do not fit together are refused with a reason") {
  auto bins = rest_surface(square_charts());
  bins.bin_start.pop_back();
  CHECK_THROWS_AS(RestSurface<float>{bins}, std::invalid_argument);
  auto map = rest_surface(square_charts(), Lookup::map);
  map.map_mask.assign(map.map_mask.size(), 0);
  CHECK_THROWS_AS(RestSurface<float>{map}, std::invalid_argument);
  const auto flat = rest_surface(square_charts().triangle({0, 0}, {0.5, 0.5}, {1, 1}));
  CHECK_THROWS_AS(RestSurface<float>{flat}, std::invalid_argument);
}

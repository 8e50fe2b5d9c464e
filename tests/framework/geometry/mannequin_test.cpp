// SPDX-License-Identifier: Apache-2.0
// Surfaces of level sets, and the body made of one: closed, smooth, symmetric, with the girths asked for.
#include "framework/geometry/mannequin.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "framework/geometry/half_edges.hpp"
#include "framework/geometry/inspection.hpp"
#include "tests/support/close.hpp"

using namespace plisse::geometry;

namespace {

double volume(const SurfaceMesh& mesh) {
  double sum = 0;
  for (const auto& [a, b, c] : mesh.triangles)
    sum += dot(mesh.positions[std::size_t(a)], cross(mesh.positions[std::size_t(b)], mesh.positions[std::size_t(c)])) / 6;
  return sum;
}

double least_angle(const SurfaceMesh& mesh) {
  double least = 180;
  for (const Triangle& t : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Point3 a = mesh.positions[std::size_t(t[k])], b = mesh.positions[std::size_t(t[(k + 1) % 3])] - a,
                   c = mesh.positions[std::size_t(t[(k + 2) % 3])] - a;
      least = std::min(least, std::acos(dot(b, c) / (norm(b) * norm(c))) * 180 / std::numbers::pi);
    }
  }
  return least;
}

void check_closed(const SurfaceMesh& mesh) {
  const Report report = inspect(mesh);
  CAPTURE(report.text());
  CHECK(report.closed());
  CHECK(report.components == 1);
  CHECK(report.non_manifold.count == 0);
  CHECK(report.inconsistent.count == 0);
  CHECK(report.zero_area.count == 0);
  CHECK(report.unreferenced.count == 0);
  CHECK(mesh.triangles.size() + 4 == 2 * mesh.positions.size());  // no handle: Euler's characteristic is 2
}

// Length of the outline of the section at a height, of its part near the axis of the body.
double girth(const SurfaceMesh& mesh, double z, double within) {
  double length = 0;
  for (const Triangle& t : mesh.triangles) {
    std::vector<Point3> ends;
    for (std::size_t k = 0; k < 3; ++k) {
      const Point3 a = mesh.positions[std::size_t(t[k])], b = mesh.positions[std::size_t(t[(k + 1) % 3])];
      if ((a[2] < z) != (b[2] < z)) ends.push_back(a + ((z - a[2]) / (b[2] - a[2])) * (b - a));
    }
    if (ends.size() == 2 && std::abs(ends[0][0]) < within) length += norm(ends[1] - ends[0]);
  }
  return length;
}

// The largest distance from the mirror image of a vertex to the nearest vertex.
double asymmetry(const SurfaceMesh& mesh) {
  auto sorted = mesh.positions;
  std::sort(sorted.begin(), sorted.end(), [](const Point3& a, const Point3& b) { return a[2] < b[2]; });
  double worst = 0;
  for (const Point3& p : sorted) {
    const Point3 mirrored{-p[0], p[1], p[2]};
    double nearest = 1;
    const auto first = std::lower_bound(sorted.begin(), sorted.end(), p[2] - 1e-6, [](const Point3& a, double z) { return a[2] < z; });
    for (auto it = first; it != sorted.end() && (*it)[2] <= p[2] + 1e-6; ++it) nearest = std::min(nearest, norm(*it - mirrored));
    worst = std::max(worst, nearest);
  }
  return worst;
}

}  // namespace

TEST_CASE("the level sets of a ball and a ring are theirs") {
  const Point3 centre{0.3, -0.1, 0.2};
  const auto ball = level_set_mesh([&](const Point3& p) { return norm(p - centre) - 0.5; }, {-0.4, -0.8, -0.5}, {1, 0.6, 0.9}, 0.05);
  check_closed(ball);
  for (const Point3& p : ball.positions) CHECK(norm(p - centre) == doctest::Approx(0.5).epsilon(1e-9));
  CHECK(volume(ball) == doctest::Approx(4. / 3 * std::numbers::pi * 0.125).epsilon(0.01));
  CHECK(least_angle(ball) > 20);
  double edges = 0;
  int count = 0;
  for (const Triangle& t : ball.triangles)
    for (std::size_t k = 0; k < 3; ++k, ++count)
      edges += norm(ball.positions[std::size_t(t[k])] - ball.positions[std::size_t(t[(k + 1) % 3])]);
  CHECK(plisse::tests::close(edges / count, 0.05, 0.1));

  const auto ring = level_set_mesh([](const Point3& p) { return std::hypot(std::hypot(p[0], p[1]) - 0.4, p[2]) - 0.15; },
                                   {-0.7, -0.7, -0.3}, {0.7, 0.7, 0.3}, 0.05);
  CHECK(inspect(ring).closed());
  CHECK(ring.triangles.size() == 2 * ring.positions.size());  // one handle
  CHECK(volume(ring) == doctest::Approx(2 * std::pow(std::numbers::pi, 2) * 0.4 * 0.15 * 0.15).epsilon(0.02));
}

TEST_CASE("mannequins are closed, symmetric and stand on the ground, and have the girths asked for") {
  const MannequinOptions slim{.height = 1.62, .chest = 0.84, .waist = 0.64, .hips = 0.9, .shoulders = 0.37, .resolution = 0.015};
  auto trunk = slim, tall = slim;
  trunk.arms = MannequinOptions::Arms::none;
  trunk.legs = false;
  tall = {.height = 1.88, .chest = 1.04, .waist = 0.9, .hips = 1.05, .shoulders = 0.47, .resolution = 0.018};
  for (const MannequinOptions& o : {slim, trunk, tall}) {
    CAPTURE(o.height);
    const SurfaceMesh mesh = mannequin(o);
    check_closed(mesh);
    CHECK(least_angle(mesh) > 12);
    CHECK(volume(mesh) > (o.legs ? 0.04 : 0.025));
    CHECK(volume(mesh) < 0.12);
    CHECK(asymmetry(mesh) < 1e-9);
    double low = 10, high = -10;
    for (const Point3& p : mesh.positions) {
      low = std::min(low, p[2]);
      high = std::max(high, p[2]);
    }
    if (o.legs) CHECK(low == 0);
    else CHECK(low == doctest::Approx(0.46 * o.height).epsilon(0.03));
    CHECK(high == doctest::Approx(o.height).epsilon(0.005));
    const MannequinLevels levels = mannequin_levels(o);
    CHECK(girth(mesh, levels.chest, 0.21 * o.chest) == doctest::Approx(o.chest).epsilon(0.02));
    CHECK(girth(mesh, levels.waist, 0.21 * o.waist) == doctest::Approx(o.waist).epsilon(0.02));
    CHECK(girth(mesh, levels.hips, 0.21 * o.hips) == doctest::Approx(o.hips).epsilon(0.02));
  }
}

TEST_CASE("a mannequin is smooth: no two triangles meet in an edge") {
  const SurfaceMesh mesh = mannequin({.arms = MannequinOptions::Arms::down, .position = {1, 2, 3}});
  check_closed(mesh);
  double low = 10;
  for (const Point3& p : mesh.positions) low = std::min(low, p[2]);
  CHECK(low == doctest::Approx(3));
  const auto normal = [&](int t) {
    const auto& [a, b, c] = mesh.triangles[std::size_t(t)];
    const Point3 n = area_vector(mesh.positions[std::size_t(a)], mesh.positions[std::size_t(b)], mesh.positions[std::size_t(c)]);
    return (1 / norm(n)) * n;
  };
  int sharp = 0;
  for_each_edge(sorted_half_edges(mesh.triangles), [&](const HalfEdge* first, const HalfEdge*) {
    sharp += dot(normal(first[0].triangle), normal(first[1].triangle)) < std::cos(60 * std::numbers::pi / 180);
  });
  CHECK(sharp == 0);
}

TEST_CASE("impossible measures are refused with what would do") {
  const MannequinOptions o{.waist = 4};
  CHECK(o.implausible("waist", o.waist, 0.28, 0.9) == "waist 4 m does not go with a height of 1.7 m; choose between 0.476 and 1.53 m");
  CHECK(o.implausible("chest", o.chest, 0.35, 0.9).empty());
}

// SPDX-License-Identifier: Apache-2.0
#include "framework/report/metrics.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <set>

#include "framework/config/error.hpp"
#include "shapes.hpp"

using namespace plisse;
using namespace plisse::report;

namespace {

double value(const std::vector<Metric>& metrics, const std::string& name) {
  for (const Metric& metric : metrics) {
    if (metric.name == name) return metric.value;
  }
  FAIL("no metric " << name);
  return 0;
}

}  // namespace

TEST_CASE("penetration of a plane by a known depth") {
  // Heights from -0.02 to 0.02 in equal steps; the plane is z = 0.
  const auto tilted = testing::sheet(40, 1, [](double x, double) { return 0.04 * x; });
  const Penetration p = penetration(tilted.positions, [](const Point3& q) { return q[2]; });
  CHECK(p.points == 41 * 41);
  CHECK(p.penetrating == 20 * 41);
  CHECK(p.max == doctest::Approx(0.02));
  CHECK(p.mean == doctest::Approx(0.0105));
  CHECK(value(as_metrics(p), "penetration_max") == p.max);
  CHECK(penetration(tilted.positions, [](const Point3& q) { return q[2] + 1; }).mean == 0);
  CHECK(penetration({}, [](const Point3&) { return 0.; }).points == 0);
  CHECK_THROWS_AS(penetration(tilted.positions, [](const Point3&) { return std::nan(""); }), std::invalid_argument);
}

TEST_CASE("penetration of a closed mesh: the analytic and the meshed sphere agree") {
  const std::array<double, 3> center{10, -20, 5};
  const ClosestSurface body(testing::sphere(100, 0.25, center));
  CHECK(body.open_edges() == 0);
  auto cloth = testing::flat(60, 0.8, 0);
  for (auto& p : cloth.positions) p = {p[0] + center[0], p[1] + center[1], center[2] + 0.2};
  const auto exact = [&](const Point3& q) { return std::hypot(q[0] - center[0], q[1] - center[1], q[2] - center[2]) - 0.25; };
  const Penetration mesh = penetration(cloth.positions, body), analytic = penetration(cloth.positions, exact);
  CHECK(analytic.max == doctest::Approx(0.05));
  CHECK(mesh.max == doctest::Approx(0.05).epsilon(0.005));
  CHECK(mesh.mean == doctest::Approx(analytic.mean).epsilon(0.01));
  CHECK(std::abs(double(mesh.penetrating - analytic.penetrating)) <= 8);
  for (const Point3& p : cloth.positions) CHECK(body.signed_distance(p) == doctest::Approx(exact(p)).epsilon(0.01).scale(0.02));
}

TEST_CASE("the inside test survives overlapping parts, inside-out and mixed triangles, and a hole") {
  auto ball = testing::sphere(24, 1, {0, 0, 0});
  const auto check = [](const geometry::SurfaceMesh& mesh) {
    const ClosestSurface surface(mesh);
    for (int i = 0; i < 200; ++i) {
      const double r = i % 2 ? 0.97 : 1.03, a = 0.7 * i, z = -0.95 + 1.9 * i / 199, s = std::sqrt(1 - z * z);
      CHECK(surface.inside({r * s * std::cos(a), r * s * std::sin(a), r * z}) == (i % 2 == 1));
    }
  };
  check(ball);
  auto turned = ball;
  for (auto& t : turned.triangles) std::swap(t[0], t[1]);
  check(turned);
  auto mixed = ball;
  for (std::size_t t = 0; t < mixed.triangles.size(); t += 3) std::swap(mixed.triangles[t][0], mixed.triangles[t][1]);
  check(mixed);
  auto twice = ball;
  const auto inner = testing::sphere(24, 0.5, {0, 0, 0});
  for (const auto& t : inner.triangles)
    twice.triangles.push_back({t[0] + int(ball.positions.size()), t[1] + int(ball.positions.size()), t[2] + int(ball.positions.size())});
  twice.positions.insert(twice.positions.end(), inner.positions.begin(), inner.positions.end());
  check(twice);
  CHECK(ClosestSurface(twice).inside({0, 0, 0}));
  ball.triangles.pop_back();
  CHECK(ClosestSurface(ball).open_edges() == 3);
  check(ball);
}

TEST_CASE("distances to a triangle in every region") {
  geometry::SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}};
  const ClosestSurface surface(mesh);
  const auto distance = [&](double x, double y, double z) { return surface.distance({x, y, z}); };
  CHECK(distance(0.25, 0.25, 0.5) == doctest::Approx(0.5));
  CHECK(distance(-3, -4, 0) == doctest::Approx(5));
  CHECK(distance(2, -1, 0) == doctest::Approx(std::sqrt(2.)));
  CHECK(distance(-1, 2, 0) == doctest::Approx(std::sqrt(2.)));
  CHECK(distance(0.5, -2, 0) == doctest::Approx(2));
  CHECK(distance(-2, 0.5, 0) == doctest::Approx(2));
  CHECK(distance(1, 1, 0) == doctest::Approx(std::sqrt(0.5)));
  CHECK(distance(0.25, 0.25, 0) == 0);
  mesh.positions[2] = {0.5, 0, 0};  // zero area
  CHECK(ClosestSurface(mesh).distance({0.5, 1, 0}) == doctest::Approx(1));
}

TEST_CASE("a moved sphere: Hausdorff distance and Chamfer distance") {
  const double shift = 0.1;
  const auto a = testing::sphere(60, 1, {0, 0, 0}), b = testing::sphere(60, 1, {shift, 0, 0});
  Sampling sampling{20000, 3, true};
  const Distances d = surface_distances(a, b, sampling);
  CHECK(d.hausdorff == doctest::Approx(shift).epsilon(0.01));
  // The distance is | |p - c| - 1 |, about shift |cos|: its mean is shift / 2, its square's shift² / 3.
  CHECK(d.chamfer_l1 == doctest::Approx(shift / 2).epsilon(0.02));
  CHECK(d.chamfer_sq == doctest::Approx(2 * shift * shift / 3).epsilon(0.02));
  sampling.to_surface = false;
  const Distances s = surface_distances(a, b, sampling);
  CHECK(s.chamfer_l1 > d.chamfer_l1);
  CHECK(s.chamfer_l1 == doctest::Approx(shift / 2).epsilon(0.1));
  CHECK(s.points_a == 20000);
  CHECK(surface_distances(a, b, sampling).chamfer_l1 == s.chamfer_l1);
  sampling.seed = 4;
  CHECK(surface_distances(a, b, sampling).chamfer_l1 != s.chamfer_l1);
  CHECK(d_c(d).definition.find("seed 3") != std::string::npos);
  CHECK(value(as_metrics(d), "hausdorff") == d.hausdorff);
}

TEST_CASE("distances of clouds by hand") {
  const std::vector<Point3> a{{0, 0, 0}, {1, 0, 0}}, b{{0, 0, 0}, {1, 0, 0}, {4, 0, 0}};
  const Distances d = point_distances(a, b);
  CHECK(d.hausdorff_ab == 0);
  CHECK(d.hausdorff_ba == 3);
  CHECK(d.hausdorff == 3);
  CHECK(d.chamfer_l1 == doctest::Approx(0.5));
  CHECK(d.chamfer_sq == doctest::Approx(3));
  CHECK(point_distances(a, a).chamfer_l1 == 0);
  CHECK_THROWS_AS(point_distances(a, {}), std::invalid_argument);
}

TEST_CASE("surface samples: uniform by area, on the surface, the same everywhere") {
  geometry::SurfaceMesh mesh = testing::flat(1, 2);
  mesh.positions.insert(mesh.positions.end(), {{5, 0, 0}, {5, 0, 0}, {6, 0, 0}});
  mesh.triangles.insert(mesh.triangles.begin(), {4, 5, 6});  // no area: no sample
  const int n = 40000;
  const auto points = sample_surface(mesh, n, 9);
  REQUIRE(points.size() == n);
  int quarter = 0, below = 0;
  for (const Point3& p : points) {
    CHECK(std::abs(p[0]) <= 1);
    CHECK(std::abs(p[1]) <= 1);
    quarter += p[0] > 0 && p[1] > 0;
    below += p[1] < p[0];
  }
  CHECK(below == n / 2);  // one of the two triangles: exact, by stratification
  CHECK(quarter == doctest::Approx(n / 4).epsilon(0.03));
  CHECK(sample_surface(mesh, n, 9) == points);
  CHECK(sample_surface(mesh, n, 10) != points);
  auto flat = mesh;
  for (auto& p : flat.positions) p = {p[0], 0, 0};
  CHECK_THROWS_AS(sample_surface(flat, 5, 0), config::Error);
  CHECK_THROWS_AS(sample_surface({}, 5, 0), config::Error);
}

TEST_CASE("known correspondence") {
  const std::vector<Point3> reference{{0, 0, 0}, {3, 4, 0}}, result{{0, 0, 1}, {3, 4, 7}};
  const Correspondence c = correspondence(result, reference);
  CHECK(c.mae == doctest::Approx(4));
  CHECK(c.rmse == doctest::Approx(5));
  CHECK(c.psnr == doctest::Approx(0).scale(1));
  CHECK(std::isinf(correspondence(reference, reference).psnr));
  CHECK(correspondence(reference, reference).rmse == 0);
  CHECK(value(as_metrics(c), "rmse") == c.rmse);
  CHECK_THROWS_AS(correspondence(result, std::vector<Point3>{{0, 0, 0}}), std::invalid_argument);
}

TEST_CASE("curvature statistics take magnitudes and leave out what is not finite") {
  const std::vector<double> values{-4, 3, std::nan(""), 0, 0};
  const CurvatureStatistics c = curvature_statistics(values);
  CHECK(c.points == 4);
  CHECK(c.mean == doctest::Approx(1.75));
  CHECK(c.rms == doctest::Approx(2.5));
  CHECK(c.max == 4);
  CHECK(c.p95 == doctest::Approx(3.85));
  CHECK(curvature_statistics({}).points == 0);
  CHECK(as_metrics(c).size() == 4);
}

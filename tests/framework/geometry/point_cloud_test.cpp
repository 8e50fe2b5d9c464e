// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/point_cloud.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "framework/config/error.hpp"
#include "tests/framework/geometry/analytic_meshes.hpp"
#include "tests/framework/geometry/analytic_samples.hpp"
#include "tests/framework/geometry/reference_error.hpp"

using namespace plisse;
using namespace plisse::geometry;
using namespace plisse::tests;

namespace {

Cloud cloud_of(const std::vector<Point3>& points, const CloudOptions& options = {}) {
  PointSet set;
  set.positions = points;
  return reference_cloud("scan.ply", set, options);
}

bool has_note(const Cloud& cloud, const std::string& text) {
  return std::any_of(cloud.notes.begin(), cloud.notes.end(), [&](const std::string& note) { return note.find(text) != note.npos; });
}

std::vector<Point3> joined(std::vector<Point3> a, const std::vector<Point3>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<Point3> moved(std::vector<Point3> points, const Point3& by) {
  for (Point3& p : points) p = p + by;
  return points;
}

std::vector<Point3> noisy(const AnalyticSurface& surface, std::vector<Point3> points, double deviation) {
  std::mt19937_64 random(9);
  std::normal_distribution<double> shift(0, deviation);
  for (Point3& p : points) p = p + shift(random) * surface.normal(p);
  return points;
}

}  // namespace

TEST_CASE("point cloud: random points: normals of second order, H of first, areas that sum to the area") {
  for (const AnalyticSurface& surface : analytic_surfaces()) {
    CAPTURE(surface.name);
    const Cloud coarse = cloud_of(random_points(surface, 4000, 3)), fine = cloud_of(random_points(surface, 16000, 4));
    const ReferenceError before = cloud_error(surface, coarse), after = cloud_error(surface, fine);
    CHECK(order(before, after, &ReferenceError::normal) > 1.7);
    CHECK(order(before, after, &ReferenceError::weingarten) > 0.9);
    CHECK(after.normal < 0.1);
    CHECK(after.weingarten < 0.02);
    CHECK(fine.components == 1);
    CHECK(coarse.area == doctest::Approx(surface.area).epsilon(0.01));
    CHECK(fine.area == doctest::Approx(surface.area).epsilon(0.005));
    CHECK(std::all_of(fine.points.begin(), fine.points.end(), [](const ReferencePoint& p) { return p.area > 0; }));
    CHECK(has_note(fine, "16000 points, 1 component, area"));
  }
}

TEST_CASE("point cloud: even points, as those of a mesh: areas are exact to a thousandth, H of second order") {
  for (const AnalyticSurface& surface : analytic_surfaces()) {
    CAPTURE(surface.name);
    const Cloud coarse = cloud_of(analytic_mesh(surface, 3, 0).positions), fine = cloud_of(analytic_mesh(surface, 4, 0).positions);
    const ReferenceError before = cloud_error(surface, coarse), after = cloud_error(surface, fine);
    CHECK(order(before, after, &ReferenceError::normal) > 1.9);
    CHECK(order(before, after, &ReferenceError::weingarten) > 1.4);
    CHECK(fine.area == doctest::Approx(surface.area).epsilon(0.001));
  }
}

TEST_CASE("point cloud: without curvature, normals of first order at least and H = 0") {
  const AnalyticSurface surface = torus();
  const CloudOptions flat{16, CloudCurvature::none};
  const Cloud coarse = cloud_of(random_points(surface, 4000, 3), flat), fine = cloud_of(random_points(surface, 16000, 3), flat);
  const ReferenceError before = cloud_error(surface, coarse), after = cloud_error(surface, fine);
  CHECK(order(before, after, &ReferenceError::normal) > 0.9);
  CHECK(after.normal < 2);
  for (const ReferencePoint& p : fine.points) CHECK(p.weingarten == Symmetric3{});
}

TEST_CASE("point cloud: noise below a tenth of the spacing leaves normals and areas good; more neighbours help H") {
  const AnalyticSurface surface = torus();
  const double spacing = std::sqrt(surface.area / 8000);
  const std::vector<Point3> points = noisy(surface, random_points(surface, 8000, 3), 0.05 * spacing);
  const Cloud few = cloud_of(points, {16}), many = cloud_of(points, {40});
  CHECK(few.area == doctest::Approx(surface.area).epsilon(0.01));
  const auto error = [&](const Cloud& cloud) {  // at the feet of the points
    Cloud on_surface = cloud;
    for (ReferencePoint& p : on_surface.points) p.position = surface.project(p.position);
    return cloud_error(surface, on_surface);
  };
  CHECK(error(few).normal < 3);
  CHECK(error(many).normal < 1.5);
  CHECK(error(many).weingarten < 0.7 * error(few).weingarten);
}

TEST_CASE("point cloud: normals of a component agree: outward where it encloses space, up where it does not, on the given side else") {
  const AnalyticSurface ball = sphere(), sheet = saddle();
  for (const ReferencePoint& p : cloud_of(moved(random_points(ball, 3000, 1), {5, 5, 5})).points)
    CHECK(dot(p.normal, p.position - Point3{5, 5, 5}) > 0);
  for (const ReferencePoint& p : cloud_of(random_points(sheet, 3000, 1)).points) CHECK(p.normal[2] > 0);
  PointSet set;
  set.positions = random_points(ball, 3000, 1);
  for (const Point3& p : set.positions) set.sides.push_back(-1.0 * p);
  for (const ReferencePoint& p : reference_cloud("scan.ply", set, {}).points) CHECK(dot(p.normal, p.position) < 0);
  const Cloud two = cloud_of(joined(random_points(ball, 3000, 1), moved(random_points(ball, 3000, 2), {2, 0, 0})));
  CHECK(two.components == 2);
  CHECK(has_note(two, "6000 points, 2 components"));
  for (const ReferencePoint& p : two.points) CHECK(dot(p.normal, p.position - Point3{p.position[0] > 1 ? 2. : 0., 0, 0}) > 0);
}

TEST_CASE("point cloud: measured normals are taken, with any length; missing ones come from the neighbours") {
  const AnalyticSurface surface = sphere();
  PointSet set;
  set.positions = random_points(surface, 2000, 1);
  for (const Point3& p : set.positions) set.normals.push_back(-7.0 * p);
  set.normals[3] = {};
  const Cloud flat = reference_cloud("scan.ply", set, {16, CloudCurvature::none});
  for (const ReferencePoint& p : flat.points) CHECK(dot(p.normal, p.position) < -0.99 * 0.4);
  CHECK(norm(flat.points[7].normal + (1 / 0.4) * set.positions[7]) < 1e-9);
  CHECK(has_note(flat, "1 points without a normal"));
  const Cloud fitted = reference_cloud("scan.ply", set, {});
  CHECK(cloud_error(surface, fitted).weingarten < 0.02);
  CHECK(dot(fitted.points[0].weingarten * Point3{1, 0, 0}, Point3{1, 0, 0}) <= 0);
}

TEST_CASE("point cloud: duplicates are merged, outliers and broken points dropped, each with count and numbers") {
  const AnalyticSurface surface = torus();
  std::vector<Point3> points = random_points(surface, 3000, 1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  points.push_back(points[17]);
  points.push_back(points[18]);
  points.push_back({0, 0, 2});
  points.push_back({nan, 0, 0});
  points.push_back({0.5, 0, 1.5});
  const Cloud cloud = cloud_of(points);
  CHECK(cloud.points.size() == 3000);
  CHECK(has_note(cloud, "merged with earlier ones at the same place: 2 (3000, 3001)"));
  CHECK(has_note(cloud, "on average, where"));
  CHECK(has_note(cloud, "2 (3002, 3004)"));
  CHECK(has_note(cloud, "a coordinate is not finite: 1 (3003)"));
  CHECK(cloud.source.size() == 3000);
  CHECK(cloud.source.back() == 2999);
  CHECK(cloud_error(surface, cloud).weingarten < 0.1);
}

TEST_CASE("point cloud: outliers among outliers are dropped too") {
  const AnalyticSurface surface = torus();
  std::vector<Point3> points = random_points(surface, 3000, 1);
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> place(-6, 6);
  for (int i = 0; i < 20; ++i) points.push_back({place(random), place(random), 3 + place(random) / 3});
  const Cloud cloud = cloud_of(points);
  CHECK(has_note(cloud, "points dropped"));
  CHECK(cloud.points.size() == 3000);
  CHECK(cloud.area == doctest::Approx(surface.area).epsilon(0.02));
}

TEST_CASE("point cloud: normals that lie in the surface are refused, a few are noted") {
  PointSet set;
  set.positions = random_points(saddle(), 2000, 1);
  for (const Point3& p : set.positions) set.normals.push_back(saddle().normal(p));
  const auto turned = [&](std::size_t count) {
    PointSet wrong = set;
    for (std::size_t i = 0; i < count; ++i) wrong.normals[i] = {set.normals[i][2], 0, -set.normals[i][0]};
    return wrong;
  };
  CHECK(has_note(reference_cloud("scan.ply", turned(20), {}),
                 "normals, out of 2000, more than 60 degrees off the planes through their neighbours: 20 (0, 1, 2, 3, 4, ...)"));
  CHECK_THROWS_WITH_AS(
      reference_cloud("scan.ply", turned(2000), {}),
      doctest::Contains(
          "more than 60 degrees off the planes through their neighbours: 2000 (0, 1, 2, 3, 4, ...)\n  were the positions turned"),
      config::Error);
}

TEST_CASE("point cloud: regions of another density are no outliers") {
  const AnalyticSurface surface = saddle();
  std::vector<Point3> points = random_points(surface, 12000, 1), sparse = random_points(surface, 1000, 2);
  std::erase_if(points, [](const Point3& p) { return p[0] > 0; });
  std::erase_if(sparse, [](const Point3& p) { return p[0] < 0; });
  const Cloud cloud = cloud_of(joined(points, sparse));
  CHECK_FALSE(has_note(cloud, "dropped"));
  CHECK(cloud.area == doctest::Approx(surface.area).epsilon(0.02));
}

TEST_CASE("point cloud: no points and too few are refused, with what became of them") {
  CHECK_THROWS_WITH_AS(cloud_of({}), "scan.ply holds no points", config::Error);
  std::vector<Point3> points = random_points(torus(), 16, 1);
  points.push_back(points[0]);
  CHECK_THROWS_WITH_AS(cloud_of(points), doctest::Contains("16 usable points, too few for neighbourhoods of 16"), config::Error);
  CHECK_THROWS_WITH_AS(cloud_of(points), doctest::Contains("merged with earlier ones at the same place: 1 (16)"), config::Error);
}

TEST_CASE("point cloud: two layers closer than the neighbourhood are refused, layers farther apart are not") {
  const AnalyticSurface surface = saddle();
  const double spacing = std::sqrt(surface.area / 3000);
  const auto layers = [&](double distance) {
    std::vector<Point3> above = random_points(surface, 3000, 2);
    for (Point3& p : above) p = p + (distance * spacing) * surface.normal(p);
    return joined(random_points(surface, 3000, 1), above);
  };
  for (const double distance : {0.1, 0.3, 0.5, 1., 2.}) {
    CAPTURE(distance);
    CHECK_THROWS_WITH_AS(cloud_of(layers(distance)), doctest::Contains("no thin disk, but two layers"), config::Error);
    CHECK_THROWS_WITH_AS(cloud_of(layers(distance)), doctest::Contains("lower 'neighbours', give a denser or cleaner cloud"),
                         config::Error);
  }
  const Cloud apart = cloud_of(layers(4));
  CHECK(apart.area == doctest::Approx(2 * surface.area).epsilon(0.05));
  CHECK_NOTHROW(cloud_of(layers(2), {8}));
}

TEST_CASE("point cloud: a sharp fold is a note") {
  std::vector<Point3> points;
  for (Point3 p : random_points(saddle(0), 6000, 1)) {
    if (p[0] > 0) p = {-p[0], p[1], -p[0]};
    points.push_back(p);
  }
  const Cloud cloud = cloud_of(points);
  CHECK(has_note(cloud, "two layers, a sharp fold"));
  CHECK(cloud.area == doctest::Approx(0.5 + 0.5 * std::sqrt(2.)).epsilon(0.02));
}

// SPDX-License-Identifier: Apache-2.0
// Triangle bodies against a plain search over all vertices and triangles, and against the analytic bodies they approximate.
#include "kernels/collision/mesh.hpp"

#include <doctest/doctest.h>
#include <fenv.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "kernels/collision/box.hpp"
#include "kernels/collision/triangulate.hpp"
#include "queries.hpp"

using namespace plisse;
using namespace plisse::collision;
using namespace plisse::collision::testing;
using doctest::Approx;

namespace {

// A bumpy closed body with very uneven triangles, away from the origin.
Body bumpy(int levels) {
  Body body = icosphere({0, 0, 0}, 1, levels);
  for (int i = 0; i < int(body.positions.size() / 3); ++i) {
    const Vec3<double> p = position(body, i);
    const double r = 0.3 * (1 + 0.3 * std::sin(5 * p.x) * std::cos(4 * p.y) + 0.2 * p.z * p.z);
    const double stretch[3] = {1, 0.4, 2.5}, shift[3] = {0.5, -0.2, 1};
    for (int k = 0; k < 3; ++k) body.positions[3 * i + k] = shift[k] + r * stretch[k] * p[k];
  }
  return body;
}

Mesh<double> mesh_of(const Body& body, MeshOptions::Query query) { return {{.query = query}, Context{body, 0, nullptr}}; }

std::vector<Vec3<double>> near_and_far() {
  auto points = scattered(400, {0.5, -0.2, 1}, 1e-3, 3);
  const auto far = scattered(40, {0.5, -0.2, 1}, 10, 1e4);
  points.insert(points.end(), far.begin(), far.end());
  return points;
}

double squared_to_nearest_vertex(const Body& body, const Vec3<double>& x) {
  double best = 1e300;
  for (int i = 0; i < int(body.positions.size() / 3); ++i) best = std::min(best, dot(x - position(body, i), x - position(body, i)));
  return best;
}

double to_closest_point(const Body& body, const Vec3<double>& x) {
  double best = 1e300;
  for (std::size_t t = 0; t < body.triangles.size(); t += 3) {
    const int* v = body.triangles.data() + t;
    const auto d = x - closest_on_triangle(x, position(body, v[0]), position(body, v[1]), position(body, v[2])).point;
    best = std::min(best, dot(d, d));
  }
  return std::sqrt(best);
}

}  // namespace

TEST_CASE_TEMPLATE("nearest vertex is exact, near and far", T, float, double) {
  const Body body = sound(bumpy(3));
  const NearestVertex<T> nearest(body);
  const auto points = near_and_far();
  Array1<int> index("index", points.size());
  nearest.query_index(Exec(), positions_of<T>(points), int(points.size()), index);
  const auto host = Kokkos::create_mirror_view(index);
  Kokkos::deep_copy(host, index);
  const auto normals = area_weighted_normals(body);
  const auto answers = ask<T>(nearest, points);
  for (std::size_t p = 0; p < points.size(); ++p) {
    const auto d = points[p] - position(body, host(p));
    const double tolerance = sizeof(T) == 4 ? 1e-5 : 1e-12;
    CHECK(dot(d, d) == Approx(squared_to_nearest_vertex(body, points[p])).epsilon(tolerance));
    CHECK(norm(answers[p].normal - normals[host(p)]) < tolerance);
    CHECK(std::abs(answers[p].distance - dot(d, normals[host(p)])) < tolerance * (1 + norm(d)));
  }
}

TEST_CASE_TEMPLATE("closest point is exact, near and far", T, float, double) {
  const Body body = sound(bumpy(3));
  const auto points = near_and_far();
  const auto answers = ask<T>(ClosestPoint<T>(body), points);
  const double tolerance = sizeof(T) == 4 ? 1e-5 : 1e-12;
  for (std::size_t p = 0; p < points.size(); ++p) {
    const double expected = to_closest_point(body, points[p]);
    CHECK(std::abs(std::abs(answers[p].distance) - expected) < tolerance * (1 + expected));
    CHECK(norm(answers[p].normal) == Approx(1).epsilon(tolerance));
  }
}

TEST_CASE_TEMPLATE("positions that are no numbers have distances that are none", T, float, double) {
  const Body body = sound(bumpy(2));
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const std::vector<Vec3<double>> points{{nan, 0, 0}, {0, nan, 0}, {nan, nan, nan}, {inf, 0, 0}, {0, -inf, 0}, {inf, -inf, nan}};
  const ClosestPoint<T> surface(body);
  const NearestVertex<T> vertices(body);
  fenv_t traps;
  feholdexcept(&traps);
  const auto to_surface = ask<T>(surface, points), to_vertices = ask<T>(vertices, points);
  fesetenv(&traps);
  for (const auto& answer : to_surface) CHECK(!std::isfinite(answer.distance));
  for (const auto& answer : to_vertices) CHECK(!std::isfinite(answer.distance));
}

TEST_CASE("closest point of a triangle: faces, edges and corners") {
  const Vec3<double> a{0, 0, 0}, b{1, 0, 0}, c{0, 1, 0};
  const auto at = [&](double x, double y) { return closest_on_triangle({x, y, 0.7}, a, b, c); };
  const auto check = [](const TrianglePoint<double>& found, int feature, double x, double y) {
    CHECK(found.feature == feature);
    CHECK(norm(found.point - Vec3<double>{x, y, 0}) < 1e-15);
  };
  check(at(0.25, 0.25), 0, 0.25, 0.25);
  check(at(-1, -1), 1, 0, 0);
  check(at(2, 0.5), 2, 1, 0);
  check(at(0.5, 2), 3, 0, 1);
  check(at(0.25, -1), 4, 0.25, 0);
  check(at(1, 1), 5, 0.5, 0.5);
  check(at(-1, 0.25), 6, 0, 0.25);
}

TEST_CASE_TEMPLATE("distance of a triangle is that of its closest point", T, float, double) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<T> draw(-1, 1);
  const auto random = [&] { return Vec3<T>{draw(engine), draw(engine), draw(engine)}; };
  const T tolerance = 100 * std::numeric_limits<T>::epsilon();
  for (int i = 0; i < 20000; ++i) {
    const Vec3<T> a = random(), b = a + random();
    const T thin = i % 4 == 0 ? T(1e-4) : T(1);  // every fourth is a sliver
    const Vec3<T> c = a + T(0.5) * (1 + draw(engine)) * (b - a) + thin * random(), x = T(i % 3 == 0 ? 3 : 0.5) * random();
    const Vec3<T> d = x - closest_on_triangle(x, a, b, c).point;
    const T squared = squared_to_triangle(x, a, b, c);
    CHECK(squared >= dot(d, d) - tolerance * (1 + dot(x, x)));
    if (thin == 1) CHECK(squared <= dot(d, d) + 1000 * tolerance * (1 + dot(x, x)));
  }
}

// A box of twelve triangles has the same distance as the analytic box, also beyond edges and corners, where the sign needs
// pseudo-normals.
TEST_CASE("signed distance of a triangulated box equals that of the box") {
  const Box<double> box({.center = {0.2, 0.1, 0}, .half_size = {0.5, 0.3, 0.1}}, {});
  const auto mesh = mesh_of(box.mesh(1), MeshOptions::Query::closest_point);
  auto points = scattered(300, {0.2, 0.1, 0}, 0.02, 5);
  points.insert(points.end(), {{0.7001, 0.4001, 0.1001}, {0.6999, 0.3999, 0.0999}, {0.7, 0.4, 0.2}, {0.7, 0.5, 0}, {0.8, 0.4, 0.1}});
  const auto expected = ask<double>(box, points), found = ask<double>(mesh, points);
  for (std::size_t p = 0; p < points.size(); ++p) {
    CHECK(found[p].distance == Approx(expected[p].distance).epsilon(1e-10));
    if (expected[p].distance > 1e-9) CHECK(norm(found[p].normal - expected[p].normal) < 1e-6);
  }
}

TEST_CASE_TEMPLATE("on the surface the normal is that of the feature", T, float, double) {
  const Body body = icosphere({0, 0, 0}, 1, 3);
  std::vector<Vec3<double>> points;
  for (int i = 0; i < 100; ++i) points.push_back(position(body, i));  // exactly on vertices
  for (int i = 0; i < 100; ++i) {
    const int* v = body.triangles.data() + 3 * i;
    points.push_back(0.5 * (position(body, v[0]) + position(body, v[1])));
    points.push_back(1. / 3 * (position(body, v[0]) + position(body, v[1]) + position(body, v[2])));
  }
  const auto answers = ask<T>(ClosestPoint<T>(sound(body)), points);
  for (std::size_t p = 0; p < points.size(); ++p) {
    CHECK(std::abs(answers[p].distance) < (sizeof(T) == 4 ? 1e-6 : 1e-14));
    CHECK(dot(answers[p].normal, points[p]) > 0.99 * norm(points[p]));
  }
}

TEST_CASE("both queries tell inside from outside of a sphere") {
  const Body body = icosphere({0.3, 0, 0}, 0.5, 4);
  const auto points = scattered(300, {0.3, 0, 0}, 0.05, 2);
  for (const auto query : {MeshOptions::Query::nearest_vertex, MeshOptions::Query::closest_point}) {
    const auto answers = ask<double>(mesh_of(body, query), points);
    for (std::size_t p = 0; p < points.size(); ++p)
      CHECK(std::abs(answers[p].distance - (norm(points[p] - Vec3<double>{0.3, 0, 0}) - 0.5)) < 0.01);
  }
}

TEST_CASE("unit, up axis, scale and position place a body") {
  Body body;
  body.positions = {1, 2, 3};
  const auto at = [&](const MeshOptions& options) { return position(placed(options, body), 0); };
  CHECK(norm(at({}) - Vec3<double>{1, 2, 3}) == 0);
  CHECK(norm(at({.unit = MeshOptions::Unit::cm, .up = MeshOptions::Up::y}) - Vec3<double>{0.01, -0.03, 0.02}) < 1e-15);
  CHECK(norm(at({.up = MeshOptions::Up::x, .position = {10, 0, 0}, .scale = 2}) - Vec3<double>{14, 6, 2}) < 1e-15);
  CHECK(norm(at({.unit = MeshOptions::Unit::inch}) - 0.0254 * Vec3<double>{1, 2, 3}) < 1e-15);
}

TEST_CASE("unsound bodies are refused, split vertices are welded") {
  const Body whole = icosphere({0, 0, 0}, 1, 1);
  CHECK_THROWS_AS(sound(Body{}), std::invalid_argument);
  Body broken = whole;
  broken.triangles[4] = 4000;
  CHECK_THROWS_AS(sound(broken), std::invalid_argument);
  broken = whole;
  broken.positions[7] = std::nan("");
  CHECK_THROWS_AS(sound(broken), std::invalid_argument);
  broken = whole;
  std::reverse(broken.triangles.begin(), broken.triangles.end());
  CHECK_THROWS_AS(sound(broken), std::invalid_argument);
  Body flat;
  flat.positions = {0, 0, 0, 1, 0, 0, 2, 0, 0};
  flat.triangles = {0, 1, 2};
  CHECK_THROWS_AS(sound(flat), std::invalid_argument);

  Body split;  // every triangle with corners of its own, one without area, one vertex alone
  for (const int v : whole.triangles)
    split.positions.insert(split.positions.end(), whole.positions.begin() + 3 * v, whole.positions.begin() + 3 * v + 3);
  for (int i = 0; i < int(whole.triangles.size()); ++i) split.triangles.push_back(i);
  split.triangles.insert(split.triangles.end(), {0, 1, 1});
  split.positions.insert(split.positions.end(), {0, 0, 0});
  const Body welded_body = sound(split);
  CHECK(welded_body.positions.size() == whole.positions.size());
  CHECK(welded_body.triangles.size() == whole.triangles.size());
}

TEST_CASE("a single triangle is a body for both queries") {
  Body body;
  body.positions = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  body.triangles = {0, 1, 2};
  for (const auto query : {MeshOptions::Query::nearest_vertex, MeshOptions::Query::closest_point}) {
    const auto answers = ask<float>(Mesh<float>({.query = query}, Context{body, 0, nullptr}), {{0.01, 0.01, 0.5}, {0.01, 0.01, -0.5}});
    CHECK(answers[0].distance == Approx(0.5));
    CHECK(answers[1].distance == Approx(-0.5));
    for (const auto& answer : answers) CHECK(answer.normal.z == Approx(1));
  }
}

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <map>

#include "kernels/collision/box.hpp"
#include "kernels/collision/capsule.hpp"
#include "kernels/collision/plane.hpp"
#include "kernels/collision/sphere.hpp"
#include "queries.hpp"

using namespace plisse;
using namespace plisse::collision;
using namespace plisse::collision::testing;
using doctest::Approx;

namespace {

void check(const Answer& answer, double distance, const Vec3<double>& normal) {
  CHECK(answer.distance == Approx(distance).epsilon(1e-12));
  CHECK(norm(answer.normal - normal) < 1e-12);
}

// The normal has unit length, is the derivative of the distance (central differences), and x - distance * normal is on the surface.
template <class K>
void check_distance_field(const K& collider, const std::vector<Vec3<double>>& points) {
  constexpr double h = 1e-6;
  const auto answers = ask<double>(collider, points);
  std::vector<Vec3<double>> shifted, projected;
  for (std::size_t p = 0; p < points.size(); ++p) {
    for (const Vec3<double>& step : {Vec3<double>{h, 0, 0}, Vec3<double>{0, h, 0}, Vec3<double>{0, 0, h}}) {
      shifted.push_back(points[p] + step);
      shifted.push_back(points[p] - step);
    }
    projected.push_back(points[p] - answers[p].distance * answers[p].normal);
  }
  const auto around = ask<double>(collider, shifted), on_surface = ask<double>(collider, projected);
  for (std::size_t p = 0; p < points.size(); ++p) {
    CHECK(norm(answers[p].normal) == Approx(1));
    for (int i = 0; i < 3; ++i)
      CHECK(std::abs((around[6 * p + 2 * i].distance - around[6 * p + 2 * i + 1].distance) / (2 * h) - answers[p].normal[i]) < 1e-6);
    CHECK(std::abs(on_surface[p].distance) < 1e-12);
  }
}

// Every edge is used once in each direction, so that the mesh is closed, and its volume is positive.
double closed_volume(const Body& body) {
  std::map<std::pair<int, int>, int> uses;
  double volume = 0;
  for (std::size_t t = 0; t < body.triangles.size(); t += 3) {
    const int* v = body.triangles.data() + t;
    for (int k = 0; k < 3; ++k) ++uses[{v[k], v[(k + 1) % 3]}];
    volume += dot(position(body, v[0]), cross(position(body, v[1]), position(body, v[2]))) / 6;
  }
  for (const auto& [edge, count] : uses) {
    REQUIRE(count == 1);
    REQUIRE(uses.count({edge.second, edge.first}) == 1);
  }
  return volume;
}

std::vector<Vec3<double>> vertices(const Body& body) {
  std::vector<Vec3<double>> points;
  for (int i = 0; i < int(body.positions.size() / 3); ++i) points.push_back(position(body, i));
  return points;
}

template <class K>
void check_mesh(const K& collider, double volume) {
  const Body body = collider.mesh(1);
  CHECK(closed_volume(body) == Approx(volume).epsilon(0.01));
  for (const auto& answer : ask<double>(collider, vertices(body))) CHECK(std::abs(answer.distance) < 1e-12);
}

constexpr double pi = 3.14159265358979323846;

}  // namespace

TEST_CASE("sphere") {
  const Sphere<double> sphere({.center = {1, 2, 3}, .radius = 0.5}, {});
  const auto answers = ask<double>(sphere, {{1, 2, 4}, {1.25, 2, 3}, {1, 2, 3}});
  check(answers[0], 0.5, {0, 0, 1});
  check(answers[1], -0.25, {1, 0, 0});
  CHECK(answers[2].distance == -0.5);
  CHECK(norm(answers[2].normal) == 1);
  check_distance_field(sphere, scattered(50, {1, 2, 3}, 0.1, 3));
  check_mesh(sphere, 4. / 3 * pi * 0.125);
}

TEST_CASE("capsule") {
  const Capsule<double> capsule({.a = {0, 0, 0}, .b = {0, 0, 2}, .radius = 0.5}, {});
  const auto answers = ask<double>(capsule, {{1, 0, 1}, {0, 0.25, 0.5}, {0, 0, 3}, {0, 0, -0.25}, {0, 0, 1}, {0, 0, 0}});
  check(answers[0], 0.5, {1, 0, 0});
  check(answers[1], -0.25, {0, 1, 0});
  check(answers[2], 0.5, {0, 0, 1});
  check(answers[3], -0.25, {0, 0, -1});
  for (const int on_axis : {4, 5}) {
    CHECK(answers[on_axis].distance == -0.5);
    CHECK(norm(answers[on_axis].normal) == Approx(1));
    CHECK(answers[on_axis].normal.z == 0);
  }
  const Capsule<double> oblique({.a = {0.1, -0.3, 0.2}, .b = {0.4, 0.3, 0.9}, .radius = 0.2}, {});
  check_distance_field(oblique, scattered(50, {0.2, 0, 0.5}, 0.1, 3));
  check_mesh(oblique, pi * 0.04 * std::sqrt(0.09 + 0.36 + 0.49) + 4. / 3 * pi * 0.008);
  const Capsule<double> ball({.a = {1, 1, 1}, .b = {1, 1, 1}, .radius = 0.5}, {});
  check(ask<double>(ball, {{1, 3, 1}})[0], 1.5, {0, 1, 0});
  CHECK(norm(ask<double>(ball, {{1, 1, 1}})[0].normal) == 1);
  check_mesh(ball, 4. / 3 * pi * 0.125);
}

TEST_CASE("plane") {
  const Plane<double> plane({.point = {0, 0, 1}, .normal = {0, 0, 5}}, {});
  const auto answers = ask<double>(plane, {{7, 8, 3}, {0, 0, 1}, {-4, 1, -1}});
  check(answers[0], 2, {0, 0, 1});
  check(answers[1], 0, {0, 0, 1});
  check(answers[2], -2, {0, 0, 1});
  const Plane<double> oblique({.point = {0.3, -1, 2}, .normal = {1, 2, -2}}, {});
  const Body body = oblique.mesh(4);
  REQUIRE(body.triangles.size() == 6);
  double area = 0;
  for (int t = 0; t < 2; ++t) {
    const auto corner = [&](int k) { return position(body, body.triangles[3 * t + k]); };
    const auto normal = cross(corner(1) - corner(0), corner(2) - corner(0));
    area += norm(normal) / 2;
    CHECK(norm((1 / norm(normal)) * normal - Vec3<double>{1. / 3, 2. / 3, -2. / 3}) < 1e-12);
  }
  CHECK(area == Approx(64));
  for (const auto& answer : ask<double>(oblique, vertices(body))) CHECK(std::abs(answer.distance) < 1e-12);
}

TEST_CASE("box, sharp and rounded") {
  const Box<double> box({.center = {1, 0, 0}, .half_size = {1, 2, 3}}, {});
  const auto answers = ask<double>(box, {{3, 0, 0}, {1.9, 0, 0}, {1, -1.9, 0}, {2.3, 2.4, 0}, {3, 3, 4}, {1, 0, 0}, {2, 2, 3}});
  check(answers[0], 1, {1, 0, 0});
  check(answers[1], -0.1, {1, 0, 0});
  check(answers[2], -0.1, {0, -1, 0});
  check(answers[3], 0.5, {0.6, 0.8, 0});
  check(answers[4], std::sqrt(3.), {std::sqrt(1. / 3), std::sqrt(1. / 3), std::sqrt(1. / 3)});
  CHECK(answers[5].distance == -1);
  CHECK(norm(answers[5].normal) == 1);
  CHECK(answers[6].distance == 0);
  CHECK(norm(answers[6].normal) == Approx(1));
  check_distance_field(box, scattered(50, {1.03, 0.04, 0.05}, 0.2, 9));
  check_mesh(box, 48);
  CHECK(box.mesh(1).triangles.size() == 3 * 12);

  const double r = 0.25;
  const Box<double> rounded({.center = {1, 0, 0}, .half_size = {1, 2, 3}, .rounding = r}, {});
  check(ask<double>(rounded, {{2, 2, 3}})[0], r * (std::sqrt(3.) - 1), {std::sqrt(1. / 3), std::sqrt(1. / 3), std::sqrt(1. / 3)});
  check_distance_field(rounded, scattered(50, {1.03, 0.04, 0.05}, 0.2, 9));
  const double x = 2 * (1 - r), y = 2 * (2 - r), z = 2 * (3 - r);
  check_mesh(rounded, x * y * z + 2 * r * (x * y + y * z + z * x) + pi * r * r * (x + y + z) + 4. / 3 * pi * r * r * r);
  const Box<double> ball({.half_size = {1, 1, 1}, .rounding = 1}, {});
  check(ask<double>(ball, {{0, 0, 3}})[0], 2, {0, 0, 1});
  CHECK(norm(ask<double>(ball, {{0, 0, 0}})[0].normal) == 1);
  check_mesh(ball, 4. / 3 * pi);
}

TEST_CASE("impossible options are refused") {
  CHECK_THROWS_AS(Sphere<float>({.radius = 0}, {}), std::invalid_argument);
  CHECK_THROWS_AS(Sphere<float>({.center = {0, 0}}, {}), std::invalid_argument);
  CHECK_THROWS_AS(Capsule<float>({.radius = -1}, {}), std::invalid_argument);
  CHECK_THROWS_AS(Plane<float>({.normal = {0, 0, 0}}, {}), std::invalid_argument);
  CHECK_THROWS_AS(Box<float>({.half_size = {1, 0, 1}}, {}), std::invalid_argument);
  CHECK_THROWS_AS(Box<float>({.half_size = {1, 2, 1}, .rounding = 1.5}, {}), std::invalid_argument);
}

// SPDX-License-Identifier: Apache-2.0
// Points drawn from triangles and from points: where they lie, how they are spread, their frames and their weights.
#include "kernels/surfaces/sampled.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <stdexcept>
#include <vector>

#include "kernels/quadrature/gauss.hpp"
#include "kernels/quadrature/low_discrepancy.hpp"
#include "kernels/quadrature/monte_carlo.hpp"
#include "kernels/quadrature/stratified.hpp"
#include "kernels/surfaces/space_order.hpp"
#include "tests/support/surface_checks.hpp"
#include "tests/support/thread_counts.hpp"

using namespace plisse;
using namespace plisse::surfaces;
using namespace plisse::test;

namespace {

struct Triangles {
  PointData vertices;
  std::vector<std::array<int, 3>> corners;

  Vec corner(std::size_t f, std::size_t k) const { return vertices.position[std::size_t(corners[f][k])]; }
  double area(std::size_t f) const { return 0.5 * norm(cross(corner(f, 1) - corner(f, 0), corner(f, 2) - corner(f, 0))); }
  double area() const {
    double sum = 0;
    for (std::size_t f = 0; f < corners.size(); ++f) sum += area(f);
    return sum;
  }
  void add(const Vec& x, const Vec& n, const Symmetric3<double>& h = {}) {
    vertices.position.push_back(x);
    vertices.normal.push_back(n);
    vertices.weingarten.push_back(h);
  }
};

// A unit sphere or a part of it, outward, with the exact H.
Triangles sphere(int rows, int columns, double radius) {
  Triangles mesh;
  for (int i = 0; i <= rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const double latitude = (i + 0.5) / (rows + 1) * std::numbers::pi, turn = 2 * std::numbers::pi * j / columns, s = std::sin(latitude);
      const Vec n{s * std::cos(turn), s * std::sin(turn), std::cos(latitude)};
      const double k = 1 / radius;
      mesh.add(radius * n, n,
               {k * (1 - n.x * n.x), -k * n.x * n.y, -k * n.x * n.z, k * (1 - n.y * n.y), -k * n.y * n.z, k * (1 - n.z * n.z)});
    }
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const int a = i * columns + j, b = i * columns + (j + 1) % columns;
      mesh.corners.push_back({a, a + columns, b});
      mesh.corners.push_back({b, a + columns, b + columns});
    }
  return mesh;
}

// Triangles apart from each other in the plane z = 0, with areas from 1e-4 to 1 m^2, in no order of size or place.
Triangles unequal() {
  Triangles mesh;
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int f = 0; f < 40; ++f) {
    const double side = std::pow(10.0, -2 * unit(random)), x = 2 * (f * 17 % 40 % 8), y = 2 * (f * 17 % 40 / 8);
    for (const auto& [a, b] : {std::array{0.0, 0.0}, std::array{side, 0.3 * side}, std::array{-0.2 * side, side}})
      mesh.add({x + a, y + b, 0}, {0, 0, 1});
    mesh.corners.push_back({3 * f, 3 * f + 1, 3 * f + 2});
  }
  return mesh;
}

Warp<double> warp_up() { return warp_along({0, 0, 1}); }

struct Drawn {
  std::vector<Frame<double>> frames;
  std::vector<double> weights;

  double sum() const {
    double sum = 0;
    for (const double w : weights) sum += w;
    return sum;
  }
};

template <class T>
Drawn draw(const FrameSource<T>& source, const quadrature::Quadrature<T>& rule, std::uint64_t step = 0) {
  const int n = rule.points(), first = 2;
  Workspace workspace;
  const SurfacePoints<T> points("points", std::size_t(first + n), workspace);
  const Array2<T> places("places", 2, std::size_t(n));
  const Array1<T> weight("weight", std::size_t(n));
  rule.draw(Exec(), step, places, weight);
  Kokkos::deep_copy(Kokkos::subview(points.weight, std::make_pair(first, first + n)), weight);
  source.frames(Exec(), places, first, n, points);
  const auto frame = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), points.frame);
  const auto weights = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), points.weight);
  Drawn drawn;
  for (int p = first; p < first + n; ++p) {
    const auto row = [&](int r) { return double(frame(r, p)); };
    const auto vec = [&](int r) { return Vec{row(r), row(r + 1), row(r + 2)}; };
    drawn.frames.push_back({vec(0), vec(3), vec(6), vec(9), row(12), row(13), row(14)});
    drawn.weights.push_back(double(weights(p)));
  }
  return drawn;
}

template <class T>
quadrature::MonteCarlo<T> independent(Workspace& workspace, int points) {
  return {{points}, {5, random::Stream::quadrature, 1, &workspace}};
}

// The triangle whose plane and sides hold x best, and how far x is from lying on it.
std::pair<std::size_t, double> triangle_of(const Triangles& mesh, const Vec& x) {
  std::pair<std::size_t, double> best{0, INFINITY};
  for (std::size_t f = 0; f < mesh.corners.size(); ++f) {
    const Vec normal = cross(mesh.corner(f, 1) - mesh.corner(f, 0), mesh.corner(f, 2) - mesh.corner(f, 0));
    const Vec n = (1 / norm(normal)) * normal;
    double off = std::abs(dot(n, x - mesh.corner(f, 0)));
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec side = mesh.corner(f, (k + 1) % 3) - mesh.corner(f, k);
      off = std::max(off, -dot(cross(n, side), x - mesh.corner(f, k)) / norm(side));
    }
    if (off < best.second) best = {f, off};
  }
  return best;
}

// sum (found - expected)^2 / expected, and its mean and spread where points are independent: n - 1 and sqrt(2 (n - 1)) over n classes.
double chi_square(const std::vector<double>& found, const std::vector<double>& expected) {
  double sum = 0;
  for (std::size_t i = 0; i < found.size(); ++i) sum += (found[i] - expected[i]) * (found[i] - expected[i]) / expected[i];
  return sum;
}
double largest_chi_square(std::size_t classes) { return double(classes - 1) + 5 * std::sqrt(2 * double(classes - 1)); }

// Classes with so few points that a square says nothing of them, put together.
void merge_rare(std::vector<double>& found, std::vector<double>& expected) {
  double rare_found = 0, rare_expected = 0;
  std::vector<double> kept_found, kept_expected;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool rare = expected[i] < 10;
    if (rare) rare_found += found[i], rare_expected += expected[i];
    else kept_found.push_back(found[i]), kept_expected.push_back(expected[i]);
  }
  if (rare_expected > 0) kept_found.push_back(rare_found), kept_expected.push_back(rare_expected);
  found = kept_found, expected = kept_expected;
}

}  // namespace

TEST_CASE_TEMPLATE("weights of drawn points sum to the area with every rule", T, float, double) {
  Workspace workspace;
  const double rounding = sizeof(T) == 4 ? 2e-5 : 1e-12;
  const quadrature::Context context{3, random::Stream::quadrature, 1e12, &workspace};
  const quadrature::Gauss<T> gauss({{24, 24}, {1, 3}, {1, 1}}, context);
  const quadrature::MonteCarlo<T> monte_carlo({3000}, context);
  const quadrature::Stratified<T> stratified({3000}, context);
  const quadrature::LowDiscrepancy<T> low_discrepancy({4096}, context);
  for (const auto& mesh : {sphere(12, 16, 0.5), unequal()}) {
    const SampledTriangles<T> triangles(mesh.vertices, mesh.corners, warp_up());
    const std::vector<double> areas(mesh.vertices.position.size(), 0.01);
    const SampledPoints<T> points(mesh.vertices, areas, warp_up());
    for (const quadrature::Quadrature<T>* rule :
         std::initializer_list<const quadrature::Quadrature<T>*>{&gauss, &monte_carlo, &stratified, &low_discrepancy}) {
      CHECK(draw(triangles, *rule).sum() == doctest::Approx(mesh.area()).epsilon(rounding));
      CHECK(draw(points, *rule).sum() == doctest::Approx(0.01 * double(areas.size())).epsilon(rounding));
    }
  }
}

TEST_CASE_TEMPLATE("points drawn from triangles lie on them, as many on each as its area says", T, float, double) {
  Workspace workspace;
  const int n = 20000;
  const auto rule = independent<T>(workspace, n);
  for (const auto& mesh : {sphere(6, 9, 0.5), unequal()}) {
    const SampledTriangles<T> source(mesh.vertices, mesh.corners, warp_up());
    std::vector<double> found(mesh.corners.size()), expected(mesh.corners.size());
    double off = 0;
    for (const auto& frame : draw(source, rule).frames) {
      const auto [f, distance] = triangle_of(mesh, frame.x);
      off = std::max(off, distance);
      ++found[f];
    }
    CHECK(off < (sizeof(T) == 4 ? 3e-6 : 1e-14) * 16);
    for (std::size_t f = 0; f < mesh.corners.size(); ++f) expected[f] = n * mesh.area(f) / mesh.area();
    merge_rare(found, expected);
    CHECK(expected.size() > 15);
    CHECK(chi_square(found, expected) < largest_chi_square(expected.size()));
  }
}

TEST_CASE_TEMPLATE("points are uniform inside a triangle", T, float, double) {
  Triangles mesh;
  for (const Vec& x : {Vec{0, 0, 0}, Vec{1, 0, 0}, Vec{0.3, 0.8, 0}}) mesh.add(x, {0, 0, 1});
  mesh.corners = {{0, 1, 2}};
  Workspace workspace;
  const int n = 20000, cells = 8;  // a side: cells^2 triangles of equal area
  const SampledTriangles<T> source(mesh.vertices, mesh.corners, warp_up());
  std::map<std::array<int, 3>, double> found;
  for (const auto& frame : draw(source, independent<T>(workspace, n)).frames) {
    const double c = frame.x.y / 0.8, b = frame.x.x - 0.3 * c, a = 1 - b - c;
    ++found[{int(a * cells), int(b * cells), int(c * cells)}];
  }
  std::vector<double> counts;
  for (const auto& [cell, count] : found)
    if (count > 20) counts.push_back(count);  // float's points on a side may fall beside it
  CHECK(counts.size() == std::size_t(cells * cells));
  CHECK(chi_square(counts, std::vector<double>(counts.size(), double(n) / double(counts.size()))) < largest_chi_square(counts.size()));
}

TEST_CASE_TEMPLATE("points are drawn as often as their areas say, with their own normals", T, float, double) {
  const auto ball = sphere(7, 8, 1);
  std::vector<double> areas;
  double whole = 0;
  for (std::size_t i = 0; i < ball.vertices.position.size(); ++i) {
    areas.push_back(0.02 + 0.01 * double(i * 29 % 64));
    whole += areas.back();
  }
  Workspace workspace;
  const int n = 20000;
  std::vector<double> found(areas.size()), expected;
  for (const double a : areas) expected.push_back(n * a / whole);
  for (const auto& frame : draw(SampledPoints<T>(ball.vertices, areas, warp_up()), independent<T>(workspace, n)).frames) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < areas.size(); ++i)
      if (norm(frame.x - ball.vertices.position[i]) < norm(frame.x - ball.vertices.position[best])) best = i;
    REQUIRE(norm(frame.x - ball.vertices.position[best]) < 1e-6);
    REQUIRE(norm(frame.n - ball.vertices.normal[best]) < 1e-6);
    ++found[best];
  }
  CHECK(chi_square(found, expected) < largest_chi_square(found.size()));
}

TEST_CASE_TEMPLATE("stratified points of a line of cells are spread evenly over the triangles", T, float, double) {
  const auto mesh = sphere(12, 16, 0.5);
  Workspace workspace;
  const int n = 4000;
  const quadrature::Stratified<T> rule({n}, {3, random::Stream::quadrature, 1e12, &workspace});
  std::vector<double> found(mesh.corners.size());
  for (const auto& frame : draw(SampledTriangles<T>(mesh.vertices, mesh.corners, warp_up()), rule).frames)
    ++found[triangle_of(mesh, frame.x).first];
  for (std::size_t f = 0; f < found.size(); ++f) CHECK(std::abs(found[f] - n * mesh.area(f) / mesh.area()) < 2 + 1e-9);
}

TEST_CASE_TEMPLATE("frames of drawn points are orthonormal, with the warp along t1 and H of the surface", T, float, double) {
  const double radius = 0.5, rounding = sizeof(T) == 4 ? 2e-6 : 1e-14;
  const auto mesh = sphere(40, 60, radius);
  Workspace workspace;
  const auto rule = independent<T>(workspace, 4000);
  const std::vector<double> areas(mesh.vertices.position.size(), 1);
  int level = 0;
  const SampledTriangles<T> triangles(mesh.vertices, mesh.corners, warp_up());
  const SampledPoints<T> points(mesh.vertices, areas, warp_up());
  for (const FrameSource<T>* source : std::initializer_list<const FrameSource<T>*>{&triangles, &points})
    for (const auto& f : draw(*source, rule).frames) {
      CHECK(frame_error(f) < rounding);
      CHECK(std::abs(norm(f.n) - 1) < rounding);
      CHECK(norm(f.n - (1 / norm(f.x)) * f.x) < (source == &points ? rounding : 2e-3));
      const double slope2 = 1 - f.n.z * f.n.z;
      if (std::abs(slope2 - 0.01) < 1e-4) continue;  // between the two directions
      const Vec along = slope2 > 0.01 ? Vec{0, 0, 1} : Vec{1, 0, 0};
      level += slope2 < 0.01;
      CHECK(dot(f.t1, along) > 0);
      CHECK(std::abs(dot(f.t2, along)) < 20 * rounding);
      const double tolerance = source == &points ? rounding : 0.01;
      CHECK(f.h11 * radius == doctest::Approx(1).epsilon(tolerance));
      CHECK(f.h22 * radius == doctest::Approx(1).epsilon(tolerance));
      CHECK(std::abs(f.h12 * radius) < tolerance);
    }
  CHECK(level > 5);
}

TEST_CASE("warp threads take another direction where the surface is normal to theirs, whichever that is") {
  for (const Vec& direction : {Vec{0, 0, 2}, Vec{-3, 0, 0}, Vec{0, 0.5, 0}, Vec{1, 1, 0}, Vec{1, 1, 1}, Vec{5, 0, -1}}) {
    const auto warp = warp_along(direction);
    CHECK(norm(warp.warp) == doctest::Approx(1));
    CHECK(norm(cross(warp.warp, direction)) < 1e-15);
    const auto f = frame_of<double>({1, 2, 3}, warp.warp, {}, warp);
    CHECK(finite(f));
    CHECK(frame_error(f) < 1e-14);
    CHECK(dot(f.t1, warp.level) > 0.5);
  }
}

TEST_CASE("surfaces that cannot be drawn from are refused") {
  auto mesh = sphere(3, 4, 1);
  const auto triangles = [&] { return SampledTriangles<double>(mesh.vertices, mesh.corners, warp_up()); };
  const std::vector<double> areas(mesh.vertices.position.size(), 1);
  CHECK_NOTHROW(triangles());
  const auto good = mesh.corners;
  mesh.corners = {};
  CHECK_THROWS_WITH_AS(triangles(), "the surface has no triangle", std::invalid_argument);
  mesh.corners = good;
  mesh.corners[2] = {0, 1, 16};
  CHECK_THROWS_WITH_AS(triangles(), "a triangle names vertex 16, but there are 16", std::invalid_argument);
  mesh.corners[2] = {0, -1, 2};
  CHECK_THROWS_WITH_AS(triangles(), "a triangle names vertex -1, but there are 16", std::invalid_argument);
  mesh.corners[2] = {0, 1, 1};
  CHECK_THROWS_WITH_AS(triangles(), "triangle 2 of the surface has no area", std::invalid_argument);

  const auto points = [&](std::vector<double> a) { return SampledPoints<double>(mesh.vertices, a, warp_up()); };
  CHECK_NOTHROW(points(areas));
  auto bad = areas;
  bad[3] = 0;
  CHECK_THROWS_WITH_AS(points(bad), "point 3 of the surface has no area", std::invalid_argument);
  bad[3] = -1;
  CHECK_THROWS_WITH_AS(points(bad), "point 3 of the surface has no area", std::invalid_argument);
  CHECK_THROWS_WITH_AS(SampledPoints<double>({}, {}, warp_up()), "the surface has no point", std::invalid_argument);
}

TEST_CASE("neighbours in the order of space lie close together") {
  std::vector<Vec> points;
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < 4096; ++i) points.push_back({unit(random), unit(random), 0});
  const auto order = space_order(points);
  auto sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < 4096; ++i) REQUIRE(sorted[std::size_t(i)] == i);
  double path = 0;
  for (std::size_t i = 1; i < order.size(); ++i) path += norm(points[std::size_t(order[i])] - points[std::size_t(order[i - 1])]);
  CHECK(path / 4095 < 2.0 / 64);  // 1/64 apart; half a unit in no order
  CHECK(space_order({}).empty());
  CHECK(space_order({{1, 1, 1}, {1, 1, 1}}) == std::vector<int>{0, 1});
}

TEST_CASE("digest of drawn points" * doctest::skip()) {
  const auto mesh = sphere(12, 16, 0.5);
  const std::vector<double> areas(mesh.vertices.position.size(), 1);
  Workspace workspace;
  const auto rule = independent<float>(workspace, 5000);
  std::vector<double> all;
  for (const auto& drawn : {draw(SampledTriangles<float>(mesh.vertices, mesh.corners, warp_up()), rule),
                            draw(SampledPoints<float>(mesh.vertices, areas, warp_up()), rule)})
    for (std::size_t p = 0; p < drawn.weights.size(); ++p) {
      const auto& f = drawn.frames[p];
      all.insert(all.end(), {f.x.x, f.x.y, f.x.z, f.t1.x, f.t2.y, f.n.z, f.h11, f.h12, f.h22, drawn.weights[p]});
    }
  tests::print_digest(all);
}

TEST_CASE("one thread and two draw the same points") {
  const auto one = tests::digest_with_threads("digest of drawn points", 1), two = tests::digest_with_threads("digest of drawn points", 2);
  CHECK(one.threads == 1);
  CHECK(two.threads == 2);
  CHECK(!one.value.empty());
  CHECK(one.value == two.value);
}

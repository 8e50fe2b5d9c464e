// SPDX-License-Identifier: Apache-2.0
// Finer triangles of a garment, and a garment as the shape of a shell: areas, places on curved surfaces, UV, the nearest point.
#include "experiments/components/subdivide.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "experiments/components/garment_shape.hpp"
#include "framework/config/error.hpp"
#include "kernels/core/vec.hpp"

using namespace plisse;
using namespace plisse::experiments;

namespace {

using Vector = Vec3<double>;

Vector vec(const geometry::Point3& p) { return {p[0], p[1], p[2]}; }

double area(const geometry::SurfaceMesh& mesh) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    const auto corner = [&](std::size_t k) { return vec(mesh.positions[std::size_t(t[k])]); };
    sum += 0.5 * norm(cross(corner(1) - corner(0), corner(2) - corner(0)));
  }
  return sum;
}

double uv_area(const geometry::SurfaceMesh& mesh) {
  double sum = 0;
  for (const auto& t : mesh.uv_triangles) {
    const auto &a = mesh.uv[std::size_t(t[0])], &b = mesh.uv[std::size_t(t[1])], &c = mesh.uv[std::size_t(t[2])];
    sum += 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  }
  return sum;
}

// A rectangle of 3 x 2 cells with a crooked vertex, in a tilted plane; UV are its own coordinates.
geometry::SurfaceMesh flat() {
  geometry::SurfaceMesh mesh;
  for (int j = 0; j <= 2; ++j)
    for (int i = 0; i <= 3; ++i) {
      const double x = 0.1 * i + (i == 1 && j == 1 ? 0.04 : 0), y = 0.1 * j;
      mesh.positions.push_back({x, 0.6 * y, 0.8 * y});
      mesh.uv.push_back({x, y});
    }
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 3; ++i) {
      const int a = 4 * j + i;
      mesh.triangles.push_back({a, a + 1, a + 5});
      mesh.triangles.push_back({a, a + 5, a + 4});
    }
  mesh.uv_triangles = mesh.triangles;
  return mesh;
}

// Sphere about the origin, closed, from an octahedron whose triangles are cut in n^2.
geometry::SurfaceMesh ball(double radius, int n) {
  geometry::SurfaceMesh mesh;
  const auto index = [&](const Vector& direction) {
    const Vector x = (radius / norm(direction)) * direction;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v)
      if (norm(vec(mesh.positions[v]) - x) < 1e-9) return int(v);
    mesh.positions.push_back({x.x, x.y, x.z});
    return int(mesh.positions.size()) - 1;
  };
  for (const double sx : {-1.0, 1.0})
    for (const double sy : {-1.0, 1.0})
      for (const double sz : {-1.0, 1.0}) {
        const auto at = [&](int i, int j) { return index({sx * i, sy * j, sz * (n - i - j)}); };
        const auto add = [&](int a, int b, int c) {
          mesh.triangles.push_back(sx * sy * sz > 0 ? geometry::Triangle{a, b, c} : geometry::Triangle{a, c, b});
        };
        for (int i = 0; i < n; ++i)
          for (int j = 0; i + j < n; ++j) {
            add(at(i, j), at(i + 1, j), at(i, j + 1));
            if (i + j + 1 < n) add(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
          }
      }
  return mesh;
}

surfaces::PointData exact_points(const geometry::SurfaceMesh& mesh) {
  surfaces::PointData points;
  for (const auto& p : mesh.positions) {
    const auto x = vec(p);
    points.position.push_back(x);
    points.normal.push_back((1 / norm(x)) * x);
    points.weingarten.push_back({});
  }
  return points;
}

GarmentShape shape_of(geometry::SurfaceMesh mesh) {
  geometry::Garment garment;
  garment.mesh = std::move(mesh);
  return {garment, surfaces::warp_along({0, 0, 1})};
}

// How far the farthest vertex lies off a sphere.
double off_sphere(const geometry::SurfaceMesh& mesh, double radius) {
  double worst = 0;
  for (const auto& x : mesh.positions) worst = std::max(worst, std::abs(norm(vec(x)) - radius));
  return worst;
}

}  // namespace

TEST_CASE("finer triangles of a flat mesh have its area, its plane and its UV") {
  const auto mesh = flat();
  const auto shape = shape_of(mesh);
  std::size_t fewer = mesh.triangles.size();
  for (const int resolution : {6, 12, 40}) {
    const auto fine = subdivide(mesh, shape.points(), resolution).mesh;
    CHECK(fine.triangles.size() % fewer == 0);
    CHECK(area(fine) == doctest::Approx(area(mesh)).epsilon(1e-12));
    CHECK(uv_area(fine) == doctest::Approx(uv_area(mesh)).epsilon(1e-12));
    REQUIRE(fine.uv_triangles.size() == fine.triangles.size());
    for (std::size_t f = 0; f < fine.triangles.size(); ++f)
      for (std::size_t k = 0; k < 3; ++k) {
        const auto& x = fine.positions[std::size_t(fine.triangles[f][k])];
        const auto& uv = fine.uv[std::size_t(fine.uv_triangles[f][k])];
        CHECK(norm(vec(x) - Vector{uv[0], 0.6 * uv[1], 0.8 * uv[1]}) < 1e-14);
      }
  }
  CHECK(subdivide(mesh, shape.points(), 1).mesh.triangles == mesh.triangles);
}

TEST_CASE("finer triangles share the middles of their edges") {
  const auto fine = subdivide(ball(1, 2), exact_points(ball(1, 2)), 20).mesh;
  const auto edges = 3 * fine.triangles.size() / 2;
  CHECK(fine.positions.size() + fine.triangles.size() == edges + 2);  // Euler
}

TEST_CASE("finer triangles of a sphere lie on it, by more orders than its own triangles do") {
  const double radius = 0.3;
  double before = 0;
  for (const int n : {4, 8, 16}) {
    const auto mesh = ball(radius, n);
    const auto fine = subdivide(mesh, exact_points(mesh), 4 * n);
    REQUIRE(fine.mesh.triangles.size() >= 4 * mesh.triangles.size());
    const double off = off_sphere(fine.mesh, radius);
    CHECK(off < 0.05 * radius / (n * n));
    if (before > 0) CHECK(before / off > 10);  // order four: chords are of order two
    before = off;
    for (std::size_t v = 0; v < fine.points.position.size(); ++v) {
      CHECK(norm(fine.points.normal[v]) == doctest::Approx(1).epsilon(1e-12));
      CHECK(norm(fine.points.normal[v] - (1 / radius) * fine.points.position[v]) < 0.2 / (n * n));
    }
  }
}

TEST_CASE("a garment's mesh for output has a frame at each vertex") {
  const double radius = 0.3;
  const auto mesh = ball(radius, 8);
  const auto shape = shape_of(mesh);
  const auto rest = shape.mesh(mesh, 40);
  REQUIRE(rest.frames.size() == rest.mesh.positions.size());
  for (std::size_t v = 0; v < rest.frames.size(); ++v) {
    const auto& f = rest.frames[v];
    CHECK(norm(f.x - vec(rest.mesh.positions[v])) == 0);
    CHECK(norm(cross(f.t1, f.t2) - f.n) < 1e-12);
    CHECK(f.h11 * radius == doctest::Approx(1).epsilon(0.08));
    CHECK(f.h22 * radius == doctest::Approx(1).epsilon(0.08));
  }
}

TEST_CASE("a garment as a shape: area, reach, the nearest point, neighbours") {
  const auto mesh = ball(0.3, 8);
  const auto shape = shape_of(mesh);
  CHECK(shape.area() == doctest::Approx(area(mesh)).epsilon(1e-12));
  CHECK(shape.reach({0, 0, 1}) == doctest::Approx(0.3));
  CHECK(shape.bounds().lower.x == doctest::Approx(-0.3));
  for (const Vector& x : {Vector{1, 0.5, -0.2}, Vector{0, 0, 0.1}, Vector{-0.1, 0.3, 0.2}}) {
    const auto found = shape.nearest(x);
    CHECK(found.distance == doctest::Approx(norm(x - found.frame.x)));
    CHECK(found.distance == doctest::Approx(std::abs(norm(x) - 0.3)).epsilon(0.02));
    CHECK(norm(found.frame.n - (1 / norm(x)) * x) < 0.1);
  }
  const auto spread = shape.spread();
  CHECK(spread.points.size() == mesh.positions.size());
  CHECK(spread.links.size() == 3 * mesh.triangles.size() / 2);

  geometry::Garment cloud;
  for (const auto& x : mesh.positions) cloud.points.push_back({x, {x[0] / 0.3, x[1] / 0.3, x[2] / 0.3}, {}, 0.01});
  const GarmentShape points(cloud, surfaces::warp_along({0, 0, 1}));
  CHECK(points.area() == doctest::Approx(0.01 * double(cloud.points.size())));
  CHECK(points.spread().links.empty());
  CHECK(points.spread().spacing == doctest::Approx(0.1));
  const auto squares = points.mesh({}, 40);
  CHECK(squares.mesh.triangles.size() == 2 * cloud.points.size());
  CHECK(area(squares.mesh) == doctest::Approx(points.area()).epsilon(1e-12));
  CHECK_THROWS_WITH_AS(GarmentShape({}, surfaces::warp_along({0, 0, 1})), "garment: has neither triangles nor points", config::Error);
}

TEST_CASE("subdivide: the size told beforehand is that of the mesh") {
  auto mesh = flat();
  surfaces::PointData points;
  for (const auto& x : mesh.positions) {
    points.position.push_back(vec(x));
    points.normal.push_back({0, -0.8, 0.6});
    points.weingarten.push_back({});
  }
  for (const bool with_uv : {true, false}) {
    if (!with_uv) mesh.uv.clear(), mesh.uv_triangles.clear();
    for (const int resolution : {1, 5, 40}) {
      const auto told = subdivided_size(mesh, points, resolution), built = geometry::size_of(subdivide(mesh, points, resolution).mesh);
      CHECK(told.points == built.points);
      CHECK(told.triangles == built.triangles);
      CHECK(told.uv == built.uv);
    }
  }
}

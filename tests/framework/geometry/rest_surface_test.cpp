// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/rest_surface.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <stdexcept>

#include "framework/config/error.hpp"
#include "framework/geometry/inspection.hpp"
#include "framework/geometry/uv_grid.hpp"
#include "framework/geometry/uv_triangle.hpp"
#include "tests/framework/geometry/meshes.hpp"

using namespace plisse;
using namespace plisse::geometry;
using tests::add_patch;
using tests::patch;

namespace {

Point3 wavy(double u, double v) { return {2 * u, 2 * v, 0.1 * std::sin(3 * u) * std::cos(2 * v)}; }

// The position, with NaN outside the charts.
Point3 at(const RestSurfaceData& rest, double u, double v) {
  Point3 X{NAN, NAN, NAN};
  const bool inside = rest_position(rest, u, v, X);
  CHECK(inside == !std::isnan(X[0]));
  return X;
}

SurfaceMesh triangle_of(const Point2& a, const Point2& b, const Point2& c) {
  SurfaceMesh mesh;
  mesh.uv = {a, b, c};
  for (const Point2& p : mesh.uv) mesh.positions.push_back({p[0], p[1], 0});
  mesh.triangles = mesh.uv_triangles = {{0, 1, 2}};
  return mesh;
}

}  // namespace

TEST_CASE("rest surface: corners, sides and the far end u = v = 1 belong to the chart; the outside does not") {
  for (const int n : {1, 2, 7}) {
    const RestSurfaceData exact = build_rest_surface(patch(n)), map = build_rest_surface(patch(n), Lookup::map, 33);
    for (const RestSurfaceData* rest : {&exact, &map}) {
      for (const double u : {0.0, 0.5, 1.0})
        for (const double v : {0.0, 1.0 / 7, 1.0}) CHECK(norm(at(*rest, u, v) - Point3{u, v, 0}) < 1e-6);
      for (const auto& [u, v] : {std::pair{1.01, 0.5}, {-0.01, 0.5}, {0.5, 1.01}, {0.5, -0.01}, {2.0, 2.0}, {double(NAN), 0.5}})
        CHECK(std::isnan(at(*rest, u, v)[0]));
    }
  }
}

TEST_CASE("rest surface: areas and metres per unit of UV") {
  const RestSurfaceData rest = build_rest_surface(patch(3, {0.25, 0.25}, {0.75, 0.5}, [](double u, double v) {
    return Point3{4 * u, 0, 4 * v};
  }));
  CHECK(rest.uv_area == doctest::Approx(0.125));
  CHECK(rest.area == doctest::Approx(2));
  CHECK(rest.metres_per_uv == doctest::Approx(4));
}

TEST_CASE("rest surface: the exact look-up agrees with a search through all triangles") {
  SurfaceMesh mesh = patch(9, {0.02, 0.1}, {0.45, 0.9}, wavy);
  add_patch(mesh, 5, {0.5, 0.3}, {0.99, 0.6}, wavy);
  for (Point2& uv : mesh.uv) uv = {0.1 + 0.8 * uv[0] + 0.05 * std::sin(9 * uv[1]), uv[1] * (1 - 0.1 * uv[0])};
  const RestSurfaceData rest = build_rest_surface(mesh);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(0, 1);
  int inside = 0;
  for (int i = 0; i < 4000; ++i) {
    const Point2 p{unit(random), unit(random)};
    int expected = -1;
    for (int t = 0; t < int(mesh.triangles.size()) && expected < 0; ++t)
      if (UvTriangle(rest, t).covers(p, 0)) expected = t;
    CHECK(find_triangle(rest, p[0], p[1]) == expected);
    inside += expected >= 0;
  }
  CHECK(inside / 4000.0 == doctest::Approx(rest.uv_area).epsilon(0.1));
  for (int t = 0; t < int(mesh.triangles.size()); ++t) {  // also at every corner and on every side
    const UvTriangle triangle(rest, t);
    for (int k = 0; k < 3; ++k) {
      const Point2 a = triangle.corner(k), middle = 0.5 * (a + triangle.corner(k + 1));
      CHECK(norm(at(rest, a[0], a[1]) - mesh.positions[std::size_t(mesh.triangles[std::size_t(t)][std::size_t(k)])]) < 1e-12);
      CHECK(find_triangle(rest, middle[0], middle[1]) >= 0);
    }
  }
}

TEST_CASE("rest surface: bins list every triangle a point rounded to float may need") {
  const SurfaceMesh mesh = patch(13, {0, 0}, {1, 1}, wavy);
  const RestSurfaceData rest = build_rest_surface(mesh);
  for (int t = 0; t < int(mesh.triangles.size()); ++t) {
    for (int k = 0; k < 3; ++k) {
      const Point2 p = UvTriangle(rest, t).corner(k);
      for (const double du : {-1e-6, 0.0, 1e-6}) {
        const int row = std::clamp(int(p[1] * rest.bins), 0, rest.bins - 1),
                  column = std::clamp(int((p[0] + du) * rest.bins), 0, rest.bins - 1);
        const auto begin = rest.bin_triangle.begin() + rest.bin_start[std::size_t(row * rest.bins + column)];
        const auto end = rest.bin_triangle.begin() + rest.bin_start[std::size_t(row * rest.bins + column) + 1];
        CHECK(std::find(begin, end, t) != end);
      }
    }
  }
}

TEST_CASE("rest surface: the map agrees with the exact look-up, up to its resolution") {
  const SurfaceMesh mesh = patch(8, {0.1, 0.2}, {0.9, 0.7}, wavy);
  const RestSurfaceData exact = build_rest_surface(mesh);
  double previous = 1;
  for (const int size : {65, 257}) {
    const RestSurfaceData map = build_rest_surface(mesh, Lookup::map, size);
    CHECK(map.area == exact.area);
    double worst = 0;
    std::size_t inside = 0;
    for (int j = 0; j < size; ++j) {
      for (int i = 0; i < size; ++i) {  // at texels: interpolation itself is exact there
        const double u = double(i) / (size - 1), v = double(j) / (size - 1);
        const bool masked = map.map_mask[std::size_t(j * size + i)] != 0;
        CHECK(masked == (u >= 0.1 - 1e-12 && u <= 0.9 + 1e-12 && v >= 0.2 - 1e-12 && v <= 0.7 + 1e-12));
        inside += masked;
        if (masked) CHECK(norm(at(map, u, v) - at(exact, std::clamp(u, 0.1, 0.9), std::clamp(v, 0.2, 0.7))) < 1e-6);
      }
    }
    CHECK(double(inside) / (size * size) == doctest::Approx(map.uv_area).epsilon(0.05));
    for (int i = 0; i < 2000; ++i) {  // between them, also at the rim
      const double u = 0.1 + 0.8 * (i % 50) / 49.0, v = 0.2 + 0.5 * (i / 50) / 39.0;
      Point3 X;
      if (rest_position(map, u, v, X)) worst = std::max(worst, norm(X - at(exact, u, v)));
    }
    CHECK(worst < 0.35 / size);
    CHECK(worst < previous / 2);
    previous = worst;
  }
}

TEST_CASE("rest surface: outside the mask the map is continued, so that its rim interpolates without a step") {
  const auto tilted = [](double u, double v) { return Point3{u, v, 3 * u - 2 * v}; };
  const RestSurfaceData map = build_rest_surface(patch(3, {0.333, 0.333}, {0.777, 0.777}, tilted), Lookup::map, 100);
  int found = 0;
  for (int i = 0; i <= 200; ++i) {
    for (int j = 0; j <= 200; ++j) {
      const double u = 0.32 + 0.47 * i / 200, v = 0.32 + 0.47 * j / 200;
      Point3 X;
      if (!rest_position(map, u, v, X)) continue;
      ++found;
      CHECK(norm(X - tilted(u, v)) < 1e-5);
    }
  }
  CHECK(found > 30000);
}

TEST_CASE("rest surface: a chart between the texels has no map") {
  const SurfaceMesh mesh = triangle_of({0.51, 0.51}, {0.52, 0.51}, {0.51, 0.52});
  CHECK_THROWS_WITH_AS(build_rest_surface(mesh, Lookup::map, 16), doctest::Contains("map_resolution"), config::Error);
  CHECK(find_triangle(build_rest_surface(mesh), 0.512, 0.512) == 0);
  CHECK_THROWS_AS(build_rest_surface(mesh, Lookup::map, 1), std::invalid_argument);
  CHECK_THROWS_AS(build_rest_surface(triangle_of({0, 0}, {2, 0}, {0, 1})), std::invalid_argument);
  CHECK_THROWS_AS(build_rest_surface(SurfaceMesh{}), std::invalid_argument);
}

TEST_CASE("UV grid: all of a full square, at rest") {
  const SurfaceMesh grid = uv_grid_mesh(build_rest_surface(patch(5, {0, 0}, {1, 1}, wavy)), 11);
  CHECK(grid.positions.size() == 121);
  CHECK(grid.triangles.size() == 200);
  CHECK(grid.triangles == grid.uv_triangles);
  CHECK(grid.uv[10] == Point2{1, 0});
  CHECK(grid.uv.back() == Point2{1, 1});
  for (std::size_t v = 0; v < grid.uv.size(); v += 2)
    if (std::fmod(grid.uv[v][0] * 5 + 1e-9, 1) < 1e-6 && std::fmod(grid.uv[v][1] * 5 + 1e-9, 1) < 1e-6)
      CHECK(norm(grid.positions[v] - wavy(grid.uv[v][0], grid.uv[v][1])) < 1e-12);
  const Report report = inspect(grid);
  CHECK(report.usable_uv());
  CHECK(report.uv_area == doctest::Approx(1));
  CHECK_FALSE(report.inconsistent);
  CHECK(uv_grid_mesh(build_rest_surface(patch(1)), 2).triangles.size() == 2);
  CHECK_THROWS_AS(uv_grid_mesh(build_rest_surface(patch(1)), 1), std::invalid_argument);
}

TEST_CASE("UV grid: it follows the charts and never bridges two of them") {
  SurfaceMesh mesh = patch(4, {0, 0}, {0.4, 1});
  add_patch(mesh, 4, {0.45, 0}, {1, 1}, [](double u, double v) { return Point3{u + 10, v, 0}; });
  for (const bool touching : {false, true}) {
    SurfaceMesh charts = mesh;
    if (touching)
      for (Point2& uv : charts.uv)
        if (uv[0] > 0.44) uv[0] = 0.4 + (uv[0] - 0.45) * 0.6 / 0.55;
    const SurfaceMesh grid = uv_grid_mesh(build_rest_surface(charts), 11);  // spacing 0.1: wider than the gap
    const Report report = inspect(grid);
    CHECK(report.components == 2);
    CHECK(report.unreferenced.count == 0);
    for (const Triangle& t : grid.triangles)
      for (std::size_t k = 0; k < 3; ++k)
        CHECK(std::abs(grid.positions[std::size_t(t[k])][0] - grid.positions[std::size_t(t[(k + 1) % 3])][0]) < 1);
  }
}

TEST_CASE("UV grid: a narrow slit within a chart stays open") {
  SurfaceMesh mesh;  // a U: two legs joined at the top, 0.02 apart
  add_patch(mesh, 1, {0, 0}, {0.49, 0.5}, tests::flat);
  mesh.positions.insert(mesh.positions.end(), {{0.51, 0, 0}, {1, 0, 0}, {1, 0.5, 0}, {0.51, 0.5, 0}, {1, 1, 0}, {0, 1, 0}});
  for (std::size_t v = 4; v < mesh.positions.size(); ++v) mesh.uv.push_back({mesh.positions[v][0], mesh.positions[v][1]});
  for (const Triangle& t : {Triangle{4, 5, 6}, {4, 6, 7}, {2, 3, 9}, {3, 7, 9}, {7, 8, 9}, {7, 6, 8}}) mesh.triangles.push_back(t);
  mesh.uv_triangles = mesh.triangles;
  REQUIRE(inspect(mesh).usable_uv());
  REQUIRE(inspect(mesh).charts == 1);
  const SurfaceMesh grid = uv_grid_mesh(build_rest_surface(mesh), 12);
  for (const Triangle& t : grid.triangles) {
    double low = 1, high = 0, bottom = 1;
    for (const int v : t) {
      low = std::min(low, grid.uv[std::size_t(v)][0]);
      high = std::max(high, grid.uv[std::size_t(v)][0]);
      bottom = std::min(bottom, grid.uv[std::size_t(v)][1]);
    }
    if (bottom < 0.4) CHECK_FALSE((low < 0.49 && high > 0.51));
  }
  CHECK(inspect(grid).components == 1);
}

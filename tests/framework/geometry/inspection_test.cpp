// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/inspection.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <utility>

#include "framework/config/error.hpp"
#include "tests/framework/geometry/meshes.hpp"

using namespace plisse;
using namespace plisse::geometry;
using tests::add_patch;
using tests::patch;

namespace {

using Indices = std::vector<std::array<int, 2>>;

std::string uv_refusal(const SurfaceMesh& mesh) {
  try {
    require_uv(mesh, "shirt.obj");
  } catch (const config::Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("inspection: a good mesh has no defects") {
  const Report report = inspect(patch(4));
  CHECK(report.vertices == 25);
  CHECK(report.triangles == 32);
  CHECK(report.components == 1);
  CHECK(report.boundary_edges == 16);
  CHECK(report.boundary_loops == 1);
  CHECK(report.area == doctest::Approx(1));
  CHECK(report.uv_area == doctest::Approx(1));
  CHECK(report.charts == 1);
  CHECK(report.usable_uv());
  CHECK_FALSE(report.closed());
  for (const Defect* d : {&report.non_finite, &report.non_manifold, &report.inconsistent, &report.zero_area, &report.unreferenced,
                          &report.duplicates, &report.uv_zero_area, &report.uv_flipped, &report.uv_outside, &report.uv_overlaps})
    CHECK(d->count == 0);
  CHECK(uv_refusal(patch(4)) == "");
}

TEST_CASE("inspection: defects of positions are counted and named") {
  SurfaceMesh mesh = patch(2);
  SUBCASE("a third triangle at an edge") {
    mesh.positions.push_back({0.5, 0.5, 1});
    mesh.triangles.push_back({0, 4, 9});
    mesh.uv_triangles = {};
    CHECK(inspect(mesh).non_manifold.first == Indices{{0, 4}});
  }
  SUBCASE("a turned triangle disagrees with its neighbours") {
    std::swap(mesh.triangles[0][1], mesh.triangles[0][2]);
    const Report report = inspect(mesh);
    CHECK(report.inconsistent.first == Indices{{0, 4}, {1, 4}});
  }
  SUBCASE("zero area, unreferenced and duplicate vertices, components") {
    mesh.positions.push_back({0.5, 0.5, 0});  // 9, at the place of 4
    mesh.positions.push_back({7, 7, 7});      // 10
    mesh.positions.push_back({8, 8, 8});      // 11
    mesh.positions.push_back({9, 9, 9});      // 12
    mesh.triangles.push_back({10, 11, 12});
    mesh.uv_triangles = {};
    const Report report = inspect(mesh);
    CHECK(report.duplicates.first == Indices{{9, 4}});
    CHECK(report.unreferenced.first == Indices{{9, -1}});
    CHECK(report.zero_area.first == Indices{{8, -1}});
    CHECK(report.components == 2);
    CHECK(report.boundary_loops == 2);
    CHECK(report.text().find("1 vertex at the place of an earlier one: 9-4\n") != std::string::npos);
    CHECK(report.text().find("1 triangle of zero area: 8\n") != std::string::npos);
  }
  SUBCASE("coordinates that are not finite") {
    mesh.positions[3][1] = std::numeric_limits<double>::quiet_NaN();
    CHECK(inspect(mesh).non_finite.first == Indices{{3, -1}});
  }
  SUBCASE("only the first few are listed, all are counted") {
    for (int i = 0; i < 7; ++i) mesh.positions.push_back({0, 0, 1.0 + i});
    const Report report = inspect(mesh);
    CHECK(report.unreferenced.count == 7);
    CHECK(report.unreferenced.first.size() == Defect::kept);
    CHECK(report.text().find("7 vertices without a triangle: 9, 10, 11, 12, 13, ...") != std::string::npos);
  }
}

TEST_CASE("inspection: unusable UV is refused with counts and offenders") {
  SurfaceMesh mesh = patch(4);
  SUBCASE("none") {
    mesh.uv.clear();
    mesh.uv_triangles.clear();
    CHECK(uv_refusal(mesh).find("shirt.obj cannot be used with UV:\n  it has no texture coordinates\n") == 0);
  }
  SUBCASE("one single pair") {
    mesh.uv = {{0.25, 0.25}};
    for (Triangle& t : mesh.uv_triangles) t = {0, 0, 0};
    CHECK(uv_refusal(mesh).find("all its corners have the same texture coordinates") != std::string::npos);
  }
  SUBCASE("zero area") {
    mesh.uv_triangles[5] = {3, 3, 8};
    mesh.uv_triangles[9] = {0, 1, 2};
    CHECK(inspect(mesh).uv_zero_area.first == Indices{{5, -1}, {9, -1}});
    CHECK(uv_refusal(mesh).find("2 triangles of zero UV area: 5 (chart ") != std::string::npos);
  }
  SUBCASE("flipped over the others") {
    mesh.uv[12] = {1.6, 0.5};  // the middle vertex leaves its ring
    const Report report = inspect(mesh);
    CHECK(report.uv_flipped.count == 2);
    CHECK(report.uv_overlaps.count > 0);
    CHECK(report.uv_outside.count == 6);
    CHECK(uv_refusal(mesh).find("2 triangles flipped in UV") != std::string::npos);
  }
  SUBCASE("a mirrored chart beside a larger one") {
    SurfaceMesh both = patch(3, {0, 0}, {0.6, 0.6});
    add_patch(both, 2, {1, 0}, {0.7, 0.6}, [](double u, double v) { return Point3{5 - u, v, 0}; });
    const Report report = inspect(both);
    CHECK(report.charts == 2);
    CHECK(report.uv_flipped.count == 8);
    CHECK(uv_refusal(both).find("18 (chart 1)") != std::string::npos);
  }
  SUBCASE("two charts on one another") {
    SurfaceMesh both = patch(1, {0, 0}, {0.6, 0.6});
    add_patch(both, 1, {0.5, 0.5}, {1, 1}, [](double u, double v) { return Point3{u, v, 1}; });
    const Report report = inspect(both);
    CHECK(report.charts == 2);
    CHECK(report.uv_overlaps.first == Indices{{0, 2}, {1, 3}});
    CHECK(uv_refusal(both).find("2 pairs of triangles that overlap in UV: 0-2 (charts 0, 1)") != std::string::npos);
  }
  SUBCASE("not finite") {
    mesh.uv[0][0] = std::numeric_limits<double>::infinity();
    CHECK(uv_refusal(mesh).find("2 triangles with UV that is not finite: 0, 1") != std::string::npos);
  }
}

TEST_CASE("inspection: charts follow places, not indices") {
  SurfaceMesh mesh = patch(2);
  // Every triangle gets UV entries of its own.
  std::vector<Point2> uv;
  for (Triangle& t : mesh.uv_triangles) {
    for (int& i : t) {
      uv.push_back(mesh.uv[std::size_t(i)]);
      i = int(uv.size()) - 1;
    }
  }
  mesh.uv = uv;
  CHECK(inspect(mesh).charts == 1);
  for (std::size_t i = 0; i < 6; ++i) mesh.uv[i][0] -= 2;  // the first two triangles move away
  const Report report = inspect(mesh);
  CHECK(report.charts == 2);
  CHECK(report.chart == std::vector<int>{0, 0, 1, 1, 1, 1, 1, 1});
  CHECK(report.usable_uv());
}

TEST_CASE("inspection: a mesh that is mirrored as a whole is usable") {
  const Report report = inspect(patch(3, {1, 0}, {0, 1}));
  CHECK(report.mirrored);
  CHECK(report.uv_flipped.count == 0);
  CHECK(report.usable_uv());
}

// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/garment_mesh.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "framework/config/error.hpp"
#include "framework/geometry/charts.hpp"
#include "framework/geometry/inspection.hpp"
#include "framework/io/mesh_writers.hpp"
#include "tests/framework/geometry/meshes.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using namespace plisse::geometry;
using tests::add_patch, tests::patch;

namespace {

Garment read(const SurfaceMesh& mesh, const io::ReadOptions& options = {}, const LookupOptions& lookup = {}) {
  const tests::ScratchFolder folder;
  io::write_obj(folder / "cloth.obj", mesh);
  return read_garment(folder / "cloth.obj", options, {0, 0, 5}, lookup);
}

bool has_note(const Garment& garment, const std::string& text) {
  return std::any_of(garment.notes.begin(), garment.notes.end(), [&](const std::string& note) { return note.find(text) != note.npos; });
}

}  // namespace

TEST_CASE("garment from a file: unit, axis, position, rest surface") {
  const Garment garment = read(patch(4, {0, 0}, {1, 0.5},
                                     [](double u, double v) {
                                       return Point3{100 * u, 100 * v, 0};
                                     }),
                               {.unit = io::Unit::cm, .up = io::Up::y});
  CHECK(garment.has_uv);
  CHECK(garment.rest.area == doctest::Approx(0.5));
  CHECK(garment.rest.metres_per_uv == doctest::Approx(1));
  Point3 X;
  REQUIRE(rest_position(garment.rest, 0.3, 0.4, X));
  CHECK(norm(X - Point3{0.3, 0, 5.4}) < 1e-12);
  CHECK(read(patch(4), {}, {Lookup::map, 64}).rest.map_size == 64);
}

TEST_CASE("garment from a file: what can be mended is mended and noted") {
  SurfaceMesh mesh = patch(4, {-3, 0}, {1, 2});
  std::swap(mesh.triangles[7][0], mesh.triangles[7][1]);
  std::swap(mesh.uv_triangles[7][0], mesh.uv_triangles[7][1]);
  mesh.positions.push_back(mesh.positions[6]);  // a split vertex
  for (int& v : mesh.triangles[0])
    if (v == 6) v = 25;
  mesh.positions.push_back({9, 9, 9});
  const Garment garment = read(mesh);
  CHECK(has_note(garment, "1 vertices merged"));
  CHECK(has_note(garment, "1 vertices without a triangle dropped"));
  CHECK(has_note(garment, "1 triangles turned"));
  CHECK(has_note(garment, "scaled into the unit square"));
  CHECK(garment.has_uv);
  CHECK(garment.mesh.positions.size() == 25);
  CHECK(uv_bounds(garment.mesh).high == Point2{1, 0.5});
}

TEST_CASE("garment from a file: unusable UV is refused only by those who need it") {
  SurfaceMesh mesh = patch(4);
  mesh.uv[12] = {1.7, 0.5};
  const Garment garment = read(mesh);
  CHECK_FALSE(garment.has_uv);
  CHECK(garment.rest.corner_uv.empty());
  CHECK_FALSE(has_note(garment, "UV"));
  CHECK_THROWS_WITH_AS(require_uv(garment.mesh, "cloth.obj"), doctest::Contains("2 triangles flipped"), config::Error);
}

TEST_CASE("garment from a file: non-manifold edges and zero areas are refused") {
  SurfaceMesh fin = patch(2);
  fin.positions.push_back({0.5, 0.2, 1});
  fin.triangles.push_back({0, 4, 9});
  fin.uv_triangles.push_back({0, 4, 8});
  CHECK_THROWS_WITH_AS(read(fin), doctest::Contains("1 edge with more than two triangles: 0-4"), config::Error);
  SurfaceMesh needle = patch(2);
  needle.positions.push_back({3, 3, 3});
  needle.positions.push_back({4, 4, 4});
  needle.positions.push_back({5, 5, 5});
  needle.triangles.push_back({9, 10, 11});
  needle.uv_triangles.push_back({0, 4, 8});
  CHECK_THROWS_WITH_AS(read(needle), doctest::Contains("1 triangle of zero area: 8"), config::Error);
}

TEST_CASE("garment from a file: a Moebius strip is refused by its name, several pieces and an odd size are noted") {
  SurfaceMesh strip;
  const int n = 24;
  for (int i = 0; i < n; ++i)
    for (const double side : {-0.1, 0.1}) {
      const double a = 2 * 3.14159265358979 * i / n, r = 0.5 + side * std::cos(a / 2);
      strip.positions.push_back({r * std::cos(a), r * std::sin(a), side * std::sin(a / 2)});
    }
  for (int i = 0; i < n; ++i) {
    const int a = 2 * i, b = 2 * i + 1, c = i + 1 < n ? a + 2 : 1, d = i + 1 < n ? b + 2 : 0;
    strip.triangles.push_back({a, b, c});
    strip.triangles.push_back({b, d, c});
  }
  CHECK_THROWS_WITH_AS(read(strip), doctest::Contains("cloth.obj: the mesh has one side only"), config::Error);

  SurfaceMesh two = patch(4);
  add_patch(two, 2, {2, 0}, {3, 1}, [](double u, double v) { return Point3{u, v, 0}; });
  const Garment pieces = read(two);
  CHECK(has_note(pieces, "2 pieces that nothing holds together, of 32, 8 triangles"));
  CHECK(has_note(pieces, "3 x 1 x 0 m (x, y and z, which is up)"));
  CHECK_FALSE(has_note(pieces, "across"));
  CHECK_FALSE(has_note(read(patch(4)), "pieces"));
  CHECK(has_note(read(patch(4), {.scale = 100}), "the garment is 100 m across: is the file in centimetres? set 'unit'"));
  CHECK(has_note(read(patch(4), {.unit = io::Unit::cm}), "the garment is 0.01 m across: is it in another unit"));
}

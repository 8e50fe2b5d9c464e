// SPDX-License-Identifier: Apache-2.0
// Overlap of triangles and normalisation of charts.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "framework/geometry/charts.hpp"
#include "framework/geometry/inspection.hpp"
#include "framework/geometry/uv_overlap.hpp"
#include "tests/framework/geometry/meshes.hpp"

using namespace plisse::geometry;
using plisse::tests::patch;

namespace {
using Corners = std::array<Point2, 3>;
}

TEST_CASE("overlap: areas of the shared polygon") {
  const Corners unit{{{0, 0}, {1, 0}, {0, 1}}};
  CHECK(overlap(unit, unit).area == doctest::Approx(0.5));
  CHECK(overlap(unit, unit).diameter == doctest::Approx(std::sqrt(2.0)));
  CHECK(overlap(unit, Corners{{{0, 1}, {1, 0}, {0, 0}}}).area == doctest::Approx(0.5));  // other way round
  CHECK(overlap(unit, Corners{{{1, 0}, {1, 1}, {0, 1}}}).area == 0);                     // shares a side
  CHECK(overlap(unit, Corners{{{-1, 0}, {0, 0}, {0, -1}}}).area == 0);                   // shares a corner
  CHECK(overlap(unit, Corners{{{5, 5}, {6, 5}, {5, 6}}}).area == 0);
  CHECK(overlap(unit, Corners{{{0.1, 0.1}, {0.2, 0.1}, {0.1, 0.2}}}).area == doctest::Approx(0.005));  // inside
  CHECK(overlap(unit, Corners{{{0.5, 0}, {1.5, 0}, {0.5, 1}}}).area == doctest::Approx(0.125));
  // Two triangles crossed to a star of six points, whose middle is a hexagon.
  const double h = std::sqrt(3.0) / 2;
  CHECK(overlap(Corners{{{1, 0}, {-0.5, h}, {-0.5, -h}}}, Corners{{{-1, 0}, {0.5, -h}, {0.5, h}}}).area ==
        doctest::Approx(std::sqrt(3.0) / 2));
}

TEST_CASE("overlap: pairs agree with a test of all pairs, whatever the sizes") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(0, 1), size(0.001, 0.3);
  std::vector<Corners> triangles;
  for (int t = 0; t < 150; ++t) {
    const Point2 p{place(random), place(random)};
    const double s = size(random) * size(random);
    triangles.push_back({p, p + Point2{s, 0.3 * s}, p + Point2{0.2 * s, t % 2 ? s : -s}});
  }
  std::vector<std::array<int, 2>> expected;
  for (int a = 0; a < 150; ++a) {
    for (int b = a + 1; b < 150; ++b) {
      const Overlap shared = overlap(triangles[std::size_t(a)], triangles[std::size_t(b)]);
      if (2 * shared.area > 1e-6 * shared.diameter) expected.push_back({a, b});
    }
  }
  CHECK(expected.size() > 20);
  CHECK(overlapping_pairs(triangles, 1e-6, 100000) == expected);
  CHECK(overlapping_pairs(triangles, 1e-6, 10).size() == 10);
}

TEST_CASE("overlap: neighbours, rounded coordinates and degenerate triangles are no overlap") {
  SurfaceMesh mesh = patch(20);
  for (Point2& uv : mesh.uv) {  // a sheared grid, rounded to six decimals as in files
    uv = {0.37 + 0.51 * uv[0] - 0.13 * uv[1], 0.11 + 0.21 * uv[0] + 0.67 * uv[1]};
    for (double& x : uv) x = std::round(x * 1e6) / 1e6;
  }
  plisse::tests::add_patch(mesh, 1, {0.88, 0.32}, {0.9, 0.35}, plisse::tests::flat);
  CHECK(inspect(mesh).uv_overlaps.count == 0);
  std::vector<Corners> degenerate(3, Corners{{{0, 0}, {1, 1}, {0.5, 0.5}}});
  CHECK(overlapping_pairs(degenerate, 1e-5, 10).empty());
  // Touching charts whose common border differs in the sixth decimal.
  SurfaceMesh two = patch(1, {0, 0}, {0.5, 1});
  plisse::tests::add_patch(two, 1, {0.499999, 0}, {1, 1}, [](double u, double v) { return Point3{u, v, 1}; });
  CHECK(inspect(two).uv_overlaps.count == 0);
}

TEST_CASE("UV is brought into the unit square by one isotropic scale, and says so") {
  SurfaceMesh mesh = patch(2, {-1, 3}, {3, 5});
  const double ratio = norm(mesh.uv[1] - mesh.uv[0]) / norm(mesh.uv[3] - mesh.uv[0]);
  const std::string note = normalise_uv(mesh);
  CHECK(note.find("[-1, 3] x [3, 5]") != note.npos);
  CHECK(uv_bounds(mesh).low == Point2{0, 0});
  CHECK(uv_bounds(mesh).high == Point2{1, 0.5});
  CHECK(norm(mesh.uv[1] - mesh.uv[0]) / norm(mesh.uv[3] - mesh.uv[0]) == doctest::Approx(ratio));
  SUBCASE("what lies inside stays as it is") {
    const SurfaceMesh before = mesh;
    CHECK(normalise_uv(mesh).empty());
    CHECK(mesh.uv == before.uv);
  }
  SUBCASE("a mirrored mesh is turned round within its bounds") {
    SurfaceMesh mirrored = patch(2, {0.5, 0.2}, {0.1, 0.6});
    CHECK(normalise_uv(mirrored).find("mirrored") != std::string::npos);
    CHECK_FALSE(inspect(mirrored).mirrored);
    CHECK(uv_bounds(mirrored).low[0] == doctest::Approx(0.1));
    CHECK(uv_bounds(mirrored).high[0] == doctest::Approx(0.5));
  }
}

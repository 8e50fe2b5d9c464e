// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/seams.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "framework/geometry/tube.hpp"
#include "framework/geometry/vector.hpp"

using namespace plisse::geometry;

TEST_CASE("a tube has one seam, along the cut it is laid flat by") {
  const Tube tube{.top_radius = 0.1, .bottom_radius = 0.2, .length = 0.4, .sides = 12, .rows = 5};
  const SurfaceMesh mesh = tube_mesh(tube);
  const Seams found = seams(mesh);
  REQUIRE(found.vertices.size() == 6);
  for (const SeamVertex& v : found.vertices) {
    CHECK(v.vertex % tube.sides == 0);
    REQUIRE(v.uv.size() == 2);
    CHECK(v.uv[0] < v.uv[1]);
  }
  REQUIRE(found.edges.size() == 5);
  for (const SeamEdge& e : found.edges) {
    const auto at = [&](int i) { return mesh.uv[std::size_t(i)]; };
    CHECK(e.uv != e.other_uv);
    CHECK(norm(at(e.uv[1]) - at(e.uv[0])) == doctest::Approx(norm(at(e.other_uv[1]) - at(e.other_uv[0]))));  // sewn without ease
    for (std::size_t k = 0; k < 2; ++k) {
      const double fallen = -mesh.positions[std::size_t(e.vertices[k])][2] / tube_height(tube);
      CHECK(std::round(5 * fallen) == doctest::Approx(5 * fallen));
      // Both UV ends stand for the same end in space.
      const auto& both = found.vertices[std::size_t(e.vertices[k] / tube.sides)].uv;
      CHECK(std::set<int>{e.uv[k], e.other_uv[k]} == std::set<int>(both.begin(), both.end()));
    }
  }
}

TEST_CASE("texture vertices that repeat coordinates make no seam, those apart make one") {
  SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  mesh.uv = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
  mesh.uv_triangles = {{0, 1, 2}, {3, 4, 5}};
  CHECK(seams(mesh).vertices.empty());
  CHECK(seams(mesh).edges.empty());
  mesh.uv[3] = {0.1, 0.2};
  const Seams torn = seams(mesh);
  REQUIRE(torn.vertices.size() == 1);
  CHECK(torn.vertices[0].vertex == 0);
  CHECK(torn.vertices[0].uv == std::vector<int>{0, 3});
  REQUIRE(torn.edges.size() == 1);
  CHECK(torn.edges[0].vertices == std::array{2, 0});
  mesh.uv_triangles.clear();
  CHECK(seams(mesh).vertices.empty());
}

TEST_CASE("triangles that meet at one vertex only are sewn there") {
  SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-1, 0, 0}, {-1, -1, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 3, 4}};
  mesh.uv = {{0, 0}, {1, 0}, {1, 1}, {5, 0}, {6, 0}, {6, 1}};
  mesh.uv_triangles = {{0, 1, 2}, {3, 4, 5}};
  const Seams found = seams(mesh);
  REQUIRE(found.vertices.size() == 1);
  CHECK(found.vertices[0].uv == std::vector<int>{0, 3});
  CHECK(found.edges.empty());
}

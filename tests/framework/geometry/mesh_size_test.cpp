// SPDX-License-Identifier: Apache-2.0
// Sizes told beforehand against meshes that were built.
#include "framework/geometry/mesh_size.hpp"

#include <doctest/doctest.h>

#include "framework/geometry/half_edges.hpp"
#include "framework/geometry/uv_grid.hpp"
#include "tests/framework/geometry/meshes.hpp"

using namespace plisse::geometry;
using plisse::tests::patch;

TEST_CASE("mesh size: bytes are those of the arrays") {
  SurfaceMesh mesh = patch(3);
  const auto size = size_of(mesh);
  CHECK(mesh_bytes(size) == 24 * mesh.positions.size() + 12 * (mesh.triangles.size() + mesh.uv_triangles.size()) + 16 * mesh.uv.size());
  CHECK(mesh_bytes(size, 5) == mesh_bytes(size) + 40 * mesh.positions.size());
  mesh.uv.clear();
  mesh.uv_triangles.clear();
  CHECK(mesh_bytes(size_of(mesh)) == 24 * mesh.positions.size() + 12 * mesh.triangles.size());
}

TEST_CASE("mesh size: a UV grid over all of the square, and over a quarter of it") {
  const auto whole = build_rest_surface(patch(4));
  const auto told = uv_grid_size(whole, 40), built = size_of(uv_grid_mesh(whole, 40));
  CHECK(told.points == built.points);
  CHECK(told.triangles == built.triangles);
  CHECK(told.uv == built.uv);

  const auto quarter = build_rest_surface(patch(4, {0.1, 0.2}, {0.6, 0.7}));
  const auto about = uv_grid_size(quarter, 200), found = size_of(uv_grid_mesh(quarter, 200));
  CHECK(double(about.points) == doctest::Approx(double(found.points)).epsilon(0.03));
  CHECK(double(about.triangles) == doctest::Approx(double(found.triangles)).epsilon(0.03));
}

TEST_CASE("side ends: the edges of half edges, in their order, with the number of their sides") {
  const auto triangles = patch(5).triangles;
  struct Edge {
    int low, high;
    std::size_t sides;
    bool operator==(const Edge&) const = default;
  };
  std::vector<Edge> expected, found;
  for_each_edge(sorted_half_edges(triangles), [&](const HalfEdge* first, const HalfEdge* last) {
    expected.push_back({first->low, first->high, std::size_t(last - first)});
  });
  for_each_edge(sorted_side_ends(triangles), [&](const SideEnds& ends, std::size_t sides) {
    found.push_back({ends.low(), ends.high(), sides});
  });
  CHECK(expected.size() > 50);
  CHECK(found == expected);
  CHECK(side_ends_bytes({0, triangles.size(), 0}) == sorted_side_ends(triangles).size() * sizeof(SideEnds));
}

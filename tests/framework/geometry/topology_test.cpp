// SPDX-License-Identifier: Apache-2.0
// Welding, orientation and topology.
#include "framework/geometry/topology.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "framework/config/error.hpp"
#include "framework/geometry/body.hpp"
#include "framework/geometry/inspection.hpp"
#include "framework/geometry/orientation.hpp"
#include "framework/geometry/weld.hpp"
#include "tests/framework/geometry/meshes.hpp"

using namespace plisse;
using namespace plisse::geometry;
using tests::patch;

namespace {

// The same triangles, each with vertices of its own.
SurfaceMesh exploded(const SurfaceMesh& mesh) {
  SurfaceMesh soup;
  soup.uv = mesh.uv;
  soup.uv_triangles = mesh.uv_triangles;
  for (const Triangle& t : mesh.triangles) {
    const int first = int(soup.positions.size());
    for (const int v : t) soup.positions.push_back(mesh.positions[std::size_t(v)]);
    soup.triangles.push_back({first, first + 1, first + 2});
  }
  return soup;
}

}  // namespace

TEST_CASE("weld: vertices at one place become one, charts stay") {
  const SurfaceMesh mesh = patch(5);
  SurfaceMesh soup = exploded(mesh);
  for (std::size_t i = 0; i < soup.positions.size(); ++i) soup.positions[i][2] += i % 2 ? 3e-8 : -3e-8;  // within 1e-7 of the diagonal
  for (std::size_t i = 0; i < soup.positions.size(); ++i) soup.fields["stress"].values.push_back(double(i));
  soup.positions.push_back({4, 4, 4});
  soup.fields["stress"].values.push_back(-1);
  const Welded welded = weld(soup);
  CHECK(welded.mesh.positions.size() == 36);
  CHECK(welded.merged == 150 - 36);
  CHECK(welded.unreferenced == 1);
  CHECK(welded.collapsed == 0);
  CHECK(welded.mesh.uv == mesh.uv);
  CHECK(welded.mesh.uv_triangles == mesh.uv_triangles);
  CHECK(welded.mesh.fields.at("stress").values.size() == 36);
  CHECK(inspect(welded.mesh).boundary_edges == 20);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      CHECK(norm(welded.mesh.positions[std::size_t(welded.mesh.triangles[t][k])] - mesh.positions[std::size_t(mesh.triangles[t][k])]) <
            1e-7);
}

TEST_CASE("weld: collapsed triangles go, with their UV; distant vertices stay apart") {
  SurfaceMesh mesh = patch(1);
  mesh.positions.push_back({1, 0, 0});
  mesh.triangles.push_back({0, 1, 4});
  mesh.uv_triangles.push_back({0, 1, 2});
  const Welded welded = weld(mesh);
  CHECK(welded.collapsed == 1);
  CHECK(welded.merged == 1);
  CHECK(welded.mesh.triangles.size() == 2);
  CHECK(welded.mesh.uv_triangles.size() == 2);
  CHECK(weld(patch(40)).merged == 0);
  CHECK(weld(SurfaceMesh{}).mesh.positions.empty());
}

TEST_CASE("orientation: the fewer triangles are turned, with their UV") {
  SurfaceMesh mesh = patch(4);
  const SurfaceMesh good = mesh;
  for (const std::size_t t : {3u, 8u, 9u, 20u}) {
    std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
    std::swap(mesh.uv_triangles[t][1], mesh.uv_triangles[t][2]);
  }
  CHECK(orient(mesh) == 4);
  CHECK(mesh.triangles == good.triangles);
  CHECK(mesh.uv_triangles == good.uv_triangles);
  CHECK(orient(mesh) == 0);
}

TEST_CASE("orientation: a Moebius strip is refused") {
  SurfaceMesh strip;
  const int n = 12;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::acos(-1.0) * i / n;
    for (const double w : {-0.3, 0.3})
      strip.positions.push_back(
          {(1 + w * std::cos(angle / 2)) * std::cos(angle), (1 + w * std::cos(angle / 2)) * std::sin(angle), w * std::sin(angle / 2)});
    const bool last = i == n - 1;
    const int a = 2 * i, b = 2 * i + 1, c = last ? 1 : 2 * i + 2, d = last ? 0 : 2 * i + 3;
    strip.triangles.push_back({a, b, c});
    strip.triangles.push_back({b, d, c});
  }
  CHECK_THROWS_WITH_AS(orient(strip), doctest::Contains("one side only"), config::Error);
}

TEST_CASE("orientation: closed components face outward") {
  SurfaceMesh mesh = icosphere(1, {0, 0, 0}, 1);
  for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
  CHECK(volume(mesh) < 0);
  const int first = int(mesh.positions.size());
  const SurfaceMesh other = icosphere(0.5, {9, 0, 0}, 1);
  mesh.positions.insert(mesh.positions.end(), other.positions.begin(), other.positions.end());
  for (const auto& [a, b, c] : other.triangles) mesh.triangles.push_back({a + first, b + first, c + first});
  CHECK(orient_outward(mesh) == 80);
  CHECK(volume(mesh) == doctest::Approx(volume(icosphere(1, {}, 1)) * (1 + 0.125)));
}

TEST_CASE("topology: edges, pairs and incidence of a patch") {
  const SurfaceMesh mesh = patch(3);
  const Topology topology = build_topology(mesh);
  const int V = 16, F = 18, E = int(topology.edges.size()), Q = int(topology.pairs.size());
  CHECK(V - E + F == 1);
  CHECK(Q == E - 12);
  CHECK(std::set(topology.edges.begin(), topology.edges.end()).size() == topology.edges.size());

  std::set<std::array<int, 3>> cyclic;
  for (const auto& [a, b, c] : mesh.triangles)
    for (const auto& t : {std::array{a, b, c}, std::array{b, c, a}, std::array{c, a, b}}) cyclic.insert(t);
  for (const auto& [a, b, c, d] : topology.pairs) {
    CHECK(cyclic.count({a, b, c}) == 1);
    CHECK(cyclic.count({d, c, b}) == 1);
  }

  const auto check_slots = [](const auto& elements, const std::vector<int>& start, const std::vector<int>& slot, int vertices) {
    const int width = int(elements[0].size());
    REQUIRE(int(start.size()) == vertices + 1);
    REQUIRE(slot.size() == elements.size() * std::size_t(width));
    for (int v = 0; v < vertices; ++v) {
      CHECK(std::is_sorted(slot.begin() + start[std::size_t(v)], slot.begin() + start[std::size_t(v) + 1]));
      for (int k = start[std::size_t(v)]; k < start[std::size_t(v) + 1]; ++k) {
        const int s = slot[std::size_t(k)];
        CHECK(elements[std::size_t(s / width)][std::size_t(s % width)] == v);
      }
    }
  };
  check_slots(topology.edges, topology.edge_start, topology.edge_slot, V);
  check_slots(topology.pairs, topology.pair_start, topology.pair_slot, V);

  REQUIRE(topology.boundary_loops.size() == 1);
  CHECK(topology.boundary_loops[0].size() == 12);
  CHECK(std::accumulate(topology.on_boundary.begin(), topology.on_boundary.end(), 0) == 12);
}

TEST_CASE("topology: a closed mesh has no boundary, a tube two loops") {
  const Topology sphere = build_topology(icosphere(1, {}, 2));
  CHECK(sphere.boundary_loops.empty());
  CHECK(sphere.pairs.size() == sphere.edges.size());
  SurfaceMesh ring = patch(4, {0, 0}, {1, 1}, [](double u, double v) {
    const double angle = 2 * std::acos(-1.0) * u;
    return Point3{std::cos(angle), std::sin(angle), v};
  });
  const Topology tube = build_topology(weld(ring).mesh);
  REQUIRE(tube.boundary_loops.size() == 2);
  CHECK(tube.boundary_loops[0].size() == 4);
  CHECK(tube.boundary_loops[1].size() == 4);
}

TEST_CASE("topology: what energies on edges cannot live with is refused") {
  SurfaceMesh mesh = patch(2);
  std::swap(mesh.triangles[0][1], mesh.triangles[0][2]);
  CHECK_THROWS_WITH_AS(build_topology(mesh), doctest::Contains("2 between triangles of opposite orientation"), config::Error);
}

TEST_CASE("vertex areas sum to the area") {
  const VertexAreas areas = vertex_areas(patch(3));
  CHECK(areas.area == doctest::Approx(1));
  CHECK(std::accumulate(areas.values.begin(), areas.values.end(), 0.0) == doctest::Approx(1));
  CHECK(areas.values[5] == doctest::Approx(1.0 / 9));  // an inner vertex
}

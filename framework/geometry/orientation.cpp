// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/orientation.hpp"

#include <fmt/format.h>

#include <utility>

#include "framework/config/error.hpp"
#include "framework/geometry/half_edges.hpp"
#include "framework/geometry/union_find.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {
namespace {

struct Neighbour {
  int triangle;
  bool agrees;
};

std::vector<std::vector<Neighbour>> neighbours(const SurfaceMesh& mesh) {
  std::vector<std::vector<Neighbour>> around(mesh.triangles.size());
  for_each_edge(sorted_half_edges(mesh.triangles), [&](const HalfEdge* first, const HalfEdge* last) {
    if (last - first != 2) return;
    const bool agrees = first[0].forward != first[1].forward;
    around[std::size_t(first[0].triangle)].push_back({first[1].triangle, agrees});
    around[std::size_t(first[1].triangle)].push_back({first[0].triangle, agrees});
  });
  return around;
}

void turn(SurfaceMesh& mesh, std::size_t t) {
  std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
  if (!mesh.uv_triangles.empty()) std::swap(mesh.uv_triangles[t][1], mesh.uv_triangles[t][2]);
}

double signed_volume(const SurfaceMesh& mesh, std::size_t t) {
  const auto at = [&](std::size_t k) { return mesh.positions[std::size_t(mesh.triangles[t][k])] - mesh.positions[0]; };
  return dot(at(0), cross(at(1), at(2))) / 6;
}

}  // namespace

int orient(SurfaceMesh& mesh) {
  const auto around = neighbours(mesh);
  std::vector<signed char> side(mesh.triangles.size(), 0);
  int turned = 0;
  for (std::size_t seed = 0; seed < side.size(); ++seed) {
    if (side[seed] != 0) continue;
    std::vector<int> component{int(seed)};
    side[seed] = 1;
    int minus = 0;
    for (std::size_t next = 0; next < component.size(); ++next) {
      const int t = component[next];
      for (const Neighbour& n : around[std::size_t(t)]) {
        const signed char wanted = n.agrees ? side[std::size_t(t)] : static_cast<signed char>(-side[std::size_t(t)]);
        signed char& found = side[std::size_t(n.triangle)];
        if (found == -wanted) {
          throw config::Error(
              fmt::format("the mesh has one side only (seen at triangles {} and {}); cut it or repair its triangles", t, n.triangle));
        }
        if (found == wanted) continue;
        found = wanted;
        minus += wanted < 0;
        component.push_back(n.triangle);
      }
    }
    const signed char wrong = 2 * minus > int(component.size()) ? 1 : -1;
    for (const int t : component) {
      if (side[std::size_t(t)] != wrong) continue;
      turn(mesh, std::size_t(t));
      ++turned;
    }
  }
  return turned;
}

int orient_outward(SurfaceMesh& mesh) {
  UnionFind sets(mesh.positions.size());
  for (const Triangle& t : mesh.triangles) {
    sets.unite(t[0], t[1]);
    sets.unite(t[0], t[2]);
  }
  const auto [component, count] = sets.labels();
  std::vector<double> enclosed(std::size_t(count), 0);
  const auto component_of = [&, &label = component](std::size_t t) { return std::size_t(label[std::size_t(mesh.triangles[t][0])]); };
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) enclosed[component_of(t)] += signed_volume(mesh, t);
  int turned = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (enclosed[component_of(t)] >= 0) continue;
    turn(mesh, t);
    ++turned;
  }
  return turned;
}

double volume(const SurfaceMesh& mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) sum += signed_volume(mesh, t);
  return sum;
}

}  // namespace plisse::geometry

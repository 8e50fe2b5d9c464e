// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "framework/config/error.hpp"
#include "framework/geometry/half_edges.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {
namespace {

// Slots (width * element + place) by vertex, ascending.
template <std::size_t width>
void collect(const std::vector<std::array<int, width>>& elements, std::size_t vertices, std::vector<int>& start, std::vector<int>& slot) {
  start.assign(vertices + 1, 0);
  for (const auto& element : elements)
    for (const int v : element) ++start[std::size_t(v) + 1];
  for (std::size_t v = 0; v < vertices; ++v) start[v + 1] += start[v];
  slot.resize(width * elements.size());
  std::vector<int> next(start.begin(), start.end() - 1);
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (std::size_t k = 0; k < width; ++k) slot[std::size_t(next[std::size_t(elements[e][k])]++)] = int(width * e + k);
}

// Closed walks along boundary sides; each side is used once.
std::vector<std::vector<int>> walk_loops(const std::vector<std::array<int, 2>>& sides) {
  std::multimap<int, int> next;
  for (const auto& [a, b] : sides) next.emplace(a, b);
  std::vector<std::vector<int>> loops;
  while (!next.empty()) {
    std::vector<int> loop;
    for (auto it = next.begin(); it != next.end(); it = next.find(loop.back())) {
      if (loop.empty()) loop.push_back(it->first);
      loop.push_back(it->second);
      next.erase(it);
      if (loop.back() == loop.front()) break;
    }
    if (loop.size() > 1 && loop.back() == loop.front()) loop.pop_back();
    loops.push_back(std::move(loop));
  }
  std::stable_sort(loops.begin(), loops.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return loops;
}

}  // namespace

Topology build_topology(const SurfaceMesh& mesh) {
  Topology topology;
  const std::size_t vertices = mesh.positions.size();
  topology.on_boundary.assign(vertices, 0);
  std::vector<std::array<int, 2>> boundary;
  int non_manifold = 0, inconsistent = 0;
  for_each_edge(sorted_half_edges(mesh.triangles), [&](const HalfEdge* first, const HalfEdge* last) {
    topology.edges.push_back({first->low, first->high});
    if (last - first == 1) {
      boundary.push_back({first->start(), first->end()});
      topology.on_boundary[std::size_t(first->low)] = topology.on_boundary[std::size_t(first->high)] = 1;
    } else if (last - first > 2) {
      ++non_manifold;
    } else if (first[0].forward == first[1].forward) {
      ++inconsistent;
    } else {
      const auto opposite = [&](const HalfEdge& side) {
        return mesh.triangles[std::size_t(side.triangle)][std::size_t((side.corner + 2) % 3)];
      };
      topology.pairs.push_back({opposite(first[0]), first->start(), first->end(), opposite(first[1])});
    }
  });
  if (non_manifold + inconsistent > 0) {
    throw config::Error(
        fmt::format("the mesh has {} edges with more than two triangles and {} between triangles of opposite orientation; repair it",
                    non_manifold, inconsistent));
  }
  collect(topology.edges, vertices, topology.edge_start, topology.edge_slot);
  collect(topology.pairs, vertices, topology.pair_start, topology.pair_slot);
  topology.boundary_loops = walk_loops(boundary);
  return topology;
}

VertexAreas vertex_areas(const SurfaceMesh& mesh) {
  VertexAreas areas;
  areas.values.assign(mesh.positions.size(), 0);
  for (const Triangle& t : mesh.triangles) {
    const auto at = [&](int k) { return mesh.positions[std::size_t(t[std::size_t(k)])]; };
    const double area = 0.5 * norm(area_vector(at(0), at(1), at(2)));
    areas.area += area;
    for (const int v : t) areas.values[std::size_t(v)] += area / 3;
  }
  return areas;
}

}  // namespace plisse::geometry

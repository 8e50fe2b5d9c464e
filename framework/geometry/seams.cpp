// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/seams.hpp"

#include <algorithm>
#include <map>

#include "framework/geometry/half_edges.hpp"

namespace plisse::geometry {
namespace {

// For each UV vertex the first one with the same coordinates.
std::vector<int> first_alike(const std::vector<std::array<double, 2>>& uv) {
  std::map<std::array<double, 2>, int> first;
  std::vector<int> result(uv.size());
  for (std::size_t i = 0; i < uv.size(); ++i) result[i] = first.try_emplace(uv[i], int(i)).first->second;
  return result;
}

std::vector<SeamVertex> seam_vertices(const SurfaceMesh& mesh, const std::vector<int>& alike) {
  std::vector<std::vector<int>> places(mesh.positions.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) places[std::size_t(mesh.triangles[t][k])].push_back(alike[std::size_t(mesh.uv_triangles[t][k])]);
  std::vector<SeamVertex> found;
  for (std::size_t v = 0; v < places.size(); ++v) {
    std::sort(places[v].begin(), places[v].end());
    places[v].erase(std::unique(places[v].begin(), places[v].end()), places[v].end());
    if (places[v].size() > 1) found.push_back({int(v), places[v]});
  }
  return found;
}

std::vector<SeamEdge> seam_edges(const SurfaceMesh& mesh, const std::vector<int>& alike) {
  const auto uv_of = [&](const HalfEdge& side) {
    const Triangle& uv = mesh.uv_triangles[std::size_t(side.triangle)];
    return std::array<int, 2>{alike[std::size_t(uv[std::size_t(side.corner)])], alike[std::size_t(uv[std::size_t((side.corner + 1) % 3)])]};
  };
  std::vector<SeamEdge> found;
  for_each_edge(sorted_half_edges(mesh.triangles), [&](const HalfEdge* first, const HalfEdge* last) {
    if (last - first != 2) return;
    const HalfEdge &one = first[0], &other = first[1];
    const auto uv = uv_of(one);
    auto other_uv = uv_of(other);
    if (other.start() != one.start()) std::swap(other_uv[0], other_uv[1]);
    if (uv != other_uv) found.push_back({{one.start(), one.end()}, uv, other_uv});
  });
  return found;
}

}  // namespace

Seams seams(const SurfaceMesh& mesh) {
  if (mesh.uv_triangles.size() != mesh.triangles.size()) return {};
  const std::vector<int> alike = first_alike(mesh.uv);
  return {seam_vertices(mesh, alike), seam_edges(mesh, alike)};
}

}  // namespace plisse::geometry

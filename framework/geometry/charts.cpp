// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "framework/geometry/half_edges.hpp"
#include "framework/geometry/union_find.hpp"

namespace plisse::geometry {
namespace {

// For each corner, a number that equals that of another corner with the same position and UV.
std::vector<Triangle> corner_ids(const SurfaceMesh& mesh) {
  std::vector<std::array<double, 5>> keys;
  keys.reserve(3 * mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Point3& p = mesh.positions[std::size_t(mesh.triangles[t][k])];
      const Point2& uv = uv_corner(mesh, t, k);
      keys.push_back({p[0], p[1], p[2], uv[0], uv[1]});
    }
  }
  std::vector<std::array<double, 5>> sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  std::vector<Triangle> ids(mesh.triangles.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    ids[i / 3][i % 3] = int(std::lower_bound(sorted.begin(), sorted.end(), keys[i]) - sorted.begin());
  return ids;
}

}  // namespace

std::pair<std::vector<int>, int> charts(const SurfaceMesh& mesh) {
  UnionFind sets(mesh.triangles.size());
  for_each_edge(sorted_half_edges(corner_ids(mesh)), [&](const HalfEdge* first, const HalfEdge* last) {
    if (first->low == first->high) return;
    for (const HalfEdge* side = first + 1; side < last; ++side) sets.unite(first->triangle, side->triangle);
  });
  return sets.labels();
}

UvBounds uv_bounds(const SurfaceMesh& mesh) {
  UvBounds bounds;
  if (mesh.uv_triangles.empty()) return bounds;
  bounds.low = bounds.high = uv_corner(mesh, 0, 0);
  for (const Triangle& t : mesh.uv_triangles) {
    for (const int i : t) {
      for (std::size_t k = 0; k < 2; ++k) {
        bounds.low[k] = std::min(bounds.low[k], mesh.uv[std::size_t(i)][k]);
        bounds.high[k] = std::max(bounds.high[k], mesh.uv[std::size_t(i)][k]);
      }
    }
  }
  return bounds;
}

std::string normalise_uv(SurfaceMesh& mesh) {
  std::string note;
  std::size_t clockwise = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) clockwise += uv_area(mesh, t) < 0;
  UvBounds bounds = uv_bounds(mesh);
  if (2 * clockwise > mesh.triangles.size()) {
    for (Point2& uv : mesh.uv) uv[0] = bounds.low[0] + bounds.high[0] - uv[0];
    note = "UV was mirrored, seen from the front of the triangles: u turned round";
  }
  constexpr double rounding = 1e-9;
  if (std::min(bounds.low[0], bounds.low[1]) < -rounding || std::max(bounds.high[0], bounds.high[1]) > 1 + rounding) {
    if (!note.empty()) note += "; ";
    note += fmt::format("UV spanned [{:.4g}, {:.4g}] x [{:.4g}, {:.4g}]: scaled into the unit square", bounds.low[0], bounds.high[0],
                        bounds.low[1], bounds.high[1]);
    const double scale = 1 / bounds.extent();
    for (Point2& uv : mesh.uv) uv = scale * (uv - bounds.low);
  }
  for (Point2& uv : mesh.uv) uv = {std::clamp(uv[0], 0.0, 1.0), std::clamp(uv[1], 0.0, 1.0)};
  return note;
}

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
// Charts: triangles connected across edges that coincide in space and in UV, whatever indices they use.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

// The chart of each triangle, counted from 0 in the order of first appearance, and the number of charts.  Needs UV.
std::pair<std::vector<int>, int> charts(const SurfaceMesh& mesh);

// Corner k of triangle t in UV.
inline const Point2& uv_corner(const SurfaceMesh& mesh, std::size_t t, std::size_t k) {
  return mesh.uv[std::size_t(mesh.uv_triangles[t][k])];
}
inline double uv_area(const SurfaceMesh& mesh, std::size_t t) {
  return signed_area(uv_corner(mesh, t, 0), uv_corner(mesh, t, 1), uv_corner(mesh, t, 2));
}

// Bounding box of the texture coordinates that triangles use.
struct UvBounds {
  Point2 low{}, high{};
  double extent() const { return std::max(high[0] - low[0], high[1] - low[1]); }
};
UvBounds uv_bounds(const SurfaceMesh& mesh);

// Brings UV into [0, 1]^2, all charts by one translation and one isotropic scale, when something lies outside (by more than 1e-9, else it
// is clamped), and mirrors u when most triangles run clockwise.  Returns a note for the user, empty when nothing changed.  Needs UV with an
// extent.
std::string normalise_uv(SurfaceMesh& mesh);

}  // namespace plisse::geometry

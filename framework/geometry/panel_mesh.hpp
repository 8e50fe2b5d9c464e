// SPDX-License-Identifier: Apache-2.0
// Triangles in a flat panel: the vertices of its outline as they are, inside a hexagonal lattice, joined by Delaunay's triangulation.
#pragma once

#include <vector>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

struct PanelMesh {
  std::vector<Point2> points;       // those of the outline first
  std::vector<Triangle> triangles;  // counterclockwise
};

// Of a simple polygon, counterclockwise, whose sides are about as long as the spacing [m]; it need not be convex.  Throws config::Error
// where a side of the outline is no side of a triangle, because the spacing is too large for the outline's details.
PanelMesh mesh_panel(const std::vector<Point2>& outline, double spacing);

// Whether a point lies inside a polygon.
bool inside(const std::vector<Point2>& polygon, const Point2& point);

}  // namespace plisse::geometry

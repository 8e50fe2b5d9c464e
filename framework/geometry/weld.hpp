// SPDX-License-Identifier: Apache-2.0
// Physics sees one vertex where a file holds several at one place; UV keeps its charts.
#pragma once

#include <vector>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

struct Welded {
  SurfaceMesh mesh;
  int merged = 0;        // vertices that went into an earlier one
  int collapsed = 0;     // triangles with two equal corners, dropped
  int unreferenced = 0;  // vertices without a triangle, dropped
};

// Merges vertices closer than `tolerance` times the diagonal of the bounding box into the first of them, then drops collapsed triangles and
// unreferenced vertices.  Texture coordinates and the order of everything else stay; fields follow their vertices.
Welded weld(const SurfaceMesh& mesh, double tolerance = 1e-7);

// For each point the first kept point within `distance` [m], or itself, which is then kept.
std::vector<int> coincident(const std::vector<Point3>& points, double distance);

// Length of the diagonal of the bounding box [m].
double bounding_diagonal(const std::vector<Point3>& points);

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
// Physics sees one vertex where a file holds several at one place; UV keeps its charts.
#pragma once

#include "framework/geometry/surface_mesh.hpp"

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

}  // namespace plisse::geometry

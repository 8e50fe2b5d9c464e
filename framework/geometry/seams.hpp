// SPDX-License-Identifier: Apache-2.0
// Where the charts of a garment are sewn: one place in space, several in UV.
#pragma once

#include <array>
#include <vector>

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::geometry {

// A vertex whose corners have several texture coordinates: one UV vertex for each, the smallest of those with equal coordinates; ascending.
struct SeamVertex {
  int vertex;
  std::vector<int> uv;
};

// An edge of two triangles that lie apart in UV: along the first triangle's direction, on that triangle and on the other.
struct SeamEdge {
  std::array<int, 2> vertices;
  std::array<int, 2> uv, other_uv;
};

struct Seams {
  std::vector<SeamVertex> vertices;  // by ascending vertex
  std::vector<SeamEdge> edges;       // by ascending (smaller, larger) vertex
};

// Of a mesh with welded positions; edges with more than two triangles are left out.  Empty where there is no UV.
Seams seams(const SurfaceMesh& mesh);

}  // namespace plisse::geometry

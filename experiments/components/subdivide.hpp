// SPDX-License-Identifier: Apache-2.0
// Finer triangles on the same surface: every edge is halved, so that each triangle becomes four, until they are small enough.  The middle
// of an edge e from a to b lies on the curve that meets both ends at right angles to their normals:
//   x = (a + b) / 2 + ((n_b . e) n_b - (n_a . e) n_a) / 8
// Reference: A. Vlachos, J. Peters, C. Boyd, J. Mitchell, "Curved PN triangles", I3D 2001.
#pragma once

#include "framework/geometry/mesh_size.hpp"
#include "framework/geometry/surface_mesh.hpp"
#include "kernels/surfaces/sampled.hpp"

namespace plisse::experiments {

struct Subdivided {
  geometry::SurfaceMesh mesh;  // without fields
  surfaces::PointData points;  // at its positions; normals of unit length
};

// Until the mean edge is at most the box's longest side over `resolution`, and never beyond two million triangles.
geometry::MeshSize subdivided_size(const geometry::SurfaceMesh& mesh, const surfaces::PointData& points, int resolution);
Subdivided subdivide(const geometry::SurfaceMesh& mesh, const surfaces::PointData& points, int resolution);

}  // namespace plisse::experiments

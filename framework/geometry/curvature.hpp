// SPDX-License-Identifier: Apache-2.0
// Discrete mean curvature at the vertices of a triangle mesh: half the normal part of the cotangent Laplacian of the positions,
//   H_i n_i = 1 / (4 A_i) sum_j (cot a_ij + cot b_ij) (x_i - x_j),
// with A_i the mixed Voronoi area.  Positive where the surface bends away from its normal: 1 / R on a sphere with outward normals.
// Reference: M. Meyer, M. Desbrun, P. Schroeder, A. Barr, "Discrete differential-geometry operators for triangulated 2-manifolds", 2003.
#pragma once

#include <vector>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

struct Curvature {
  std::vector<double> mean;       // (V) [1/m]; 0 on the boundary, where it is not defined
  std::vector<Point3> normal;     // (V), unit length, area-weighted; zero where no triangle has an area
  std::vector<double> area;       // (V) mixed Voronoi area [m^2]; sums to the area of the mesh
  std::vector<char> on_boundary;  // (V)

  // Values at inner vertices only, for statistics.
  std::vector<double> inner() const;
};

// Triangles of zero area contribute nothing.
Curvature curvature(const SurfaceMesh& mesh);

// Area-weighted unit normals at the vertices.
std::vector<Point3> vertex_normals(const SurfaceMesh& mesh);

}  // namespace plisse::geometry

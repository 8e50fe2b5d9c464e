// SPDX-License-Identifier: Apache-2.0
// What a thin shell needs to know of its surface at rest, whatever that is made of: at every point its place, unit normal n, Weingarten
// map H = grad_G n (1/R on a sphere of radius R with outward normal) and share of the area.
#pragma once

#include <array>
#include <vector>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

// A symmetric tensor in space: xx, xy, xz, yy, yz, zz.
using Symmetric3 = std::array<double, 6>;

struct ReferencePoint {
  Point3 position{};        // [m]
  Point3 normal{};          // unit
  Symmetric3 weingarten{};  // [1/m], tangential: H n = 0
  double area = 0;          // share of the surface [m^2]
};

// On the triangles of a mesh: the normal is that of the corners, interpolated and scaled to unit length; H is constant on each.
struct MeshReference {
  std::vector<Point3> normals;          // (V), unit
  std::vector<Symmetric3> weingarten;   // (F) [1/m], tangential to the triangle's mean normal
  std::vector<double> area;             // (F) [m^2]
};

// Normals weighted by area at the vertices, boundaries included, and the gradient of their interpolation, made symmetric.  The mesh must be
// welded, manifold and of one orientation.  Throws config::Error where a triangle has no area.
MeshReference mesh_reference(const SurfaceMesh& mesh);

}  // namespace plisse::geometry

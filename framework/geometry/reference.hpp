// SPDX-License-Identifier: Apache-2.0
// What a thin shell needs to know of its surface at rest, whatever that is made of: at every point its place, unit normal n, Weingarten
// map H = grad_G n (1/R on a sphere of radius R with outward normal) and share of the area.
#pragma once

#include <vector>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/symmetric3.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

struct ReferencePoint {
  Point3 position{};        // [m]
  Point3 normal{};          // unit
  Symmetric3 weingarten{};  // [1/m], tangential: H n = 0
  double area = 0;          // share of the surface [m^2]
};

// On the triangles of a mesh: the normal is that of the corners, interpolated and scaled to unit length; H is constant on each, or that of
// the corners, interpolated.
struct MeshReference {
  std::vector<Point3> normals;                // (V), unit
  std::vector<Symmetric3> weingarten;         // (F) [1/m], tangential to the triangle's mean normal
  std::vector<Symmetric3> vertex_weingarten;  // (V) [1/m], tangential to the vertex's normal
  std::vector<double> area;                   // (F) [m^2]
};

// Normals at the vertices of a mesh with edges of length h.
//  area_weighted  the mean of the triangles around, weighted by area.  Its error is of order h^2 only where these lie symmetrically; it
//                 is of order h on irregular meshes and at boundaries, and there the gradient H has an error that does not vanish.
//  fitted         that mean, corrected by a local quadratic fit to the vertices within two edges: order h^2, so that H converges on
//                 every mesh.
enum class MeshNormals { area_weighted, fitted };

// Normals at the vertices, boundaries included; on each triangle H, the symmetric part of the gradient of their interpolation.  At the
// vertices H is the mean of the triangles around, weighted by area: of order h^2 where these lie symmetrically, else h.  The mesh must be
// welded, manifold and of one orientation.  Throws config::Error where a triangle has no area.
// Reference: S. Rusinkiewicz, "Estimating curvatures and their derivatives on triangle meshes", 3DPVT 2004.
MeshReference mesh_reference(const SurfaceMesh& mesh, MeshNormals normals = MeshNormals::fitted);

// The unit normals alone; zero at vertices without a triangle.
std::vector<Point3> mesh_normals(const SurfaceMesh& mesh, MeshNormals normals);

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
// A regular grid over the unit square of UV, cut to the charts: the mesh of results and of mesh energies.
#pragma once

#include "framework/geometry/mesh_size.hpp"
#include "framework/geometry/rest_surface.hpp"
#include "framework/geometry/surface_mesh.hpp"

namespace plisse::geometry {

// Of n x n grid vertices (n >= 2) at u, v = i / (n - 1), row by row, those in the charts, at their rest positions.  Each cell becomes two
// triangles, with alternating diagonals; a triangle is dropped when a corner or the middle of a side is outside, or when its corners lie in
// different charts; so is a vertex that loses all its triangles.  uv and positions share their indices.
SurfaceMesh uv_grid_mesh(const RestSurfaceData& rest, int n);

// About its size: the charts' share of the grid.
MeshSize uv_grid_size(const RestSurfaceData& rest, int n);

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
// The share of a surface that each point of a cloud stands for: its Voronoi cell among its neighbours, projected on the tangent plane and
// stretched radially to their distance along the curved surface.  Where the neighbours leave a wide sector empty, the surface ends: the
// cell is cut along the sides of the sector, moved outward by the distance the edge of the surface has from the outermost points (none
// where points are even, as those of a mesh, which lie on its boundary; more the less even they are).
#pragma once

#include <vector>

#include "framework/geometry/neighbours.hpp"
#include "framework/geometry/symmetric3.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

// (N) [m^2], positive.  Unit normals, tangential Weingarten maps [1/m].  Neighbours that face the other way belong to another layer of
// cloth and are left out.  At least 20 neighbours a point are needed for whole cells.
std::vector<double> cloud_areas(const std::vector<Point3>& points, const Neighbours& neighbours, const std::vector<Point3>& normals,
                                const std::vector<Symmetric3>& weingarten);

}  // namespace plisse::geometry

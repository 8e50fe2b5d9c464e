// SPDX-License-Identifier: Apache-2.0
// The zero level of a function in space as a triangle mesh: cut out of the tetrahedra of a body-centred cubic lattice (marching
// tetrahedra), which gives a manifold always, then relaxed along the surface and projected onto it. Reference: F. Labelle, J. Shewchuk,
// "Isosurface stuffing", ACM Trans. Graph. 26 (SIGGRAPH), 2007, for the lattice.
#pragma once

#include <functional>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

// A function of position [m], negative inside, whose slope is about 1 near its zero level.
using Field3 = std::function<double(const Point3&)>;

// Triangles with edges of about `spacing` [m], outward orientation; closed where the zero level keeps two spacings away from the faces of
// the box from low to high.  The lattice is symmetric about the middle of the box.  Features thinner than two spacings may be lost.
SurfaceMesh level_set_mesh(const Field3& field, const Point3& low, const Point3& high, double spacing);

// Central difference.
Point3 gradient(const Field3& field, const Point3& at, double step);

// The point moved towards the zero level by steps of Newton's method along the gradient, at most `reach` away [m].
Point3 projected(const Field3& field, const Point3& at, double reach, int steps = 8);

}  // namespace plisse::geometry

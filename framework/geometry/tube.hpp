// SPDX-License-Identifier: Apache-2.0
// A cone frustum or cylinder of cloth, cut open along one line and laid flat.  The mesh is a frustum over a regular polygon whose
// circumference and slant height are exactly those of the round one: so its area is exact, its panels are flat trapezoids, and UV is
// exactly isometric (up to one scale).  The polygon's corners lie outside the circle by a factor (pi/n) / sin(pi/n).
#pragma once

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::geometry {

struct Tube {
  double top_radius, bottom_radius;  // [m]
  double length;                     // along the cloth, from rim to rim [m]; above |top_radius - bottom_radius|
  int sides;                         // of the polygon, at least 3
  int rows;                          // of cells from rim to rim, at least 1
};

// Around the z axis, the top rim at z = 0 and the bottom one below; outward normals; welded in space along the cut, which UV leaves open.
// UV in metres.
SurfaceMesh tube_mesh(const Tube& tube);

// Height of the polygonal frustum [m].
double tube_height(const Tube& tube);

}  // namespace plisse::geometry

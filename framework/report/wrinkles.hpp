// SPDX-License-Identifier: Apache-2.0
// The wrinkles of a draped surface: the quarter of its area that bends most,
//   { x : |H(x)| > t },   area{ |H| > t } = area / 4.
// |H| is the magnitude of the discrete mean curvature of geometry::curvature at inner vertices, linear on the triangles between them;
// triangles with a vertex on the boundary, where H is not defined, are left out of both areas.  t is the 75th percentile weighted by area,
// and triangles are cut where |H| = t, so that neither depends on how densely the surface is meshed.
#pragma once

#include <string>

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::report {

struct Wrinkles {
  geometry::SurfaceMesh mesh;  // positions and triangles alone; corners are not shared
  double threshold = 0;        // t [1/m]
  std::string missing;         // why there are none, for the user; empty where there are
};

Wrinkles wrinkles(const geometry::SurfaceMesh& mesh);

}  // namespace plisse::report

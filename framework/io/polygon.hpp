// SPDX-License-Identifier: Apache-2.0
// A polygon in space, cut into triangles by clipping ears, the one with the shortest cut first.
#pragma once

#include <span>
#include <vector>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::io {

// n - 2 triangles over the n >= 3 corners, as indices into them and in their orientation.  Concave polygons are cut inside; a polygon
// without an inside (degenerate, crossing itself) becomes a fan for what is left of it.
std::vector<geometry::Triangle> triangulate(std::span<const geometry::Point3> corners);

}  // namespace plisse::io

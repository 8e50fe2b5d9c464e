// SPDX-License-Identifier: Apache-2.0
// Host care for bodies made of triangles: welding, checks and normals.
#pragma once

#include <array>

#include "kernels/collision/collider.hpp"

namespace plisse::collision {

inline Vec3<double> position(const Body& body, int vertex) {
  const double* p = body.positions.data() + 3 * std::size_t(vertex);
  return {p[0], p[1], p[2]};
}

// Merges vertices closer than a billionth of the body's size, drops triangles without area and vertices no triangle uses.
Body welded(const Body& body);

// A welded body fit for collisions.  Throws std::invalid_argument, saying what is wrong and what to do, for indices out of range,
// positions that are not finite, no triangle with an area, or a closed surface oriented inwards.
Body sound(const Body& body);

// Unit normals (V, 3) at the vertices: the normals of the triangles around, weighted by their areas; 0 where they cancel.
std::vector<Vec3<double>> area_weighted_normals(const Body& body);

// Pseudo-normals of triangle t (not of unit length): 0 its face, 1-3 its corners (weighted by angle), 4-6 its edges 0-1, 1-2, 2-0
// (sum of both faces).  The sign of (x - p) . n tells the side of x, with p the closest point and n that of the feature p is on.
// Reference: J. Baerentzen, H. Aanaes, "Signed distance computation using the angle weighted pseudonormal", IEEE TVCG 11, 2005.
std::vector<std::array<Vec3<double>, 7>> pseudo_normals(const Body& body);

}  // namespace plisse::collision

// SPDX-License-Identifier: Apache-2.0
// Triangle meshes of the analytic bodies, for pictures: closed (the square apart) and oriented outwards.  Lengths in metres.
#pragma once

#include "kernels/collision/collider.hpp"

namespace plisse::collision {

// An icosahedron whose triangles are split in four `levels` times, on the sphere: 10 * 4^levels + 2 vertices.
Body icosphere(const Vec3<double>& center, double radius, int levels);

// `segments` around the axis, `rings` from the pole to the equator of each round end.
Body capsule(const Vec3<double>& a, const Vec3<double>& b, double radius, int segments, int rings);

// Rounded edges of `steps` strips; sharp ones where rounding is 0.
Body rounded_box(const Vec3<double>& center, const Vec3<double>& half_size, double rounding, int steps);

// Half its edge is `extent`; `normal` is a unit vector.
Body square(const Vec3<double>& center, const Vec3<double>& normal, double extent);

}  // namespace plisse::collision

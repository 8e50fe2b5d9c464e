// SPDX-License-Identifier: Apache-2.0
// The image of rest positions: texel (i, j) holds X(i / (size - 1), j / (size - 1)).
#pragma once

#include "framework/geometry/rest_surface.hpp"

namespace plisse::geometry {

// Fills map_size (at least 2), map_position and map_mask from the triangles of `rest`: exact barycentric interpolation inside the charts,
// and in a border of two texels around them the nearest triangle continued.  Throws config::Error when no texel lies in a chart.
void add_position_map(RestSurfaceData& rest, int size);

// Bilinear in the four texels around (u, v); false when the nearest texel is outside the mask.
bool map_position(const RestSurfaceData& rest, double u, double v, Point3& X);

}  // namespace plisse::geometry

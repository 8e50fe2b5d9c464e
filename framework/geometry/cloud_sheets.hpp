// SPDX-License-Identifier: Apache-2.0
// Finds neighbourhoods that are not a thin disk but hold two layers of cloth, or a sharp fold: a quadratic surface leaves large heights
// over, or two parallel quadratic surfaces leave far less over than one does, or normals face either way.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "framework/geometry/quadric_fit.hpp"

namespace plisse::geometry {

struct Neighbourhood {
  Point3 normal;                    // frame of the fit
  std::span<const Point3> offsets;  // [m]
  std::span<const double> weights;
  double reach = 0;   // of the farthest [m]
  double facing = 1;  // share of the points with a normal on the side of the middle one
};

bool is_thick(const Neighbourhood& neighbourhood, const QuadricFit& fit);

// What to say of the thick neighbourhoods among `points`; empty where there are none.  Throws config::Error where they are so many that the
// cloud says little of the surface.
std::string thick_note(const std::string& name, const std::vector<int>& thick, std::size_t points, int neighbours);

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
// Triangles that lie on each other in UV, where one point would have two places on the garment.
#pragma once

#include <array>
#include <vector>

#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

// Area two triangles of any orientation share, by clipping one against the other, and the diameter of the shared polygon.
struct Overlap {
  double area = 0, diameter = 0;
};
Overlap overlap(const std::array<Point2, 3>& a, const std::array<Point2, 3>& b);

// Pairs (first < second, ascending) of triangles whose shared polygon is wider (2 area / diameter) than `width`; triangles thinner than
// that are left out.  Stops after `limit` pairs.
std::vector<std::array<int, 2>> overlapping_pairs(const std::vector<std::array<Point2, 3>>& triangles, double width, std::size_t limit);

}  // namespace plisse::geometry

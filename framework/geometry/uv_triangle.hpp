// SPDX-License-Identifier: Apache-2.0
// One triangle of a rest surface: barycentric coordinates, and the affine map to space that they give (eq. 15-16 of "Spatially Adaptive
// Cloth Regression").
#pragma once

#include <algorithm>

#include "framework/geometry/rest_surface.hpp"

namespace plisse::geometry {

struct UvTriangle {
  const double* uv;        // (3, 2)
  const double* position;  // (3, 3) [m]

  UvTriangle(const RestSurfaceData& rest, int t)
      : uv(&rest.corner_uv[std::size_t(t) * 6]), position(&rest.corner_position[std::size_t(t) * 9]) {}

  Point2 corner(int k) const { return {uv[2 * (k % 3)], uv[2 * (k % 3) + 1]}; }

  Point3 barycentric(const Point2& p) const {
    const double whole = signed_area(corner(0), corner(1), corner(2));
    const double b1 = signed_area(corner(0), p, corner(2)) / whole, b2 = signed_area(corner(0), corner(1), p) / whole;
    return {1 - b1 - b2, b1, b2};
  }

  // Whether p lies inside or at most `slack` outside a side.
  bool covers(const Point2& p, double slack) const {
    const double sign = signed_area(corner(0), corner(1), corner(2)) < 0 ? -1 : 1;
    for (int k = 0; k < 3; ++k) {
      const Point2 a = corner(k), b = corner(k + 1);
      if (sign * cross(b - a, p - a) < -slack * norm(b - a)) return false;
    }
    return true;
  }

  Point3 at(const Point3& barycentric) const {
    Point3 X{};
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t c = 0; c < 3; ++c) X[c] += barycentric[k] * position[3 * k + c];
    return X;
  }

  // Squared distance from p to the triangle; 0 inside.
  double squared_distance(const Point2& p) const {
    if (covers(p, 0)) return 0;
    double least = HUGE_VAL;
    for (int k = 0; k < 3; ++k) {
      const Point2 a = corner(k), side = corner(k + 1) - a;
      const double s = std::clamp(dot(p - a, side) / dot(side, side), 0.0, 1.0);
      const Point2 gap = p - a - s * side;
      least = std::min(least, dot(gap, gap));
    }
    return least;
  }
};

}  // namespace plisse::geometry

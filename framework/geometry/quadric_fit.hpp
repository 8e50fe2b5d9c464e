// SPDX-License-Identifier: Apache-2.0
// Normal and Weingarten map of the surface that passes through scattered points, from a local polynomial: in a frame whose third axis is
// about normal, the weighted least-squares height
//   z(x, y) = z0 + a x + b y + (c x^2 + 2 d x y + e y^2) / 2,
// whose linear part corrects the normal and whose quadratic part is the second fundamental form.  With points a spacing h apart the normal
// is of order h^2 and H of order h; where the points lie symmetrically, H is of order h^2, too.  A third-degree polynomial gains an order.
// Reference: F. Cazals, M. Pouget, "Estimating differential quantities using polynomial fitting of osculating jets", CAGD 22 (2005).
#pragma once

#include <span>
#include <vector>

#include "framework/geometry/reference.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

struct QuadricFit {
  Point3 normal{};              // unit, on the side of the normal given
  Symmetric3 weingarten{};      // [1/m], grad_G n at the origin
  std::vector<double> heights;  // of the points over the fitted surface [m]
  double residual = 0;          // their weighted root mean square [m]
};

enum class FitOrigin { fixed, free };  // fixed: the surface passes through the origin

// Offsets from the point in question [m], with positive weights.  Terms that the points do not determine are 0.  The normal given is unit.
QuadricFit fit_quadric(const Point3& normal, std::span<const Point3> offsets, std::span<const double> weights, FitOrigin origin,
                       int degree = 2);

// Two unit vectors that make a right-handed frame with the unit vector n.
std::array<Point3, 2> tangents(const Point3& n);

}  // namespace plisse::geometry

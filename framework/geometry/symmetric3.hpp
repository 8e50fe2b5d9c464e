// SPDX-License-Identifier: Apache-2.0
// Symmetric tensors in space.
#pragma once

#include <array>

#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

// xx, xy, xz, yy, yz, zz.
using Symmetric3 = std::array<double, 6>;

inline Symmetric3 operator+(const Symmetric3& a, const Symmetric3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]};
}
inline Symmetric3 operator*(double s, const Symmetric3& a) { return {s * a[0], s * a[1], s * a[2], s * a[3], s * a[4], s * a[5]}; }
inline Symmetric3 operator-(const Symmetric3& a, const Symmetric3& b) { return a + (-1.0) * b; }

inline Point3 operator*(const Symmetric3& a, const Point3& x) {
  return {a[0] * x[0] + a[1] * x[1] + a[2] * x[2], a[1] * x[0] + a[3] * x[1] + a[4] * x[2], a[2] * x[0] + a[4] * x[1] + a[5] * x[2]};
}

// (a b^T + b a^T) / 2
inline Symmetric3 symmetric_product(const Point3& a, const Point3& b) {
  return {a[0] * b[0], 0.5 * (a[0] * b[1] + a[1] * b[0]), 0.5 * (a[0] * b[2] + a[2] * b[0]),
          a[1] * b[1], 0.5 * (a[1] * b[2] + a[2] * b[1]), a[2] * b[2]};
}

// P a P with the projector P along the unit normal n.
inline Symmetric3 tangential(const Symmetric3& a, const Point3& n) {
  const Point3 an = a * n;
  return a + (-2.0) * symmetric_product(n, an) + dot(n, an) * symmetric_product(n, n);
}

// Frobenius norm.
inline double norm(const Symmetric3& a) {
  return std::sqrt(a[0] * a[0] + a[3] * a[3] + a[5] * a[5] + 2 * (a[1] * a[1] + a[2] * a[2] + a[4] * a[4]));
}

}  // namespace plisse::geometry

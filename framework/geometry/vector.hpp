// SPDX-License-Identifier: Apache-2.0
// Points and vectors of the plane and of space, on the host.
#pragma once

#include <array>
#include <cmath>

namespace plisse::geometry {

using Point2 = std::array<double, 2>;
using Point3 = std::array<double, 3>;

inline Point2 operator+(const Point2& a, const Point2& b) { return {a[0] + b[0], a[1] + b[1]}; }
inline Point2 operator-(const Point2& a, const Point2& b) { return {a[0] - b[0], a[1] - b[1]}; }
inline Point2 operator*(double s, const Point2& a) { return {s * a[0], s * a[1]}; }
inline double dot(const Point2& a, const Point2& b) { return a[0] * b[0] + a[1] * b[1]; }
// Kahan's difference of products: a right sign for thin triangles, whatever the compiler contracts.
inline double cross(const Point2& a, const Point2& b) {
  const double subtrahend = a[1] * b[0], rest = std::fma(-a[1], b[0], subtrahend);
  return std::fma(a[0], b[1], -subtrahend) + rest;
}
inline double norm(const Point2& a) { return std::hypot(a[0], a[1]); }
// Positive when a, b, c turn left.
inline double signed_area(const Point2& a, const Point2& b, const Point2& c) { return 0.5 * cross(b - a, c - a); }

inline Point3 operator+(const Point3& a, const Point3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Point3 operator-(const Point3& a, const Point3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Point3 operator*(double s, const Point3& a) { return {s * a[0], s * a[1], s * a[2]}; }
inline double dot(const Point3& a, const Point3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Point3 cross(const Point3& a, const Point3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double norm(const Point3& a) { return std::sqrt(dot(a, a)); }
// Twice the area long, normal to the triangle, right-handed.
inline Point3 area_vector(const Point3& a, const Point3& b, const Point3& c) { return cross(b - a, c - a); }

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
// Analytic bodies: a shape is a small device functor  Hit<T> operator()(const Vec3<T>& x)  that gives the signed distance and
// the outward unit normal at any point, also where the normal is not unique (there it picks one).
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>

#include "kernels/collision/collider.hpp"

namespace plisse::collision {

template <class T>
struct Hit {
  T distance;      // [m], negative inside
  Vec3<T> normal;  // unit
};

// Lengths below this have no direction [m].
template <class T>
inline constexpr T no_length = T(1e-15);

// A unit vector perpendicular to a vector, which may be zero.
template <class T>
KOKKOS_INLINE_FUNCTION Vec3<T> perpendicular(const Vec3<T>& v) {
  const Vec3<T> other = math::fabs(v.x) > math::fabs(v.z) ? Vec3<T>{0, 0, 1} : Vec3<T>{1, 0, 0};
  const Vec3<T> p = cross(v, other);
  const T length = norm(p);
  return length > no_length<T> ? (1 / length) * p : Vec3<T>{0, 0, 1};
}

// Distance to a ball of this radius around a point `offset` away; along `fallback` at the very centre.
template <class T>
KOKKOS_INLINE_FUNCTION Hit<T> ball(const Vec3<T>& offset, T radius, const Vec3<T>& fallback) {
  const T length = norm(offset);
  return {length - radius, length > no_length<T> ? (1 / length) * offset : fallback};
}

// Collider::query for a shape.
template <class T, class Shape>
void query_shape(const Exec& exec, const char* label, const Shape& shape, const Jets<T>& positions, int n, const Array1<T>& distance,
                 const Array2<T>& normal) {
  Kokkos::parallel_for(
      label, Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        const Hit<T> hit = shape(Vec3<T>{positions(0, 0, p), positions(1, 0, p), positions(2, 0, p)});
        distance(p) = hit.distance;
        normal(0, p) = hit.normal.x;
        normal(1, p) = hit.normal.y;
        normal(2, p) = hit.normal.z;
      });
}

// An option of three finite numbers.  Throws std::invalid_argument.
inline Vec3<double> vector_option(const char* name, const std::vector<double>& values) {
  if (values.size() != 3 || !std::isfinite(values[0] + values[1] + values[2]))
    throw std::invalid_argument(std::string(name) + " must be three finite numbers [x, y, z]");
  return {values[0], values[1], values[2]};
}

// An option above 0.  Throws std::invalid_argument.
inline double positive_option(const char* name, double value) {
  if (!(value > 0 && std::isfinite(value))) throw std::invalid_argument(std::string(name) + " must be above 0");
  return value;
}

template <class T>
Vec3<T> cast(const Vec3<double>& v) {
  return {T(v.x), T(v.y), T(v.z)};
}

}  // namespace plisse::collision

// SPDX-License-Identifier: Apache-2.0
// Sets at which a garment is held, and the distance to them.  The distance is templated over its scalar, so that it can be taken of a
// jet (kernels/boundary/surface_jet.hpp) as well as of a point.
//   box, sphere    0 inside
//   plane          both sides are measured, unless it is one-sided: then the distance is signed, and smooth on the plane itself
//   polyline       segments between consecutive points
//   points         single points
// The distance to several segments or points is their R-equivalence, 1/d^2 = sum 1/d_k^2: zero exactly on the set, equal to the
// distance close to it, and smooth away from it, where the least of several distances would have creases.
// Reference: A. Biswas, V. Shapiro, "Approximate distance fields with non-vanishing gradients", Graphical Models 66, 2004.
#pragma once

#include "kernels/core/types.hpp"
#include "kernels/core/vec.hpp"

namespace plisse::boundary {

enum class RegionShape { box, sphere, plane, polyline, points };

// Box: a = lower, b = upper corner.  Sphere: a = centre, radius.  Plane: a = point, b = unit normal.
// Polyline and points: corners [first, first + count) of an array (3, K).
template <class T> struct Region {
  RegionShape shape = RegionShape::box;
  Vec3<T> a{}, b{};
  T radius{};
  int first = 0, count = 0;
  bool one_sided = false;  // a plane that nothing lies behind
};

namespace detail {

KOKKOS_INLINE_FUNCTION double value_of(double x) { return x; }
KOKKOS_INLINE_FUNCTION float value_of(float x) { return x; }
KOKKOS_INLINE_FUNCTION double root(double x) { return math::sqrt(x); }
KOKKOS_INLINE_FUNCTION float root(float x) { return math::sqrt(x); }

// Squared distance to the segment from a to b.
template <class T, class S> KOKKOS_INLINE_FUNCTION S squared_distance(const Vec3<T>& a, const Vec3<T>& b, const S (&x)[3]) {
  const Vec3<T> e = b - a;
  const T length2 = dot(e, e);
  const S y[3] = {x[0] - a.x, x[1] - a.y, x[2] - a.z};
  S along = e.x * y[0] + e.y * y[1] + e.z * y[2];
  S square = y[0] * y[0] + y[1] * y[1] + y[2] * y[2];
  if (value_of(along) <= 0 || length2 <= 0) return square;
  if (value_of(along) < length2) return square - along * along * (1 / length2);
  const S z[3] = {x[0] - b.x, x[1] - b.y, x[2] - b.z};
  return z[0] * z[0] + z[1] * z[1] + z[2] * z[2];
}

template <class T, class C, class S> KOKKOS_INLINE_FUNCTION S joined_distance(const Region<T>& region, const C& corners, const S (&x)[3], bool segments) {
  const auto corner = [&](int k) { return Vec3<T>{corners(0, k), corners(1, k), corners(2, k)}; };
  S inverse = x[0] - x[0];
  const int last = region.first + region.count - (segments ? 1 : 0);
  for (int k = region.first; k < last; ++k) {
    const S square = squared_distance(corner(k), corner(segments ? k + 1 : k), x);
    if (!(value_of(square) > 0)) return square - square;
    inverse = inverse + T(1) / square;
  }
  return root(T(1) / inverse);
}

}  // namespace detail

// Distance [m] of the point x to the region; 0 on it.  S is T or a jet over T; corners(i, k) is coordinate i of corner k.
template <class T, class C, class S> KOKKOS_INLINE_FUNCTION S distance(const Region<T>& region, const C& corners, const S (&x)[3]) {
  using detail::root;
  using detail::value_of;
  const S zero = x[0] - x[0];
  switch (region.shape) {
    case RegionShape::box: {
      const T low[3] = {region.a.x, region.a.y, region.a.z}, high[3] = {region.b.x, region.b.y, region.b.z};
      S square = zero;
      for (int i = 0; i < 3; ++i) {
        const S out = value_of(x[i]) < low[i] ? low[i] - x[i] : value_of(x[i]) > high[i] ? x[i] - high[i] : zero;
        square = square + out * out;
      }
      return value_of(square) > 0 ? root(square) : zero;
    }
    case RegionShape::sphere: {
      const S y[3] = {x[0] - region.a.x, x[1] - region.a.y, x[2] - region.a.z};
      const S square = y[0] * y[0] + y[1] * y[1] + y[2] * y[2];
      return value_of(square) > region.radius * region.radius ? root(square) - region.radius : zero;
    }
    case RegionShape::plane: {
      const S signed_distance = region.b.x * (x[0] - region.a.x) + region.b.y * (x[1] - region.a.y) + region.b.z * (x[2] - region.a.z);
      return value_of(signed_distance) < 0 && !region.one_sided ? zero - signed_distance : signed_distance;
    }
    case RegionShape::polyline: return detail::joined_distance(region, corners, x, true);
    case RegionShape::points: return detail::joined_distance(region, corners, x, false);
  }
  return zero;
}

}  // namespace plisse::boundary

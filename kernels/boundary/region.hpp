// SPDX-License-Identifier: Apache-2.0
// Sets at which a garment is held, and the distance to them.  The distance is templated over its scalar, so that it can be taken of a
// jet (kernels/boundary/surface_jet.hpp) as well as of a point.
//   box, sphere    0 inside
//   plane          both sides are measured, unless it is one-sided: then the distance is signed, and smooth on the plane itself
//   polyline       segments between consecutive points
//   points         single points
// The distance to several points is their R-equivalence, 1/d^2 = sum 1/d_k^2: zero exactly on the set, equal to the distance close to it,
// and smooth away from it, where the least of several distances would have creases. Reference: A. Biswas, V. Shapiro, "Approximate distance
// fields with non-vanishing gradients", Graphical Models 66, 2004. The distance to a polyline is smooth in the same way, and does not
// depend on how finely its segments are cut:
//   1/d^2 = 1/2 integral ds / |x - y(s)|^3 = sum over segments (s2/r2 - s1/r1) / (2 h^2)
// with r1, r2 the distances to a segment's ends, s1, s2 their coordinates along it from the foot of x, and h the distance to its line.  It
// is the distance to a line, close to one; up to twice the distance around the ends; and grows faster than the distance far away.
// Reference: A. Belyaev, P.-A. Fayolle, A. Pasko, "Signed L_p-distance fields", Computer-Aided Design 45, 2013.
#pragma once

#include <type_traits>

#include "kernels/core/types.hpp"
#include "kernels/core/vec.hpp"

namespace plisse::boundary {

enum class RegionShape { box, sphere, plane, polyline, points };

// Box: a = lower, b = upper corner.  Sphere: a = centre, radius.  Plane: a = point, b = unit normal.
// Polyline and points: corners [first, first + count) of an array (3, K).
template <class T>
struct Region {
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

template <class S>
KOKKOS_INLINE_FUNCTION S squared_length(const S (&y)[3]) {
  return y[0] * y[0] + y[1] * y[1] + y[2] * y[2];
}

// The share of the segment from a to b in 1/d^2, turned upside down, at an x that is not on it.
template <class T, class S>
KOKKOS_INLINE_FUNCTION S segment_square(const Vec3<T>& a, const Vec3<T>& b, const S (&x)[3]) {
  const T length = norm(b - a);
  const Vec3<T> e = (1 / length) * (b - a);
  const S to_a[3] = {x[0] - a.x, x[1] - a.y, x[2] - a.z}, to_b[3] = {x[0] - b.x, x[1] - b.y, x[2] - b.z};
  const S r1 = root(squared_length(to_a)), r2 = root(squared_length(to_b));
  const S s2 = T(-1) * (e.x * to_b[0] + e.y * to_b[1] + e.z * to_b[2]), s1 = s2 - length;
  if (value_of(s1) < 0 && value_of(s2) > 0) {
    const S across[3] = {to_a[0] + e.x * s1, to_a[1] + e.y * s1, to_a[2] + e.z * s1};
    return 2 * squared_length(across) * (r1 * r2) * (T(1) / (s2 * r1 - s1 * r2));
  }
  // Beyond an end the difference of two sines cancels, and h^2 with it: s2^2 r1^2 - s1^2 r2^2 = h^2 (s2^2 - s1^2) = h^2 length (s1 + s2).
  return (2 / length) * (s2 * r1 + s1 * r2) * (r1 * r2) * (T(1) / (s1 + s2));
}

// Shares of 1/d^2 are taken relative to the largest, so that single precision holds them close to the set.
template <class T, class C, class S>
KOKKOS_INLINE_FUNCTION S joined_distance(const Region<T>& region, const C& corners, const S (&x)[3], bool segments) {
  constexpr T on_set = T(1e-24);  // [m^2], where x is on the set up to rounding
  const auto corner = [&](int k) { return Vec3<T>{corners(0, k), corners(1, k), corners(2, k)}; };
  const auto is_empty = [&](int k) { return segments && !(norm(corner(k + 1) - corner(k)) > 0); };
  const auto square = [&](int k, const auto& at) {
    if (segments) return segment_square(corner(k), corner(k + 1), at);
    const Vec3<T> c = corner(k);
    const std::remove_cvref_t<decltype(at[0])> y[3] = {at[0] - c.x, at[1] - c.y, at[2] - c.z};
    return squared_length(y);
  };
  const S zero = x[0] - x[0];
  const T place[3] = {value_of(x[0]), value_of(x[1]), value_of(x[2])};
  const int last = region.first + region.count - (segments ? 1 : 0);
  T least = 0;
  for (int k = region.first; k < last; ++k) {
    if (is_empty(k)) continue;
    const T here = square(k, place);
    if (!(here > on_set)) return zero;
    least = least > 0 ? math::fmin(least, here) : here;
  }
  S shares = zero;
  for (int k = region.first; k < last; ++k)
    if (!is_empty(k)) shares = shares + least / square(k, x);
  return root(least / shares);
}

}  // namespace detail

// Distance [m] of the point x to the region; 0 on it.  S is T or a jet over T; corners(i, k) is coordinate i of corner k.
template <class T, class C, class S>
KOKKOS_INLINE_FUNCTION S distance(const Region<T>& region, const C& corners, const S (&x)[3]) {
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
    case RegionShape::polyline:
      return detail::joined_distance(region, corners, x, true);
    case RegionShape::points:
      return detail::joined_distance(region, corners, x, false);
  }
  return zero;
}

}  // namespace plisse::boundary

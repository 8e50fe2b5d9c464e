// SPDX-License-Identifier: Apache-2.0
// The frame of a point whose normal and Weingarten map are known in space: t1 is the warp direction, projected on the tangent plane.
#pragma once

#include "kernels/surfaces/points.hpp"

namespace plisse::surfaces {

// A symmetric tensor in space: xx, xy, xz, yy, yz, zz.
template <class T> struct Symmetric3 {
  T xx{}, xy{}, xz{}, yy{}, yz{}, zz{};

  KOKKOS_INLINE_FUNCTION Vec3<T> operator*(const Vec3<T>& v) const {
    return {xx * v.x + xy * v.y + xz * v.z, xy * v.x + yy * v.y + yz * v.z, xz * v.x + yz * v.y + zz * v.z};
  }
};

// Where the surface is within about 6 degrees of normal to `warp`, warp threads run along `level` instead; both are unit vectors.
template <class T> struct Warp {
  Vec3<T> warp{0, 0, 1}, level{1, 0, 0};
};

// The axis that a warp direction leaves most room for takes its place where the surface is normal to it.
inline Warp<double> warp_along(const Vec3<double>& direction) {
  const auto unit = (1 / norm(direction)) * direction;
  const double x = unit.x * unit.x, y = unit.y * unit.y;
  return {unit, x <= 0.5 ? Vec3<double>{1, 0, 0} : y <= 0.5 ? Vec3<double>{0, 1, 0} : Vec3<double>{0, 0, 1}};
}

// n of unit length; of H only its tangential part counts.
template <class T> KOKKOS_INLINE_FUNCTION Frame<T> frame_of(const Vec3<T>& x, const Vec3<T>& n, const Symmetric3<T>& h, const Warp<T>& threads) {
  constexpr T least = T(0.01);  // sin^2 of the angle to the normal
  Vec3<T> along = threads.warp - dot(threads.warp, n) * n;
  if (dot(along, along) < least) along = threads.level - dot(threads.level, n) * n;
  Frame<T> f;
  f.x = x;
  f.n = n;
  f.t1 = (1 / norm(along)) * along;
  f.t2 = cross(n, f.t1);
  const Vec3<T> h1 = h * f.t1, h2 = h * f.t2;
  f.h11 = dot(f.t1, h1);
  f.h12 = dot(f.t2, h1);
  f.h22 = dot(f.t2, h2);
  return f;
}

}  // namespace plisse::surfaces

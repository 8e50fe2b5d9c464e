// SPDX-License-Identifier: Apache-2.0
// Vectors of three numbers, on host and device; T may be a pack (kernels/core/simd.hpp): three of them for as many vectors.
#pragma once

#include "kernels/core/simd.hpp"

namespace plisse {

template <class T> struct Vec3 {
  T x{}, y{}, z{};

  KOKKOS_INLINE_FUNCTION Vec3& operator+=(const Vec3& o) { x += o.x; y += o.y; z += o.z; return *this; }
  KOKKOS_INLINE_FUNCTION Vec3& operator-=(const Vec3& o) { x -= o.x; y -= o.y; z -= o.z; return *this; }
  KOKKOS_INLINE_FUNCTION T operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
};

template <class T> KOKKOS_INLINE_FUNCTION Vec3<T> operator+(Vec3<T> a, const Vec3<T>& b) { return a += b; }
template <class T> KOKKOS_INLINE_FUNCTION Vec3<T> operator-(Vec3<T> a, const Vec3<T>& b) { return a -= b; }
template <class T> KOKKOS_INLINE_FUNCTION Vec3<T> operator-(const Vec3<T>& a) { return {-a.x, -a.y, -a.z}; }
template <class T> KOKKOS_INLINE_FUNCTION Vec3<T> operator*(T s, const Vec3<T>& a) { return {s * a.x, s * a.y, s * a.z}; }
template <class T> KOKKOS_INLINE_FUNCTION T dot(const Vec3<T>& a, const Vec3<T>& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
template <class T> KOKKOS_INLINE_FUNCTION Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T> KOKKOS_INLINE_FUNCTION T norm(const Vec3<T>& a) { return simd::sqrt(dot(a, a)); }

}  // namespace plisse

// SPDX-License-Identifier: Apache-2.0
// Scalars on a surface with their first and second derivatives along its two tangents, under ordinary arithmetic:
//   (f g)_a = f_a g + f g_a,   (f g)_ab = f_ab g + f_a g_b + f_b g_a + f g_ab,   h(f)_ab = h' f_ab + h'' f_a f_b
#pragma once

#include "kernels/core/compat.hpp"

namespace plisse::boundary {

template <class T> struct SurfaceJet {
  T v{}, v1{}, v2{}, v11{}, v12{}, v22{};

  KOKKOS_INLINE_FUNCTION T operator[](int c) const { return c == 0 ? v : c == 1 ? v1 : c == 2 ? v2 : c == 3 ? v11 : c == 4 ? v12 : v22; }

  friend KOKKOS_INLINE_FUNCTION SurfaceJet operator+(const SurfaceJet& f, const SurfaceJet& g) {
    return {f.v + g.v, f.v1 + g.v1, f.v2 + g.v2, f.v11 + g.v11, f.v12 + g.v12, f.v22 + g.v22};
  }
  friend KOKKOS_INLINE_FUNCTION SurfaceJet operator-(const SurfaceJet& f, const SurfaceJet& g) { return f + T(-1) * g; }
  friend KOKKOS_INLINE_FUNCTION SurfaceJet operator+(const SurfaceJet& f, T s) { return {f.v + s, f.v1, f.v2, f.v11, f.v12, f.v22}; }
  friend KOKKOS_INLINE_FUNCTION SurfaceJet operator-(const SurfaceJet& f, T s) { return f + (-s); }
  friend KOKKOS_INLINE_FUNCTION SurfaceJet operator-(T s, const SurfaceJet& f) { return T(-1) * f + s; }
  friend KOKKOS_INLINE_FUNCTION SurfaceJet operator*(T s, const SurfaceJet& f) {
    return {s * f.v, s * f.v1, s * f.v2, s * f.v11, s * f.v12, s * f.v22};
  }
  friend KOKKOS_INLINE_FUNCTION SurfaceJet operator*(const SurfaceJet& f, T s) { return s * f; }
  friend KOKKOS_INLINE_FUNCTION SurfaceJet operator*(const SurfaceJet& f, const SurfaceJet& g) {
    return {f.v * g.v,
            f.v1 * g.v + f.v * g.v1,
            f.v2 * g.v + f.v * g.v2,
            f.v11 * g.v + 2 * f.v1 * g.v1 + f.v * g.v11,
            f.v12 * g.v + f.v1 * g.v2 + f.v2 * g.v1 + f.v * g.v12,
            f.v22 * g.v + 2 * f.v2 * g.v2 + f.v * g.v22};
  }
  // h(f) from the value and two derivatives of h at f.
  friend KOKKOS_INLINE_FUNCTION SurfaceJet chain(const SurfaceJet& f, T value, T first, T second) {
    return {value,
            first * f.v1,
            first * f.v2,
            first * f.v11 + second * f.v1 * f.v1,
            first * f.v12 + second * f.v1 * f.v2,
            first * f.v22 + second * f.v2 * f.v2};
  }
  friend KOKKOS_INLINE_FUNCTION SurfaceJet operator/(T s, const SurfaceJet& f) {
    const T r = 1 / f.v;
    return chain(f, s * r, -s * r * r, 2 * s * r * r * r);
  }
  friend KOKKOS_INLINE_FUNCTION SurfaceJet root(const SurfaceJet& f) {
    const T r = math::sqrt(f.v);
    return chain(f, r, T(0.5) / r, T(-0.25) / (r * f.v));
  }
  friend KOKKOS_INLINE_FUNCTION T value_of(const SurfaceJet& f) { return f.v; }
};

}  // namespace plisse::boundary

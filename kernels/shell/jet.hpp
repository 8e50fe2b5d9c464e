// SPDX-License-Identifier: Apache-2.0
// The jet of a displacement along the two tangents of a surface point: value and first and second derivatives, six channels in the
// order (u, u_1, u_2, u_11, u_12, u_22).  On a curved patch x + a t1 + b t2 - 1/2 (H11 a^2 + 2 H12 a b + H22 b^2) n the second
// derivatives are those of the covariant surface Hessian.
#pragma once

#include "kernels/core/types.hpp"
#include "kernels/core/vec.hpp"

namespace plisse::shell {

constexpr int channels = 6;

template <class S> struct Jet {
  Vec3<S> u, u1, u2, u11, u12, u22;

  KOKKOS_INLINE_FUNCTION Vec3<S>& operator[](int c) { return c == 0 ? u : c == 1 ? u1 : c == 2 ? u2 : c == 3 ? u11 : c == 4 ? u12 : u22; }
  KOKKOS_INLINE_FUNCTION const Vec3<S>& operator[](int c) const {
    return c == 0 ? u : c == 1 ? u1 : c == 2 ? u2 : c == 3 ? u11 : c == 4 ? u12 : u22;
  }
};

// Point p of jets (3, 6, N).
template <class T> KOKKOS_INLINE_FUNCTION Jet<T> jet(const Jets<T>& jets, int p) {
  Jet<T> result;
  for (int c = 0; c < channels; ++c) result[c] = {jets(0, c, p), jets(1, c, p), jets(2, c, p)};
  return result;
}

template <class T> KOKKOS_INLINE_FUNCTION void add(const Jets<T>& jets, int p, T factor, const Jet<T>& jet) {
  for (int c = 0; c < channels; ++c) {
    jets(0, c, p) += factor * jet[c].x;
    jets(1, c, p) += factor * jet[c].y;
    jets(2, c, p) += factor * jet[c].z;
  }
}

}  // namespace plisse::shell

// SPDX-License-Identifier: Apache-2.0
// The energy of one edge: k (l - L)^2 (eq. 18 of "Spatially Adaptive Cloth Regression") or k ((l - L) / L)^2 (eq. 19), with its
// derivative, and the stiffness k by direction.
#pragma once

#include "kernels/core/vec.hpp"

namespace plisse::losses {

// Stiffness in direction phi from the warp (u axis), by the transformation of the orthotropic modulus used for woven fabrics:
//   1/k = cos^4 / warp + (4 / bias - 1 / warp - 1 / weft) cos^2 sin^2 + sin^4 / weft
// k = warp at 0, bias at 45, weft at 90 degrees; positive for all angles where 2 / sqrt(bias) > |1 / sqrt(warp) - 1 / sqrt(weft)|.
// Reference: W. F. Kilby, "Planar stress-strain relationships in woven fabrics", J. Textile Institute 54, 1963.
template <class T>
struct Stiffness {
  T warp_compliance = 1, weft_compliance = 1, shear_compliance = 2;  // shear: 4 / bias - 1 / warp - 1 / weft
  bool isotropic = true;

  Stiffness() = default;
  Stiffness(double warp, double weft, double bias)
      : warp_compliance(T(1 / warp)),
        weft_compliance(T(1 / weft)),
        shear_compliance(T(4 / bias - 1 / warp - 1 / weft)),
        isotropic(warp == 1 && weft == 1 && bias == 1) {}

  // For an edge (du, dv) in UV; one without a direction counts as bias.
  // V is T, or a pack for as many edges.
  template <class V>
  KOKKOS_FUNCTION V operator()(const V& du, const V& dv) const {
    if (isotropic) return simd::broadcast<V>(T(1));
    const V squared = du * du + dv * dv;
    const V c = squared > 0 ? du * du / squared : simd::broadcast<V>(T(0.5)), s = 1 - c;
    return 1 / (warp_compliance * c * c + shear_compliance * c * s + weft_compliance * s * s);
  }
};

template <class T>
struct Spring {
  bool relative;

  // Energy of an edge with end positions d apart, at rest D apart; `force` = d(energy)/d(d).  An edge of no rest length has no
  // strain, one of no length has no direction: its force is 0.
  // V is T, or a pack for as many edges.
  template <class V>
  KOKKOS_FUNCTION V operator()(const V& stiffness, const Vec3<V>& D, const Vec3<V>& d, Vec3<V>& force) const {
    constexpr T shortest = T(1e-12);  // [m]
    const V one = simd::broadcast<V>(T(1));
    const V L = norm(D), l = norm(d);
    const V scale = relative ? 1 / (L <= shortest ? one : L) : one;
    const V strain = L <= shortest ? V{} : (l - L) * scale;
    const V pull = 2 * stiffness * strain * scale / (l <= shortest ? one : l);
    force = (l <= shortest ? V{} : pull) * d;
    return stiffness * strain * strain;
  }
};

}  // namespace plisse::losses

// SPDX-License-Identifier: Apache-2.0
// Strains of a Kirchhoff-Love shell at one point, from the jet u of the displacement along orthonormal tangents (t1, t2), n = t1 x t2,
// with Weingarten map H.  Deformed: r_a = t_a + u_a, r_ab = -H_ab n + u_ab, nbar = r1 x r2 / |r1 x r2|.
//   exact    e_ab = 1/2 (r_a . r_b - delta_ab),  k_ab = -r_ab . nbar - H_ab         zero for every rigid motion
//   linear   e_ab = sym(t_a . u_b),              k_ab = -n . u_ab                   its derivative at u = 0
//   printed  e_ab as exact,                      k_ab = sym(t_a . w_b) + sym(u_a . w_b),   w = -(grad u)^T n
// Linear is the whole linearisation on curved surfaces too: nbar changes by a tangential vector, to which r_ab = -H_ab n is normal.
// An infinitesimal rotation u = omega x X has u_ab = -H_ab omega x n, normal to n: it costs nothing.
// Printed is the linearised director of "NeuralGarSim".  Its derivative at u = 0 is the linear one less sym(H_bc t_c . u_a), which
// vanishes on flat surfaces only, and it serves small rotations only; it is there for comparison.
// Rounding: e and k of exact are written in the small quantities u_a, u_ab and d = nbar - n, without differences of large ones.
#pragma once

#include "kernels/core/dual.hpp"
#include "kernels/materials/strains.hpp"
#include "kernels/shell/jet.hpp"
#include "kernels/surfaces/points.hpp"

namespace plisse::shell {

using materials::Resultants;
using materials::Strains;
using surfaces::Frame;

enum class StrainMeasure { exact, linear, printed };

// The deformed normal: nbar = n + change, and the area ratio |r1 x r2|.
template <class S>
struct Normal {
  Vec3<S> vector, change;
  S area;
};

template <class S, class T>
KOKKOS_INLINE_FUNCTION Normal<S> deformed_normal(const Frame<T>& f, const Jet<S>& j) {
  const Vec3<S> tilt = cross(j.u1, f.t2 + j.u2) + cross(f.t1, j.u2);  // r1 x r2 - n
  const S area = norm(f.n + tilt);
  const S growth = (T(2) * dot(f.n, tilt) + dot(tilt, tilt)) / (T(1) + area);  // area - 1
  const Vec3<S> change = (T(1) / area) * (tilt - growth * f.n);
  return {f.n + change, change, area};
}

// The derivatives of w = -(grad u)^T n along both tangents, as vectors in space:
//   w_b = -a_1b t1 - a_2b t2 + g_b n,   a_cb = n . u_cb + H_bd t_d . u_c,   g_b = H_bc n . u_c
template <class S>
struct Director {
  Vec3<S> w1, w2;
};

template <class S, class T>
KOKKOS_INLINE_FUNCTION Director<S> linearised_director(const Frame<T>& f, const Jet<S>& j) {
  const auto along = [&](T h1, T h2) { return h1 * f.t1 + h2 * f.t2; };
  const Vec3<T> n1 = along(f.h11, f.h12), n2 = along(f.h12, f.h22);
  const S s1 = dot(f.n, j.u1), s2 = dot(f.n, j.u2), b11 = dot(f.n, j.u11), b12 = dot(f.n, j.u12), b22 = dot(f.n, j.u22);
  return {-(b11 + dot(n1, j.u1)) * f.t1 - (b12 + dot(n1, j.u2)) * f.t2 + (f.h11 * s1 + f.h12 * s2) * f.n,
          -(b12 + dot(n2, j.u1)) * f.t1 - (b22 + dot(n2, j.u2)) * f.t2 + (f.h12 * s1 + f.h22 * s2) * f.n};
}

template <StrainMeasure measure, class S, class T>
KOKKOS_INLINE_FUNCTION Strains<S> strains(const Frame<T>& f, const Jet<S>& j) {
  const T half(0.5);
  if constexpr (measure == StrainMeasure::linear) {
    return {dot(f.t1, j.u1), half * (dot(f.t1, j.u2) + dot(f.t2, j.u1)), dot(f.t2, j.u2), -dot(f.n, j.u11), -dot(f.n, j.u12),
            -dot(f.n, j.u22)};
  } else {
    Strains<S> e{
        dot(f.t1 + half * j.u1, j.u1), half * (dot(f.t1, j.u2) + dot(f.t2 + j.u2, j.u1)), dot(f.t2 + half * j.u2, j.u2), {}, {}, {}};
    if constexpr (measure == StrainMeasure::exact) {
      const auto normal = deformed_normal(f, j);
      const S bend = half * dot(normal.change, normal.change);  // 1 - n . nbar
      e.k11 = -dot(j.u11, normal.vector) - f.h11 * bend;
      e.k12 = -dot(j.u12, normal.vector) - f.h12 * bend;
      e.k22 = -dot(j.u22, normal.vector) - f.h22 * bend;
    } else {
      const auto director = linearised_director(f, j);
      const Vec3<S> r1 = f.t1 + j.u1, r2 = f.t2 + j.u2;
      e.k11 = dot(r1, director.w1);
      e.k12 = half * (dot(r1, director.w2) + dot(r2, director.w1));
      e.k22 = dot(r2, director.w2);
    }
    return e;
  }
}

// The adjoint of the jet from that of the strains (off-diagonals counted once): sum over strains of r * d strain / d jet.
template <StrainMeasure measure, class S, class T>
KOKKOS_INLINE_FUNCTION Jet<S> strain_adjoint(const Frame<T>& f, const Jet<S>& j, const Resultants<S>& r) {
  const T half(0.5);
  Jet<S> a;
  if constexpr (measure == StrainMeasure::linear) {
    a.u1 = r.n11 * f.t1 + (half * r.n12) * f.t2;
    a.u2 = r.n22 * f.t2 + (half * r.n12) * f.t1;
    a.u11 = -r.m11 * f.n;
    a.u12 = -r.m12 * f.n;
    a.u22 = -r.m22 * f.n;
    return a;
  } else {
    const Vec3<S> r1 = f.t1 + j.u1, r2 = f.t2 + j.u2;
    a.u1 = r.n11 * r1 + (half * r.n12) * r2;
    a.u2 = r.n22 * r2 + (half * r.n12) * r1;
    if constexpr (measure == StrainMeasure::exact) {
      const auto normal = deformed_normal(f, j);
      // The part of sum m_ab r_ab normal to nbar; that of n is bend nbar - change.
      const Vec3<S> bent = r.m11 * j.u11 + r.m12 * j.u12 + r.m22 * j.u22;
      const S curved = f.h11 * r.m11 + f.h12 * r.m12 + f.h22 * r.m22, bend = half * dot(normal.change, normal.change);
      const Vec3<S> across = bent - dot(bent, normal.vector) * normal.vector + curved * (normal.change - bend * normal.vector);
      const Vec3<S> turn = (T(-1) / normal.area) * across;
      a.u1 += cross(r2, turn);
      a.u2 += cross(turn, r1);
      a.u11 = -r.m11 * normal.vector;
      a.u12 = -r.m12 * normal.vector;
      a.u22 = -r.m22 * normal.vector;
    } else {
      const auto director = linearised_director(f, j);
      a.u1 += r.m11 * director.w1 + (half * r.m12) * director.w2;
      a.u2 += r.m22 * director.w2 + (half * r.m12) * director.w1;
      const Vec3<S> w1 = r.m11 * r1 + (half * r.m12) * r2, w2 = r.m22 * r2 + (half * r.m12) * r1;  // adjoints of w_b
      const S a11 = -dot(f.t1, w1), a21 = -dot(f.t2, w1), a12 = -dot(f.t1, w2), a22 = -dot(f.t2, w2), g1 = dot(f.n, w1), g2 = dot(f.n, w2);
      a.u1 += (f.h11 * g1 + f.h12 * g2) * f.n + (f.h11 * a11 + f.h12 * a12) * f.t1 + (f.h12 * a11 + f.h22 * a12) * f.t2;
      a.u2 += (f.h12 * g1 + f.h22 * g2) * f.n + (f.h11 * a21 + f.h12 * a22) * f.t1 + (f.h12 * a21 + f.h22 * a22) * f.t2;
      a.u11 = a11 * f.n;
      a.u12 = (a12 + a21) * f.n;
      a.u22 = a22 * f.n;
    }
    return a;
  }
}

}  // namespace plisse::shell

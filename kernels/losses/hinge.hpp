// SPDX-License-Identifier: Apache-2.0
// Two triangles (a, b, c) and (d, c, b) that share the edge e = c - b: the dihedral angle theta between their unit normals and
// its derivative.  |n1 - n2| = 2 |sin(theta / 2)|, so every bending energy here is a function of the signed m = 2 sin(theta / 2).
// V is a number, or a pack for as many hinges.
// Reference: R. Tamstorf, E. Grinspun, "Discrete bending forces and their Jacobians", Graphical Models 75, 2013.
#pragma once

#include "kernels/core/vec.hpp"

namespace plisse::losses {

template <class V>
struct Hinge {
  using T = simd::Scalar<V>;
  using Mask = decltype(V{} < V{});

  Mask degenerate;         // a face without area: no normal, no energy, no force; the rest is finite and means nothing
  V bend;                  // m = 2 sin(theta / 2), positive where n1 x n2 points along e
  V slope;                 // dm/dtheta = cos(theta / 2)
  V edge_squared;          // |e|^2 [m^2]
  V area;                  // of both faces [m^2]
  Vec3<V> N1, N2, e;       // N: twice the area times the normal
  V n1_squared, n2_squared, t1, t2;  // t: where the foot of a (of d) lies on e, from b

  KOKKOS_FUNCTION Hinge(const Vec3<V>& a, const Vec3<V>& b, const Vec3<V>& c, const Vec3<V>& d) {
    const V one = simd::broadcast<V>(T(1));
    e = c - b;
    N1 = cross(b - a, c - a);
    N2 = cross(c - d, b - d);
    edge_squared = dot(e, e);
    n1_squared = dot(N1, N1);
    n2_squared = dot(N2, N2);
    degenerate = flat(n1_squared, b - a, c - a, e) | flat(n2_squared, b - d, c - d, e);
    n1_squared = degenerate ? one : n1_squared;
    n2_squared = degenerate ? one : n2_squared;
    edge_squared = degenerate ? one : edge_squared;
    const V length1 = simd::sqrt(n1_squared), length2 = simd::sqrt(n2_squared);
    const Vec3<V> n1 = (1 / length1) * N1, n2 = (1 / length2) * N2;
    area = (length1 + length2) / 2;
    const V size = norm(n1 - n2);
    bend = dot(cross(n1, n2), e) < 0 ? -size : size;
    slope = norm(n1 + n2) / 2;
    t1 = dot(a - b, e) / edge_squared;
    t2 = dot(d - b, e) / edge_squared;
  }

  // d(theta)/d(a, b, c, d) times `scale`.
  KOKKOS_FUNCTION void gradient(const V& scale, Vec3<V> out[4]) const {
    const V length = scale * simd::sqrt(edge_squared);
    out[0] = (-length / n1_squared) * N1;
    out[3] = (-length / n2_squared) * N2;
    out[1] = (t1 - 1) * out[0] + (t2 - 1) * out[3];
    out[2] = -t1 * out[0] - t2 * out[3];
  }

 private:
  // No more area than rounding leaves: a height below a millionth of the sides, or a triangle below 1e-15 m^2.
  KOKKOS_FUNCTION static Mask flat(const V& n_squared, const Vec3<V>& u, const Vec3<V>& v, const Vec3<V>& w) {
    const V u2 = dot(u, u), v2 = dot(v, v), w2 = dot(w, w);
    constexpr T least = T(1e-12);
    return (n_squared <= T(1e-30)) | (n_squared <= least * u2 * v2) | (n_squared <= least * u2 * w2) | (n_squared <= least * v2 * w2);
  }
};

}  // namespace plisse::losses

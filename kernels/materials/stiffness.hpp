// SPDX-License-Identifier: Apache-2.0
// A law that is quadratic in the strains, with membrane and bending apart:
//   psi = 1/2 e.A e + 1/2 k.D k,   e = (e11, e12, e22),  k = (k11, k12, k22),  A and D symmetric 3 x 3
#pragma once

#include "kernels/materials/strains.hpp"

namespace plisse::materials {

// A symmetric 3 x 3 matrix: entries 00, 01, 02, 11, 12, 22.
template <class T>
struct Symmetric3 {
  T entry[6] = {};

  KOKKOS_INLINE_FUNCTION T operator()(int i, int j) const {
    const int low = i < j ? i : j, high = i < j ? j : i;
    return entry[low == 0 ? high : low + high + 1];
  }
  template <class S>
  KOKKOS_INLINE_FUNCTION void multiply(const S& x, const S& y, const S& z, S& a, S& b, S& c) const {
    a = entry[0] * x + entry[1] * y + entry[2] * z;
    b = entry[1] * x + entry[3] * y + entry[4] * z;
    c = entry[2] * x + entry[4] * y + entry[5] * z;
  }
};

// Energies per area [J/m^2].
template <class S>
struct Energies {
  S membrane, bending;
};

template <class T>
struct Stiffness {
  Symmetric3<T> membrane;  // A [N/m]
  Symmetric3<T> bending;   // D [N m]

  template <class S>
  KOKKOS_INLINE_FUNCTION Resultants<S> resultants(const Strains<S>& s) const {
    Resultants<S> r;
    membrane.multiply(s.e11, s.e12, s.e22, r.n11, r.n12, r.n22);
    bending.multiply(s.k11, s.k12, s.k22, r.m11, r.m12, r.m22);
    return r;
  }

  // Of strains and their own resultants.
  template <class S>
  KOKKOS_INLINE_FUNCTION Energies<S> energy(const Strains<S>& s, const Resultants<S>& r) const {
    return {T(0.5) * (s.e11 * r.n11 + s.e12 * r.n12 + s.e22 * r.n22), T(0.5) * (s.k11 * r.m11 + s.k12 * r.m12 + s.k22 * r.m22)};
  }
  template <class S>
  KOKKOS_INLINE_FUNCTION Energies<S> energy(const Strains<S>& s) const {
    return energy(s, resultants(s));
  }

  // Entry of the 6 x 6 tangent d^2 psi / d(e11, e12, e22, k11, k12, k22)^2.
  KOKKOS_INLINE_FUNCTION T tangent(int i, int j) const {
    return i < 3 && j < 3 ? membrane(i, j) : i >= 3 && j >= 3 ? bending(i - 3, j - 3) : T(0);
  }
};

}  // namespace plisse::materials

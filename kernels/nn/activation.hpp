// SPDX-License-Identifier: Apache-2.0
// Activations sigma(z) with their first three derivatives: the reverse sweep of jets with second derivatives needs sigma'''.
//   relu      max(z, 0)                              softplus  log(1 + exp z)
//   gelu      z Phi(z), Phi the normal distribution  sine      sin(omega z)
//   tanh      tanh z
// Reference: V. Sitzmann et al., "Implicit neural representations with periodic activation functions", NeurIPS 2020 (sine);
// D. Hendrycks, K. Gimpel, "Gaussian error linear units", 2016 (gelu, exact form).
#pragma once

#include "kernels/nn/elementary.hpp"

namespace plisse::nn {

enum class Activation { relu, gelu, tanh, softplus, sine };

// True where all derivatives exist everywhere: relu has a kink.
constexpr bool is_smooth(Activation activation) { return activation != Activation::relu; }

// sigma, sigma', sigma'', sigma'''
template <class V>
struct Derivatives {
  V value, first, second, third;
};

// V is a number or a pack.  What the caller does not use is not computed (everything is inlined).  omega is used by sine alone.
template <Activation activation, class V>
KOKKOS_FORCEINLINE_FUNCTION Derivatives<V> evaluate(const V& z, [[maybe_unused]] simd::Scalar<V> omega) {
  const V zero{};
  if constexpr (activation == Activation::relu) {
    return {z < 0 ? zero : z, z > 0 ? 1 + zero : zero, zero, zero};
  } else if constexpr (activation == Activation::gelu) {
    V density, cumulative;
    normal<V>(z, density, cumulative);
    const V w = z < -100 ? zero - 100 : z > 100 ? zero + 100 : z;  // the density is 0 there; powers stay finite
    return {z * cumulative, cumulative + w * density, density * (2 - w * w), density * w * (w * w - 4)};
  } else if constexpr (activation == Activation::tanh) {
    const V t = nn::tanh<V>(z), d = 1 - t * t;
    return {t, d, -2 * t * d, d * (6 * t * t - 2)};
  } else if constexpr (activation == Activation::softplus) {
    const V e = exp_nonpositive<V>(z < 0 ? z : -z);
    const V s = (z < 0 ? e : 1 + zero) / (1 + e), d = e / ((1 + e) * (1 + e));
    return {(z < 0 ? zero : z) + log1p_unit<V>(e), s, d, d * (1 - 2 * s)};
  } else {
    V s, c;
    sincos<V>(omega * z, s, c);
    return {s, omega * c, -omega * omega * s, -omega * omega * omega * c};
  }
}

// The jet s of sigma(z) from the derivatives of sigma at z: s_a = sigma' z_a, s_ab = sigma' z_ab + sigma'' z_a z_b.
template <int C, class V>
KOKKOS_FORCEINLINE_FUNCTION void chain(const V (&z)[C], const Derivatives<V>& d, V (&s)[C]) {
  s[0] = d.value;
  if constexpr (C >= 3) {
    for (int a = 1; a <= 2; ++a) s[a] = d.first * z[a];
  }
  if constexpr (C == 6) {
    s[3] = d.first * z[3] + d.second * z[1] * z[1];
    s[4] = d.first * z[4] + d.second * z[1] * z[2];
    s[5] = d.first * z[5] + d.second * z[2] * z[2];
  }
}

// Calls f with a compile-time activation: f(std::integral_constant<Activation, a>).  f may be for the host alone.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class F>
KOKKOS_FORCEINLINE_FUNCTION void dispatch(Activation activation, const F& f) {
  switch (activation) {
    case Activation::relu:
      return f(std::integral_constant<Activation, Activation::relu>{});
    case Activation::gelu:
      return f(std::integral_constant<Activation, Activation::gelu>{});
    case Activation::tanh:
      return f(std::integral_constant<Activation, Activation::tanh>{});
    case Activation::softplus:
      return f(std::integral_constant<Activation, Activation::softplus>{});
    case Activation::sine:
      return f(std::integral_constant<Activation, Activation::sine>{});
  }
}

}  // namespace plisse::nn

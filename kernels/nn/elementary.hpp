// SPDX-License-Identifier: Apache-2.0
// exp, tanh, log1p, sine with cosine, and the normal distribution for packs (kernels/core/simd.hpp), without tables, branches
// or -ffast-math; for single numbers those of the platform.  NaN stays NaN.
//   exp(x)   = 2^n (1 + expm1(r)),  r = x - n ln 2,  |r| <= ln 2 / 2                     expm1: Taylor
//   tanh|x|  = m / (m + 2),  m = expm1(2|x|)
//   log1p(e) = 2 artanh(e / (2 + e))  for 0 <= e <= 1                                    Taylor
//   sin, cos: r = x - q pi/2 with pi/2 in pieces (Cody and Waite), |r| <= pi/4           Taylor
//   erfc(u)  = exp(-u^2) p(t) / (1 + 2u),  t = (u - k)/(u + k)                           Chebyshev interpolation of degree 11 or 22
// after M. Shepherd and J. Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x", Math. Comp. 36 (1981).
#pragma once

#include <numbers>

#include "kernels/core/simd.hpp"

namespace plisse::nn {

namespace detail {

template <class V>
inline constexpr bool is_single = sizeof(simd::Scalar<V>) == 4;

// sum_k coefficient[k] x^k
template <class V, int N>
KOKKOS_FORCEINLINE_FUNCTION V polynomial(const V& x, const simd::Scalar<V> (&coefficient)[N]) {
  V sum = simd::broadcast<V>(coefficient[N - 1]);
  for (int k = N - 2; k >= 0; --k) sum = sum * x + coefficient[k];
  return sum;
}

// 1.5 * 2^(mantissa bits): adding it rounds a small number to the nearest integer, in the low bits of the sum.
template <class V>
inline constexpr auto rounder = simd::Scalar<V>(is_single<V> ? 12582912.0 : 6755399441055744.0);

template <class V>
using IntPack = decltype(V{} < V{});  // integers of the same width

// x = n ln 2 + r; returns expm1(r), and 2^(n - 1) in half_scale.  |x| < 87.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION V expm1_reduced(const V& x, V& half_scale) {
  using S = simd::Scalar<V>;
  using I = IntPack<V>;
  const V shifted = x * S(1.4426950408889634) + rounder<V>;
  const V n = shifted - rounder<V>;
  const I count = simd::bits<I>(shifted) - simd::bits<I>(simd::broadcast<V>(rounder<V>));
  half_scale = simd::bits<V>((count + (is_single<V> ? 126 : 1022)) << (is_single<V> ? 23 : 52));
  if constexpr (is_single<V>) {
    const V r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
    return r + r * r * polynomial(r, {1.f / 2, 1.f / 6, 1.f / 24, 1.f / 120, 1.f / 720, 1.f / 5040});
  } else {
    const V r = (x - n * 6.93145751953125e-1) - n * 1.42860682030941723212e-6;
    return r + r * r *
                   polynomial(r, {1. / 2, 1. / 6, 1. / 24, 1. / 120, 1. / 720, 1. / 5040, 1. / 40320, 1. / 362880, 1. / 3628800,
                                  1. / 39916800, 1. / 479001600, 1. / 6227020800});
  }
}

}  // namespace detail

// exp(x) for x <= 0; results below 1e-37 (float) or 1e-307 (double) are 0.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION V exp_nonpositive(const V& x) {
  if constexpr (!simd::is_pack<V>) {
    return math::exp(x);
  } else {
    using S = simd::Scalar<V>;
    constexpr S least = detail::is_single<V> ? S(-85) : S(-706);
    V half;
    const V m = detail::expm1_reduced<V>(x < least ? simd::broadcast<V>(least) : x, half);
    const V e = 2 * (half + half * m);
    return x < least ? V{} : e;
  }
}

template <class V>
KOKKOS_FORCEINLINE_FUNCTION V tanh(const V& x) {
  if constexpr (!simd::is_pack<V>) {
    return math::tanh(x);
  } else {
    using S = simd::Scalar<V>;
    constexpr S most = detail::is_single<V> ? S(20) : S(44);
    const V size = x < 0 ? -x : x;
    V half;
    const V y = 2 * size;
    const V m = detail::expm1_reduced<V>(y > most ? simd::broadcast<V>(most) : y, half);
    const V e = 2 * (half * m + (half - S(0.5)));
    const V t = e / (e + 2);
    return x < 0 ? -t : t;
  }
}

// log(1 + e) for 0 <= e <= 1
template <class V>
KOKKOS_FORCEINLINE_FUNCTION V log1p_unit(const V& e) {
  if constexpr (!simd::is_pack<V>) {
    return math::log1p(e);
  } else {
    const V s = e / (e + 2), s2 = s * s;
    if constexpr (detail::is_single<V>) {
      return 2 * s + 2 * s * s2 * detail::polynomial(s2, {1.f / 3, 1.f / 5, 1.f / 7, 1.f / 9, 1.f / 11, 1.f / 13, 1.f / 15});
    } else {
      return 2 * s + 2 * s * s2 *
                         detail::polynomial(s2, {1. / 3, 1. / 5, 1. / 7, 1. / 9, 1. / 11, 1. / 13, 1. / 15, 1. / 17, 1. / 19, 1. / 21,
                                                 1. / 23, 1. / 25, 1. / 27, 1. / 29, 1. / 31});
    }
  }
}

// Within 2 ulp (or 1e-13 absolute, next to the zeros, for float) of the exact values while |x| <= 1e4; beyond, and for what is not
// finite, element by element by the platform's functions.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION void sincos(const V& x, V& sine, V& cosine) {
  if constexpr (!simd::is_pack<V>) {
    sine = math::sin(x);
    cosine = math::cos(x);
  } else {
    using S = simd::Scalar<V>;
    using I = detail::IntPack<V>;
    constexpr S most = 1e4;
    const I inside = (x < 0 ? -x : x) <= most;
    const V y = inside ? x : V{};
    const V shifted = y * S(2 * std::numbers::inv_pi) + detail::rounder<V>;
    const V q = shifted - detail::rounder<V>;
    const I quadrant = simd::bits<I>(shifted);
    V r, s, c;
    if constexpr (detail::is_single<V>) {
      r = (((y - q * 1.5703125f) - q * 4.837512969970703e-4f) - q * 7.549533620476723e-8f) - q * 2.5633440682570896e-12f;
      const V r2 = r * r;
      s = r + r * r2 * detail::polynomial(r2, {-1.f / 6, 1.f / 120, -1.f / 5040, 1.f / 362880});
      c = (1 - r2 / 2) + r2 * r2 * detail::polynomial(r2, {1.f / 24, -1.f / 720, 1.f / 40320, -1.f / 3628800});
    } else {
      r = ((y - q * 1.57079632673412561417e+00) - q * 6.07710050630396597660e-11) - q * 2.02226624879595063154e-21;
      const V r2 = r * r;
      s = r +
          r * r2 *
              detail::polynomial(r2, {-1. / 6, 1. / 120, -1. / 5040, 1. / 362880, -1. / 39916800, 1. / 6227020800, -1. / 1307674368000});
      c = (1 - r2 / 2) + r2 * r2 *
                             detail::polynomial(r2, {1. / 24, -1. / 720, 1. / 40320, -1. / 3628800, 1. / 479001600, -1. / 87178291200,
                                                     1. / 20922789888000});
    }
    const I swapped = (quadrant & 1) != 0;
    const V a = swapped ? c : s, b = swapped ? s : c;
    sine = (quadrant & 2) != 0 ? -a : a;
    cosine = ((quadrant + 1) & 2) != 0 ? -b : b;
    if (simd::any(~inside)) {
      for (int i = 0; i < simd::Traits<V>::size; ++i) {
        if (inside[i]) continue;
        sine[i] = math::sin(x[i]);
        cosine[i] = math::cos(x[i]);
      }
    }
  }
}

// The normal distribution: density = exp(-z^2/2) / sqrt(2 pi), cumulative = (1 + erf(z / sqrt 2)) / 2.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION void normal(const V& z, V& density, V& cumulative) {
  using S = simd::Scalar<V>;
  constexpr S inv_sqrt2 = S(1 / std::numbers::sqrt2), inv_sqrt2pi = S(0.39894228040143267794);
  if constexpr (!simd::is_pack<V>) {
    density = inv_sqrt2pi * math::exp(-z * z / 2);
    cumulative = (1 + math::erf(z * inv_sqrt2)) / 2;
  } else {
    constexpr S most = 40;  // keeps z^2 from overflowing; both tails are 0 there
    const V size = z < 0 ? -z : z, w = size > most ? simd::broadcast<V>(most) : size;
    const V e = exp_nonpositive<V>(-w * w / 2), u = w * inv_sqrt2;
    V p;
    if constexpr (detail::is_single<V>) {
      p = detail::polynomial((u - 2.5f) / (u + 2.5f),
                             {1.26483818f, -0.1223567694f, -0.09902423965f, 0.157630376f, -0.1029705553f, 0.0327554827f, 0.0009468088732f,
                              -0.004358277227f, 0.0004632798436f, 0.0005834769349f, -6.389437193e-5f, -6.471063822e-5f});
    } else {
      p = detail::polynomial(
          (u - 3.75) / (u + 3.75),
          {1.23751263083782758,     -0.140240598585545209,    0.00358541548546630691,   0.08227673848999159,      -0.108803930141939147,
           0.0923043211643561598,   -0.0586933985844918477,   0.0283622773713700457,    -0.00974657962081509014,  0.00175562616922767209,
           0.000293714087772276824, -0.000290155365639471284, 0.0000516473712387183769, 0.0000223875927253476892, -0.0000114396152600759497,
           -9.79297529099822918e-7, 1.74385774113591811e-6,   -5.08169118116981883e-8,  -2.49965380374052424e-7,  1.87785011564687965e-8,
           3.25649908379851293e-8,  -1.95279016297483689e-9,  -2.72939413325338551e-9});
    }
    const V tail = S(0.5) * e * p / (1 + 2 * u);
    density = inv_sqrt2pi * e;
    cumulative = z < 0 ? tail : 1 - tail;
  }
}

}  // namespace plisse::nn

// SPDX-License-Identifier: Apache-2.0
// Activations of jets on a tile (kernels/nn/tile_product.hpp): channel c of point p is row c * points + p.
// The reverse of nn::chain, with ~ for adjoints and (a, b) over the stored pairs 11, 12, 22:
//   z~_ab = sigma' s~_ab
//   z~_a  = sigma' s~_a + sigma'' sum_b s~_ab z_b (1 + delta_ab)
//   z~    = sigma' s~ + sigma'' sum_a s~_a z_a + sum_ab s~_ab (sigma'' z_ab + sigma''' z_a z_b)
#pragma once

#include "kernels/core/types.hpp"
#include "kernels/nn/activation.hpp"
#include "kernels/nn/tile_product.hpp"

namespace plisse::nn::tile {

// z~ in the place of s~.
template <int C, class V>
KOKKOS_FORCEINLINE_FUNCTION void activate_adjoint(const V (&z)[C], const Derivatives<V>& d, V (&bar)[C]) {
  V value = d.first * bar[0];
  if constexpr (C >= 3) value += d.second * (bar[1] * z[1] + bar[2] * z[2]);
  if constexpr (C == 6) {
    value += d.second * (bar[3] * z[3] + bar[4] * z[4] + bar[5] * z[5]);
    value += d.third * (bar[3] * z[1] * z[1] + bar[4] * z[1] * z[2] + bar[5] * z[2] * z[2]);
  }
  bar[0] = value;
  if constexpr (C >= 3) {
    for (int a = 1; a <= 2; ++a) bar[a] = d.first * bar[a];
  }
  if constexpr (C == 6) {
    bar[1] += d.second * (2 * bar[3] * z[1] + bar[4] * z[2]);
    bar[2] += d.second * (2 * bar[5] * z[2] + bar[4] * z[1]);
    for (int ab = 3; ab < 6; ++ab) bar[ab] = d.first * bar[ab];
  }
}

// Calls f.template pack<V>(column) for all columns of a row of `width` numbers, shared out over the team; no barrier.
template <class T, class Member, class F>
KOKKOS_FORCEINLINE_FUNCTION void for_packs(const Member& team, int width, const F& f) {
  const int packs = padded<T>(width) / simd::lanes<T>, tail = padded<T>(width) > packs * simd::lanes<T> ? 1 : 0;
  Kokkos::parallel_for(Kokkos::TeamThreadRange(team, packs + tail), [&](int i) {
    if (i < packs) f.template pack<simd::Pack<T>>(i * simd::lanes<T>);
    else f.template pack<simd::HalfPack<T>>(i * simd::lanes<T>);
  });
}

// s (C points, width) of z; the two may be the same.
template <Activation activation, int C, class T>
struct Activate {
  int points, ld;
  T omega;
  const T* z;
  T* s;

  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION void pack(int column) const {
    for (int p = 0; p < points; ++p) {
      V in[C], out[C];
      for (int c = 0; c < C; ++c) in[c] = simd::load<V>(z + std::size_t(c * points + p) * ld + column);
      chain<C, V>(in, evaluate<activation, V>(in[0], omega), out);
      for (int c = 0; c < C; ++c) simd::store(s + std::size_t(c * points + p) * ld + column, out[c]);
    }
  }
};

// Turns bar (C points, width) from s~ into z~, adds the sum of z~ over the points to bias_gradient (width), and computes s again.
// relu reads s in the place of z: it says as much, and s need not be computed.
template <Activation activation, int C, class T>
struct ActivateAdjoint {
  int points, ld;
  T omega;
  const T* z;
  T *bar, *bias_gradient, *s;

  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION void pack(int column) const {
    V sum = simd::load<V>(bias_gradient + column);
    for (int p = 0; p < points; ++p) {
      V in[C], out[C], adjoint[C];
      for (int c = 0; c < C; ++c) in[c] = simd::load<V>(z + std::size_t(c * points + p) * ld + column);
      for (int c = 0; c < C; ++c) adjoint[c] = simd::load<V>(bar + std::size_t(c * points + p) * ld + column);
      const Derivatives<V> d = evaluate<activation, V>(in[0], omega);
      chain<C, V>(in, d, out);
      activate_adjoint<C, V>(in, d, adjoint);
      sum += adjoint[0];
      for (int c = 0; c < C; ++c) simd::store(bar + std::size_t(c * points + p) * ld + column, adjoint[c]);
      if constexpr (activation != Activation::relu)
        for (int c = 0; c < C; ++c) simd::store(s + std::size_t(c * points + p) * ld + column, out[c]);
    }
    simd::store(bias_gradient + column, sum);
  }
};

// bias_gradient (width) += sum over the points of bar
template <class T>
struct AddRows {
  int points, ld;
  const T* bar;
  T* bias_gradient;

  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION void pack(int column) const {
    V sum = simd::load<V>(bias_gradient + column);
    for (int p = 0; p < points; ++p) sum += simd::load<V>(bar + std::size_t(p) * ld + column);
    simd::store(bias_gradient + column, sum);
  }
};

// Calls f(activation, channels) with both as compile-time constants.
template <class F>
KOKKOS_FORCEINLINE_FUNCTION void dispatch(Activation activation, int channels, const F& f) {
  nn::dispatch(activation, [&](auto a) {
    if (channels == 1) f(a, std::integral_constant<int, 1>{});
    else if (channels == 3) f(a, std::integral_constant<int, 3>{});
    else f(a, std::integral_constant<int, 6>{});
  });
}

// Rows of a tile from a batch (width, C, N) of which it takes points first .. first + points; padding becomes 0.  A thread takes all
// points of a row's column; on a GPU one point, so that neighbours read neighbours.
template <class T, class Member>
KOKKOS_FORCEINLINE_FUNCTION void load_rows(const Member& team, const Jets<T>& batch, int first, int points, int channels, int width,
                                           T* rows, int ld) {
  const int run = on_gpu ? 1 : points, runs = points / run;
  Kokkos::parallel_for(Kokkos::TeamThreadRange(team, padded<T>(width) * channels * runs), [&](int i) {
    const int k = i / runs / channels, c = i / runs % channels, start = i % runs * run;
    T* to = rows + (std::size_t(c) * points + start) * ld + k;
    if (k < width) {
      const T* from = &batch(k, c, first + start);
      for (int p = 0; p < run; ++p) to[std::size_t(p) * ld] = from[p];
    } else {
      for (int p = 0; p < run; ++p) to[std::size_t(p) * ld] = 0;
    }
  });
}

// The reverse of load_rows.
template <class T, class Member>
KOKKOS_FORCEINLINE_FUNCTION void store_rows(const Member& team, const T* rows, int ld, int first, int points, int channels, int width,
                                            const Jets<T>& batch) {
  const int run = on_gpu ? 1 : points, runs = points / run;
  Kokkos::parallel_for(Kokkos::TeamThreadRange(team, width * channels * runs), [&](int i) {
    const int k = i / runs / channels, c = i / runs % channels, start = i % runs * run;
    const T* from = rows + (std::size_t(c) * points + start) * ld + k;
    T* to = &batch(k, c, first + start);
    for (int p = 0; p < run; ++p) to[p] = from[std::size_t(p) * ld];
  });
}

}  // namespace plisse::nn::tile

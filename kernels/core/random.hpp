// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers (Philox 4x32-10): the same numbers on every backend and thread count, nothing to store but the
// seed.  Reference: J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
#pragma once

#include "kernels/core/compat.hpp"

#include <cstdint>

namespace plisse::random {

// One stream a purpose: no two components of a run share numbers.
enum class Stream : std::uint32_t { weights = 1, uniform_points, adaptive_points, cell_offsets, rotation, quadrature, probes, evaluation, ground_truth, user = 100 };

struct Block { std::uint32_t word[4]; };

// Philox 4x32 with 10 rounds: the 128-bit block at a counter.
KOKKOS_INLINE_FUNCTION Block philox(std::uint32_t c0, std::uint32_t c1, std::uint32_t c2, std::uint32_t c3, std::uint32_t k0, std::uint32_t k1) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t(0xD2511F53u) * c0, p1 = std::uint64_t(0xCD9E8D57u) * c2;
    const std::uint32_t n0 = std::uint32_t(p1 >> 32) ^ c1 ^ k0, n2 = std::uint32_t(p0 >> 32) ^ c3 ^ k1;
    c1 = std::uint32_t(p1);
    c3 = std::uint32_t(p0);
    c0 = n0;
    c2 = n2;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return {{c0, c1, c2, c3}};
}

// In [0, 1), exactly representable in T: 24 bits for float, 32 for double.
template <class T> KOKKOS_INLINE_FUNCTION T unit(std::uint32_t word) {
  if constexpr (sizeof(T) == 4) return T(word >> 8) * T(1.0 / 16777216.0);
  else return T(word) * T(1.0 / 4294967296.0);
}

// The numbers of one stream of one seed at one step, addressed by index.
struct Generator {
  std::uint32_t key0, key1, step0, step1;

  KOKKOS_INLINE_FUNCTION Generator(std::uint64_t seed, Stream stream, std::uint64_t step)
      : key0(std::uint32_t(seed) ^ (std::uint32_t(stream) * 0x9E3779B9u)), key1(std::uint32_t(seed >> 32) + std::uint32_t(stream)),
        step0(std::uint32_t(step)), step1(std::uint32_t(step >> 32)) {}

  KOKKOS_INLINE_FUNCTION Block block(std::uint64_t index) const {
    return philox(std::uint32_t(index), std::uint32_t(index >> 32), step0, step1, key0, key1);
  }

  // Four numbers in [0, 1) for one index.
  template <class T> KOKKOS_INLINE_FUNCTION void uniform4(std::uint64_t index, T out[4]) const {
    const Block b = block(index);
    for (int i = 0; i < 4; ++i) out[i] = unit<T>(b.word[i]);
  }
};

}  // namespace plisse::random

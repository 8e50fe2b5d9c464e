// SPDX-License-Identifier: Apache-2.0
// Stratified sample points in the unit square: the two-dimensional Sobol sequence, shuffled and Owen-scrambled by hashing.
// References: B. Burley, "Practical hash-based Owen scrambling", JCGT 9(4), 2020; A. Ahmed, "An implementation algorithm of 2D Sobol
// sequence fast, elegant, and compact", EGSR 2024.  A seed gives the same points everywhere.
#pragma once

#include <array>
#include <cstdint>

namespace plisse::report {

constexpr std::uint32_t reverse_bits(std::uint32_t x) {
  x = x << 16 | x >> 16;
  x = (x & 0x00ff00ffu) << 8 | (x & 0xff00ff00u) >> 8;
  x = (x & 0x0f0f0f0fu) << 4 | (x & 0xf0f0f0f0u) >> 4;
  x = (x & 0x33333333u) << 2 | (x & 0xccccccccu) >> 2;
  return (x & 0x55555555u) << 1 | (x & 0xaaaaaaaau) >> 1;
}

constexpr std::uint32_t hash(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

constexpr std::uint32_t hash(std::uint32_t x, std::uint32_t y) { return hash(x + 0x9e3779b9u * hash(y)); }

// A random permutation of the binary tree of digits (Laine and Karras), least significant digit first.
constexpr std::uint32_t permute_reversed(std::uint32_t x, std::uint32_t seed) {
  x += seed;
  x ^= x * 0x6c50b47cu;
  x ^= x * 0xb82f1e52u;
  x ^= x * 0xc7afe638u;
  return x ^ x * 0x8d22f6e6u;
}

class Sequence {
 public:
  constexpr explicit Sequence(std::uint32_t seed) : seed_(hash(seed)) {}

  // Point `index` in [0, 1)^2: the first 2^k points are stratified in every way of cutting the square into 2^k equal boxes.
  constexpr std::array<float, 2> operator()(std::uint32_t index) const {
    const std::uint32_t x = permute_reversed(reverse_bits(index), seed_);
    std::uint32_t y = x;
    y ^= y << 16;
    y ^= (y & 0x00ff00ffu) << 8;
    y ^= (y & 0x0f0f0f0fu) << 4;
    y ^= (y & 0x33333333u) << 2;
    y ^= (y & 0x55555555u) << 1;
    return {unit(x, hash(seed_, 1)), unit(y, hash(seed_, 2))};
  }

 private:
  static constexpr float unit(std::uint32_t digits, std::uint32_t seed) {
    return float(reverse_bits(permute_reversed(reverse_bits(digits), seed)) >> 8) * (1.f / 16777216.f);
  }

  std::uint32_t seed_;
};

}  // namespace plisse::report

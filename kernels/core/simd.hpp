// SPDX-License-Identifier: Apache-2.0
// Explicit SIMD: Pack<T> holds as many numbers as a vector register of the target (AVX-512: 64 bytes, AVX: 32, else 16), by the
// vector extensions of GCC and Clang.  On a GPU a pack is one number, so that the same code runs one thread a number.
// Arithmetic, comparison and `mask ? a : b` work on packs as they do on numbers, element by element.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernels/core/compat.hpp"

namespace plisse::simd {

#if defined(__AVX512F__)
inline constexpr int register_bytes = 64, registers = 32;
#elif defined(__AVX__)
inline constexpr int register_bytes = 32, registers = 16;
#else
inline constexpr int register_bytes = 16, registers = 16;
#endif

// Numbers in a pack, and in the half pack that serves the tail of a row (the same where a half is not worth an instruction).
template <class T>
inline constexpr int lanes = on_gpu ? 1 : register_bytes / int(sizeof(T));
template <class T>
inline constexpr int half_lanes = lanes<T> >= 8 ? lanes<T> / 2 : lanes<T>;

template <class T, int Lanes>
struct PackOf {
  typedef T type __attribute__((vector_size(Lanes * sizeof(T))));
};
template <class T>
struct PackOf<T, 1> {
  using type = T;
};
template <class T>
using Pack = typename PackOf<T, lanes<T>>::type;
template <class T>
using HalfPack = typename PackOf<T, half_lanes<T>>::type;

// What a pack (or a number) is made of.
template <class V, bool = std::is_arithmetic_v<V>>
struct Traits {
  using Scalar = V;
  static constexpr int size = 1;
};
template <class V>
struct Traits<V, false> {
  using Scalar = std::remove_cv_t<std::remove_reference_t<decltype(std::declval<V&>()[0])>>;
  static constexpr int size = int(sizeof(V) / sizeof(Scalar));
};
template <class V>
using Scalar = typename Traits<V>::Scalar;
template <class V>
inline constexpr bool is_pack = !std::is_arithmetic_v<V>;

template <class V>
KOKKOS_FORCEINLINE_FUNCTION V load(const Scalar<V>* from) {
  V v;
  std::memcpy(&v, from, sizeof(V));
  return v;
}

template <class V>
KOKKOS_FORCEINLINE_FUNCTION void store(Scalar<V>* to, const V& v) {
  std::memcpy(to, &v, sizeof(V));
}

// The first `count` numbers of a pack, where the others are 0, and the reverse: a row of n numbers is packs<T>(n) packs, of which the
// one that begins at `first` holds count_from<T>(first, n).
template <class V>
KOKKOS_FORCEINLINE_FUNCTION V load(const Scalar<V>* from, int count) {
  constexpr int size = Traits<V>::size;
  if (count == size) return load<V>(from);
  Scalar<V> part[size] = {};
  for (int i = 0; i < count; ++i) part[i] = from[i];
  return load<V>(part);
}

template <class V>
KOKKOS_FORCEINLINE_FUNCTION void store(Scalar<V>* to, const V& v, int count) {
  constexpr int size = Traits<V>::size;
  if (count == size) return store(to, v);
  Scalar<V> part[size];
  store(part, v);
  for (int i = 0; i < count; ++i) to[i] = part[i];
}

template <class T>
KOKKOS_INLINE_FUNCTION constexpr int packs(int n) {
  return (n + lanes<T> - 1) / lanes<T>;
}
template <class T>
KOKKOS_INLINE_FUNCTION constexpr int count_from(int first, int n) {
  return n - first < lanes<T> ? n - first : lanes<T>;
}

// Asks for a line that is about to be read, or written, so that it is in cache by then.  Nothing on a GPU.
enum class Access { read = 0, write = 1 };
template <Access access>
KOKKOS_FORCEINLINE_FUNCTION void prefetch([[maybe_unused]] const void* line) {
  if constexpr (!on_gpu) __builtin_prefetch(line, int(access));
}

template <class V>
KOKKOS_FORCEINLINE_FUNCTION V broadcast(Scalar<V> x) {
  if constexpr (is_pack<V>) return x - V{};  // x - 0 is x, also for -0
  else return x;
}

template <class V>
KOKKOS_FORCEINLINE_FUNCTION V sqrt(const V& x) {
  if constexpr (is_pack<V>) {
    V root;
    for (int i = 0; i < Traits<V>::size; ++i) root[i] = math::sqrt(x[i]);
    return root;
  } else {
    return math::sqrt(x);
  }
}

// The same bits as another type of the same size.
template <class To, class From>
KOKKOS_FORCEINLINE_FUNCTION To bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

// True when any element of a mask (the result of a comparison) is set.
template <class M>
KOKKOS_FORCEINLINE_FUNCTION bool any(const M& mask) {
  if constexpr (is_pack<M>) {
    std::uint64_t word[sizeof(M) / 8], all = 0;
    std::memcpy(word, &mask, sizeof(M));
    for (const auto w : word) all |= w;
    return all != 0;
  } else {
    return mask;
  }
}

// n rounded up to a multiple of m.
KOKKOS_INLINE_FUNCTION constexpr int round_up(int n, int m) { return (n + m - 1) / m * m; }

}  // namespace plisse::simd

// SPDX-License-Identifier: Apache-2.0
// Local structures, a pack at a time: the same vertex of neighbouring structures lies side by side.
#pragma once

#include "kernels/core/simd.hpp"
#include "kernels/losses/assembly.hpp"

namespace plisse::losses {

// `count` structures from `first` on.
template <class T>
struct StructurePack {
  using V = simd::Pack<T>;
  int first, count;

  KOKKOS_FORCEINLINE_FUNCTION StructurePack(int pack, int n) : first(pack * simd::lanes<T>), count(simd::count_from<T>(first, n)) {}

  KOKKOS_FORCEINLINE_FUNCTION V read(const Array1<T>& values) const { return simd::load<V>(&values(first), count); }
  KOKKOS_FORCEINLINE_FUNCTION void write(const V& v, const Array1<T>& values) const { simd::store(&values(first), v, count); }
  KOKKOS_FORCEINLINE_FUNCTION void add(const V& v, const Array1<T>& values) const { write(read(values) + v, values); }

  // Component i of a vertex.
  KOKKOS_FORCEINLINE_FUNCTION V read(const Array2<T>& uv, int i, int column) const { return simd::load<V>(&uv(i, column), count); }
  // `column` is that of the vertex of structure `first`.
  KOKKOS_FORCEINLINE_FUNCTION Vec3<V> read(const Jets<T>& positions, int column) const {
    return {simd::load<V>(&positions(0, 0, column), count), simd::load<V>(&positions(1, 0, column), count),
            simd::load<V>(&positions(2, 0, column), count)};
  }
  KOKKOS_FORCEINLINE_FUNCTION void add(const Vec3<V>& value, const Jets<T>& adjoint, int column) const {
    for (int i = 0; i < 3; ++i) {
      T* const to = &adjoint(i, 0, column);
      simd::store(to, simd::load<V>(to, count) + value[i], count);
    }
  }
  // 1 where the vertex lies inside the charts, else 0.
  KOKKOS_FORCEINLINE_FUNCTION V valid(const Array1<unsigned char>& flags, int column) const {
    T inside[simd::lanes<T>] = {};
    for (int i = 0; i < count; ++i) inside[i] = T(flags(column + i));
    return simd::load<V>(inside);
  }
};

}  // namespace plisse::losses

// SPDX-License-Identifier: Apache-2.0
// Numbers for kernels to work on.
#pragma once

#include "kernels/core/random.hpp"
#include "kernels/core/types.hpp"

namespace plisse::experiments {

// Numbers in [lower, upper), the same for the same seed.
template <class T, class... Properties>
void fill(const Kokkos::View<T, Properties...>& array, std::uint64_t seed, double lower = -1, double upper = 1) {
  using Number = typename Kokkos::View<T, Properties...>::value_type;
  const random::Generator generator(seed, random::Stream::evaluation, 0);
  Number* const numbers = array.data();
  const auto origin = Number(lower), length = Number(upper - lower);
  Kokkos::parallel_for(
      "plisse::bench::fill", Range(0, int(array.size())), KOKKOS_LAMBDA(int i) {
        Number u[4];
        generator.uniform4(std::uint64_t(i), u);
        numbers[i] = origin + length * u[0];
      });
  Kokkos::fence();
}

}  // namespace plisse::experiments

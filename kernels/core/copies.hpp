// SPDX-License-Identifier: Apache-2.0
// Copies of one array, each filled by a task of its own and then added in their order: no two threads write one number, and the sum does
// not depend on how many threads there are.
#pragma once

#include <string>

#include "kernels/core/types.hpp"

namespace plisse {

// to(i) += sum of copies(c, i) over c from `first` to `end`, i < size.  `to` may be a copy outside that range.
template <class T>
void add_copies(const std::string& label, const Exec& exec, const Array2<T>& copies, int first, int end, std::size_t size, T* to) {
  constexpr int chunk = on_gpu ? 1 : 512;
  Kokkos::parallel_for(
      label, Range(exec, 0, int((size + chunk - 1) / chunk)), KOKKOS_LAMBDA(int k) {
        const std::size_t begin = std::size_t(k) * chunk, last = begin + chunk < size ? begin + chunk : size;
        for (int c = first; c < end; ++c) {
          const T* const more = &copies(c, 0);
          for (std::size_t i = begin; i < last; ++i) to[i] += more[i];
        }
      });
}

}  // namespace plisse

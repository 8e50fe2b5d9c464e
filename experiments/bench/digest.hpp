// SPDX-License-Identifier: Apache-2.0
// A hash of the bits of arrays: FNV-1a of 64 bits, http://www.isthe.com/chongo/tech/comp/fnv.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/types.hpp"

namespace plisse::experiments {

class Digest {
 public:
  std::uint64_t value() const { return value_; }

  Digest& add_bytes(const void* data, std::size_t size) {
    const auto* const bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) value_ = (value_ ^ bytes[i]) * 0x100000001b3u;
    return *this;
  }
  template <class T>
  Digest& add(const T& number) {
    static_assert(std::is_arithmetic_v<T>);
    return add_bytes(&number, sizeof(T));
  }
  template <class T>
  Digest& add(const std::vector<T>& numbers) {
    static_assert(std::is_arithmetic_v<T>);
    return add_bytes(numbers.data(), numbers.size() * sizeof(T));
  }
  // All of an array without gaps, from wherever it lies.
  template <class T, class... Properties>
  Digest& add(const Kokkos::View<T, Properties...>& array) {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), array);
    return add_bytes(host.data(), host.size() * sizeof(typename Kokkos::View<T, Properties...>::value_type));
  }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

// Of several arrays or numbers, one after another.
template <class... Parts>
std::uint64_t digest_of(const Parts&... parts) {
  Digest digest;
  (digest.add(parts), ...);
  return digest.value();
}

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// Counts the arrays Kokkos allocates while an object lives: a step of training must not allocate any.
#pragma once

#include <atomic>

#include "kernels/core/types.hpp"

namespace plisse {

class AllocationCount {
 public:
  AllocationCount() {
    counter() = 0;
    kokkos_tools::set_allocate_data_callback([](Kokkos::Tools::SpaceHandle, const char*, const void*, const std::uint64_t) { ++counter(); });
  }
  ~AllocationCount() { kokkos_tools::set_allocate_data_callback(nullptr); }
  AllocationCount(const AllocationCount&) = delete;
  AllocationCount& operator=(const AllocationCount&) = delete;

  int value() const { return counter(); }

 private:
  static std::atomic<int>& counter() {
    static std::atomic<int> count;
    return count;
  }
};

}  // namespace plisse

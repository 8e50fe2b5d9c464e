// SPDX-License-Identifier: Apache-2.0
// Small helpers between host containers, archives and device arrays.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "framework/run/archive.hpp"
#include "kernels/core/types.hpp"
#include "kernels/nn/parameters.hpp"

namespace plisse::experiments {

template <class T>
std::vector<T> to_host(const T* device, std::size_t n) {
  const Kokkos::View<const T*, Kokkos::LayoutRight, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>> source(device, n);
  std::vector<T> host(n);
  Kokkos::deep_copy(Kokkos::View<T*, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(host.data(), n),
                    source);
  return host;
}

template <class T>
std::vector<T> to_host(const Array1<T>& array) {
  return to_host<T>(array.data(), array.size());
}
template <class T>
std::vector<T> to_host(const Array2<T>& array) {
  return to_host<T>(array.data(), array.size());
}
template <class T>
std::vector<T> to_host(const Array3<T>& array) {
  return to_host<T>(array.data(), array.size());
}

template <class T>
void to_device(const std::vector<T>& host, const Array1<T>& device) {
  Kokkos::deep_copy(device, Kokkos::View<const T*, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                                host.data(), host.size()));
}

// An (D, N) array seen as jets with one channel.
template <class T>
Jets<T> as_jets(const Array2<T>& array) {
  return Jets<T>(array.data(), array.extent(0), 1, array.extent(1));
}

template <class T>
void put(run::Archive& archive, const std::string& name, const Array1<T>& array) {
  archive.put(name, {{array.size()}, to_host(array), {}});
}

// Throws std::runtime_error where the stored array has another type or length.
template <class T>
void get(const run::Archive& archive, const std::string& name, const Array1<T>& array) {
  const auto* stored = std::get_if<std::vector<T>>(&archive.get(name).data);
  if (!stored || stored->size() != array.size())
    throw std::runtime_error("stored array '" + name + "' has another type or length than this run's");
  to_device(*stored, array);
}

}  // namespace plisse::experiments

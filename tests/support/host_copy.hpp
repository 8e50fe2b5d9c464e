// SPDX-License-Identifier: Apache-2.0
// Arrays of the device, read and written by tests on the host.
#pragma once

#include "kernels/core/types.hpp"

namespace plisse::tests {

template <class View>
typename View::host_mirror_type host_copy(const View& view) {
  const typename View::host_mirror_type host = Kokkos::create_mirror(view);
  Kokkos::deep_copy(host, view);
  return host;
}

// Calls write(host copy) and copies what it wrote to the device.
template <class View, class Write>
void write_on_host(const View& view, const Write& write) {
  const auto host = host_copy(view);
  write(host);
  Kokkos::deep_copy(view, host);
}

}  // namespace plisse::tests

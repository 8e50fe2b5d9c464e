// SPDX-License-Identifier: Apache-2.0
// Sums in a fixed order: chunks of a fixed length, each in double, then the chunks one after another.  The result does not
// depend on the number of threads.
#pragma once

#include "kernels/core/types.hpp"
#include "kernels/core/workspace.hpp"

#include <algorithm>

namespace plisse {

class OrderedSum {
 public:
  static constexpr int chunk = 1024;

  // Sums of up to `capacity` terms.
  OrderedSum(Workspace& workspace, std::size_t capacity)
      : partial_(workspace.take<double>("plisse::core::partial_sums", (capacity + chunk - 1) / chunk + 1)), host_(Kokkos::create_mirror_view(partial_)) {}

  // sum_i term(i), i < n, with term callable on the device.
  template <class Term> double operator()(const Exec& exec, int n, const Term& term) const {
    const int chunks = (n + chunk - 1) / chunk;
    const auto partial = partial_;
    Kokkos::parallel_for("plisse::core::ordered_sum", Range(exec, 0, chunks), KOKKOS_LAMBDA(int c) {
      double sum = 0;
      const int end = (c + 1) * chunk < n ? (c + 1) * chunk : n;
      for (int i = c * chunk; i < end; ++i) sum += double(term(i));
      partial(c) = sum;
    });
    Kokkos::deep_copy(exec, host_, partial_);
    exec.fence();
    double total = 0;
    for (int c = 0; c < chunks; ++c) total += host_(c);
    return total;
  }

 private:
  Array1<double> partial_;
  Array1<double>::host_mirror_type host_;
};

}  // namespace plisse

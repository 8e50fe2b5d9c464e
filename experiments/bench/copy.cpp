// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only copy
//
// The machine's own rate of memory: a copy between two arrays that no cache holds.
#include "experiments/bench/benchmarks.hpp"
#include "experiments/bench/inputs.hpp"
#include "kernels/core/types.hpp"

namespace plisse::experiments {

namespace {

constexpr int size = 1 << 25;  // 128 MiB an array

class Copy : public run::Benchmark {
 public:
  Copy() : from_("plisse::bench::from", size), to_("plisse::bench::to", size) { fill(from_, 0); }

  double operations() const override { return 0; }
  double bytes() const override { return 2.0 * size * sizeof(float); }
  void run() override {
    const auto from = from_, to = to_;
    Kokkos::parallel_for(
        "plisse::bench::copy", Range(0, size), KOKKOS_LAMBDA(int i) { to(i) = from(i); });
    Kokkos::fence();
  }
  std::uint64_t digest() const override { return digest_of(to_); }

 private:
  Array1<float> from_, to_;
};

[[maybe_unused]] const bool registered = register_benchmark<Copy>(run::Section::machine, "copy", "copy of 128 MiB in memory");

}  // namespace

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// What benchmarks of single kernels have in common.
#pragma once

#include "experiments/bench/benchmarks.hpp"
#include "experiments/bench/inputs.hpp"
#include "kernels/core/workspace.hpp"

namespace plisse::experiments {

// Points of a batch, as many as a training step of Table 1 takes.
inline constexpr int batch = 16384;

// Of all numbers of these arrays.
template <class... Arrays>
double bytes_of(const Arrays&... arrays) {
  return (0.0 + ... + double(arrays.size() * sizeof(typename Arrays::value_type)));
}

class KernelBenchmark : public run::Benchmark {
 public:
  double operations() const final { return operations_; }
  double bytes() const final { return bytes_; }
  void run() final {
    launch();
    exec_.fence();
  }

 protected:
  virtual void launch() = 0;

  // Useful operations and bytes of a run.
  void count(double operations, double bytes) {
    operations_ = operations;
    bytes_ = bytes;
  }

  template <class T>
  Array1<T> numbers(std::size_t n) {
    return workspace_.take<T>("plisse::bench::numbers", n);
  }
  template <class T>
  Array2<T> columns(std::size_t rows, std::size_t n) {
    return workspace_.take<T>("plisse::bench::columns", rows, n);
  }
  template <class T>
  Jets<T> jets(std::size_t components, std::size_t channels, std::size_t n) {
    return workspace_.take<T>("plisse::bench::jets", components, channels, n);
  }
  // The same, filled with numbers in [lower, upper).
  template <class T>
  Jets<T> random_jets(std::size_t components, std::size_t channels, std::size_t n, double lower = -1, double upper = 1) {
    const auto array = jets<T>(components, channels, n);
    fill(array, ++seed_, lower, upper);
    return array;
  }

  Exec exec_;
  Workspace workspace_;

 private:
  double operations_ = 0, bytes_ = 0;
  std::uint64_t seed_ = 0;
};

}  // namespace plisse::experiments

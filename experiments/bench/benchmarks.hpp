// SPDX-License-Identifier: Apache-2.0
// Registry kind "benchmarks": what `plisse bench` times.  One file an entry.
#pragma once

#include <string>
#include <vector>

#include "experiments/bench/digest.hpp"
#include "framework/config/config.hpp"
#include "framework/config/registry.hpp"
#include "framework/run/benchmark.hpp"
#include "framework/run/driver.hpp"
#include "kernels/core/compat.hpp"

namespace plisse::experiments {

struct BenchmarkOptions {
  template <class V>
  void describe(V& /*v*/) {}
};

// An entry made of these arguments.  Returns true, for use in a namespace-scope constant.
template <class Entry, class... Arguments>
bool register_benchmark(run::Section section, const char* name, const char* doc, const Arguments&... arguments) {
  return config::register_component<BenchmarkOptions>(
      "benchmarks", name, doc, run::BenchmarkFactory{section, [=] { return std::make_unique<Entry>(arguments...); }});
}
template <class Entry, class... Arguments>
bool register_step(const char* name, const char* doc, const Arguments&... arguments) {
  return register_benchmark<Entry>(run::Section::step, name, doc, arguments...);
}
template <class Entry, class... Arguments>
bool register_kernel(const char* name, const char* doc, const Arguments&... arguments) {
  return register_benchmark<Entry>(run::Section::kernel, name, doc, arguments...);
}

// Useful operations of a training step of a fully connected network on the jets of `points` points, 6 N P C with P the number of weights:
// forward, adjoint and weight gradient take a multiplication and an addition each for every weight, point and channel.
inline double network_operations(const std::vector<int>& widths, int points, int channels) {
  double weights = 0;
  for (std::size_t l = 0; l + 1 < widths.size(); ++l) weights += double(widths[l]) * widths[l + 1];
  return 6.0 * points * weights * channels;
}

// Adam reads and writes parameters and both moments.
inline double adam_bytes(double parameters, std::size_t bytes_of_number) { return 6 * parameters * double(bytes_of_number); }

// Whole training steps of an experiment in single precision, everything included.
class TrainingStep : public run::Benchmark {
 public:
  // `yaml`: an experiment file.
  TrainingStep(const std::string& name, const std::string& yaml, double operations)
      : experiment_(run::build(config::load_text(yaml, name + ".yaml", {}, {}))),
        operations_(operations),
        bytes_(adam_bytes(double(experiment_->budget().parameters), sizeof(float))) {}

  double operations() const override { return operations_; }
  double bytes() const override { return bytes_; }
  void run() override {
    experiment_->step(step_++);
    Kokkos::fence();
  }
  // Of all that the next step depends on.
  std::uint64_t digest() const override {
    run::Archive state;
    experiment_->save(state);
    Digest digest;
    for (const auto& [name, array] : state.arrays()) std::visit([&](const auto& numbers) { digest.add(numbers); }, array.data);
    return digest.value();
  }

 private:
  std::unique_ptr<run::Experiment> experiment_;
  double operations_, bytes_;
  std::int64_t step_ = 0;
};

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// Benchmarks that wait, under the yardsticks' names and one of their own.
#include <chrono>
#include <thread>

#include "framework/config/registry.hpp"
#include "framework/run/benchmark.hpp"

namespace plisse::test {
namespace {

struct NoOptions {
  template <class V>
  void describe(V& /*v*/) {}
};

class Wait : public run::Benchmark {
 public:
  Wait(double operations, double bytes) : operations_(operations), bytes_(bytes) {}
  double operations() const override { return operations_; }
  double bytes() const override { return bytes_; }
  void run() override { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }
  std::uint64_t digest() const override { return 0xfeed; }

 private:
  double operations_, bytes_;
};

bool add(run::Section section, const char* name, double operations, double bytes) {
  return config::register_component<NoOptions>("benchmarks", name, "waits",
                                               run::BenchmarkFactory{section, [=] { return std::make_unique<Wait>(operations, bytes); }});
}

[[maybe_unused]] const bool registered = add(run::Section::machine, "copy", 0, 1e6) && add(run::Section::machine, "sgemm", 2e6, 1e3) &&
                                         add(run::Section::step, "step", 1e6, 0);

}  // namespace
}  // namespace plisse::test

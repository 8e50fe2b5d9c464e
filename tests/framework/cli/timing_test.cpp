// SPDX-License-Identifier: Apache-2.0
// On a clock that the benchmarks themselves move.
#include "framework/cli/timing.hpp"

#include <doctest/doctest.h>

using namespace plisse;
using cli::spread_of;

namespace {

double now = 0;
double fake_clock() { return now; }

// The first run after another benchmark takes `first` seconds, every further one `next`.
class Fake : public run::Benchmark {
 public:
  Fake(double first, double next, double operations, double bytes) : first_(first), next_(next), operations_(operations), bytes_(bytes) {}
  double operations() const override { return operations_; }
  double bytes() const override { return bytes_; }
  void run() override {
    now += last == this ? next_ : first_;
    last = this;
    ++runs;
  }
  std::uint64_t digest() const override { return 0; }

  int runs = 0;

 private:
  static inline const Fake* last = nullptr;
  double first_, next_, operations_, bytes_;
};

}  // namespace

TEST_CASE("a spread is the median with its quartiles") {
  const auto odd = spread_of({5, 1, 4, 2, 3});
  CHECK(odd.median == 3);
  CHECK(odd.lower == 2);
  CHECK(odd.upper == 4);
  const auto one = spread_of({7});
  CHECK(one.lower == 7);
  CHECK(one.upper == 7);
}

TEST_CASE("rates are held against the yardsticks of the same rounds, without the first run of a sample") {
  const cli::Yardsticks yardsticks{std::make_unique<Fake>(1, 0.5, 1000, 10), std::make_unique<Fake>(1, 0.25, 0, 100)};
  Fake step(8, 2, 1000, 40);
  const auto timing = cli::time_in_rounds(step, yardsticks, 100, fake_clock);
  CHECK(timing.runs == 1);
  CHECK(timing.samples == 8);  // of 1.5 + 1.25 + 10 seconds each
  CHECK(timing.seconds.median == 2);
  CHECK(timing.operation_rate() == 500);
  CHECK(timing.byte_rate() == 20);
  REQUIRE(timing.arithmetic);
  CHECK(timing.arithmetic->median == 0.25);
  REQUIRE(timing.memory);
  CHECK(timing.memory->median == doctest::Approx(0.05));
  CHECK(step.runs == 2 + 2 * timing.samples);
}

TEST_CASE("short runs are gathered into samples, and there are five samples at least") {
  constexpr double tiny = 1.0 / 4096;
  Fake quick(tiny, tiny, 1, 0);
  const auto timing = cli::time_in_rounds(quick, {}, 0, fake_clock);
  CHECK(timing.runs == 82);  // just above 20 ms
  CHECK(timing.samples == 5);
  CHECK(timing.seconds.median == doctest::Approx(tiny));
  CHECK_FALSE(timing.arithmetic);
  CHECK_FALSE(timing.memory);
}

TEST_CASE("what counts no operations has no share of them") {
  const cli::Yardsticks yardsticks{std::make_unique<Fake>(1, 1, 1000, 0), std::make_unique<Fake>(1, 1, 0, 100)};
  Fake copy(1, 1, 0, 50);
  const auto timing = cli::time_in_rounds(copy, yardsticks, 0, fake_clock);
  CHECK_FALSE(timing.arithmetic);
  REQUIRE(timing.memory);
  CHECK(timing.memory->median == 0.5);
}

// SPDX-License-Identifier: Apache-2.0
// Times on a machine that others use too.  A benchmark is timed in rounds, a sample of each yardstick first and then one of its own, so
// that all of them meet the same conditions: its share of a yardstick's rate is taken round by round.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "framework/run/benchmark.hpp"

namespace plisse::cli {

// Median and quartiles.
struct Spread {
  double median, lower, upper;
};
// `values` is not empty.
Spread spread_of(std::vector<double> values);

// Either may be missing.
struct Yardsticks {
  std::unique_ptr<run::Benchmark> arithmetic, memory;
};

struct Timing {
  int samples = 0, runs = 0;         // runs: one after another in a sample
  double operations = 0, bytes = 0;  // of one run
  Spread seconds{};                  // of one run
  std::optional<Spread> arithmetic;  // operations a second over those of the yardstick; empty where one of the two counts none
  std::optional<Spread> memory;      // the same for bytes

  double operation_rate() const { return operations / seconds.median; }  // [1/s]
  double byte_rate() const { return bytes / seconds.median; }            // [1/s]
};

// A time that only goes forward [s].
using Clock = std::function<double()>;
double steady_clock();

// Rounds until `seconds` are over, at least five.
Timing time_in_rounds(run::Benchmark& benchmark, const Yardsticks& yardsticks, double seconds, const Clock& clock = steady_clock);

}  // namespace plisse::cli

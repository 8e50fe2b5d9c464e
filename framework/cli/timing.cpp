// SPDX-License-Identifier: Apache-2.0
#include "framework/cli/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "framework/report/percentile.hpp"

namespace plisse::cli {
namespace {

constexpr int fewest_rounds = 5;
constexpr double shortest_sample = 0.02;  // [s]
constexpr int most_runs = 1 << 20;        // in a sample

// Samples of one benchmark, each long enough for the clock and the scheduler; of none, they take no time.
class Sampled {
 public:
  Sampled(run::Benchmark* benchmark, const Clock& clock) : benchmark_(benchmark), clock_(clock) {
    if (!benchmark_) return;
    benchmark_->run();
    for (double one = time(); one * runs_ < shortest_sample && runs_ < most_runs; one = time())
      runs_ = int(std::min(double(most_runs), std::max(2.0 * runs_, std::ceil(shortest_sample / one))));
  }

  int runs() const { return runs_; }

  // Seconds of one run.  Where others ran meanwhile, a run that does not count comes first: it warms the caches, and threads that they
  // left spinning have gone to sleep when it ends.
  double operator()(bool is_alone = false) {
    if (!benchmark_) return 0;
    if (!is_alone) benchmark_->run();
    return time();
  }

 private:
  double time() {
    const double begin = clock_();
    for (int i = 0; i < runs_; ++i) benchmark_->run();
    return (clock_() - begin) / runs_;
  }

  run::Benchmark* benchmark_;
  const Clock& clock_;
  int runs_ = 1;
};

// What one yardstick says about a benchmark, round by round.
class Share {
 public:
  // amount, unit: what one run of the benchmark and one of the yardstick count; 0 where nothing.
  Share(run::Benchmark* yardstick, double amount, double unit, const Clock& clock)
      : sampled_(yardstick, clock), scale_(amount > 0 && unit > 0 ? amount / unit : 0) {}

  void begin_round() { seconds_ = sampled_(); }
  void end_round(double seconds) {
    if (scale_ > 0) shares_.push_back(scale_ * seconds_ / seconds);
  }
  std::optional<Spread> spread() const { return shares_.empty() ? std::nullopt : std::optional(spread_of(shares_)); }

 private:
  Sampled sampled_;
  double scale_, seconds_ = 0;
  std::vector<double> shares_;
};

}  // namespace

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {report::percentile(values, 0.5), report::percentile(values, 0.25), report::percentile(values, 0.75)};
}

double steady_clock() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

Timing time_in_rounds(run::Benchmark& benchmark, const Yardsticks& yardsticks, double seconds, const Clock& clock) {
  Timing timing;
  timing.operations = benchmark.operations();
  timing.bytes = benchmark.bytes();
  run::Benchmark *const computing = yardsticks.arithmetic.get(), *const moving = yardsticks.memory.get();
  Share arithmetic(computing, timing.operations, computing ? computing->operations() : 0, clock);
  Share memory(moving, timing.bytes, moving ? moving->bytes() : 0, clock);
  Sampled sampled(&benchmark, clock);
  const bool is_alone = !computing && !moving;
  timing.runs = sampled.runs();

  std::vector<double> times;
  for (const double begin = clock(); int(times.size()) < fewest_rounds || clock() - begin < seconds;) {
    arithmetic.begin_round();
    memory.begin_round();
    times.push_back(sampled(is_alone));
    arithmetic.end_round(times.back());
    memory.end_round(times.back());
  }
  timing.samples = int(times.size());
  timing.seconds = spread_of(times);
  timing.arithmetic = arithmetic.spread();
  timing.memory = memory.spread();
  return timing;
}

}  // namespace plisse::cli

// SPDX-License-Identifier: Apache-2.0
// With measurements that are made up.
#include "framework/cli/bench_scaling.hpp"

#include <doctest/doctest.h>

using namespace plisse;
using cli::Json;

namespace {

struct Call {
  int threads;
  double seconds;
};

// Four threads take a third of the time in even rounds, and a quarter in odd ones; a second of the clock passes with every call.
class Fake {
 public:
  Json operator()(const std::string& name, int threads, double seconds) {
    calls.push_back({threads, seconds});
    now += 1;
    const bool even = (calls.size() - 1) / 2 % 2 == 0;
    const double time = threads == 1 ? 12 : even ? 4 : 3;
    const Json entry{{"name", name},  {"doc", "a fake"},           {"section", "kernel"},          {"operations", 24.0},
                     {"bytes", 48.0}, {"digest", digest(threads)}, {"seconds", {{"median", time}}}};
    return {{"machine", {{"backend", "none"}, {"threads", std::to_string(threads)}}}, {"benchmarks", {entry}}};
  }
  std::string digest(int threads) const { return threads == 4 && differs ? "feed" : "beef"; }

  std::vector<Call> calls;
  double now = 0;
  bool differs = false;
};

cli::Scaling scale(Fake& fake, double seconds) {
  return cli::scale("step", {1, 4}, seconds, std::ref(fake), [&] { return fake.now; });
}

}  // namespace

TEST_CASE("speed-ups are taken round by round, the numbers of threads in turn from both ends") {
  Fake fake;
  const auto [machine, entry] = scale(fake, 0);
  std::vector<int> order;
  for (const auto& call : fake.calls) order.push_back(call.threads);
  CHECK(order == std::vector<int>{1, 4, 4, 1, 1, 4, 4, 1, 1, 4});
  CHECK(machine == Json{{"backend", "none"}});
  CHECK(entry["name"] == "step");
  CHECK(entry["doc"] == "a fake");
  CHECK(entry["same_bits"] == true);
  const Json &one = entry["at"][0], &four = entry["at"][1];
  CHECK(one["threads"] == 1);
  CHECK(one["rounds"] == 5);
  CHECK(one["speedup"]["median"] == 1.0);
  CHECK(one["operations_per_second"] == 2.0);
  CHECK(four["digest"] == "beef");
  CHECK(four["seconds"]["median"] == 4.0);
  CHECK(four["bytes_per_second"] == 12.0);
  CHECK(four["speedup"]["median"] == 3.0);
  CHECK(four["speedup"]["lower_quartile"] == 3.0);
  CHECK(four["speedup"]["upper_quartile"] == 4.0);
  CHECK(four["efficiency"]["median"] == 0.75);
  CHECK(four["efficiency"]["upper_quartile"] == 1.0);
}

TEST_CASE("the time is shared by the measurements, and more rounds are made while there is any left") {
  Fake fake;
  const auto scaling = scale(fake, 20);
  CHECK(scaling.entry["at"][0]["rounds"] == 10);
  CHECK(fake.calls.front().seconds == doctest::Approx(2));
}

TEST_CASE("bits that differ are told") {
  Fake fake;
  fake.differs = true;
  const auto scaling = scale(fake, 0);
  CHECK(scaling.entry["same_bits"] == false);
  CHECK(scaling.entry["at"][0]["digest"] == "beef");
  CHECK(scaling.entry["at"][1]["digest"] == "feed");
}

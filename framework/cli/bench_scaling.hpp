// SPDX-License-Identifier: Apache-2.0
// How a benchmark scales with threads.  The backend starts once a process, so that each number of threads is measured by a process of its
// own, again and again: all of them meet the same conditions, and speed-ups are taken round by round.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "framework/cli/bench_report.hpp"

namespace plisse::cli {

// One measurement by a fresh start.  Returns the document of framework/cli/bench_report.hpp with this one benchmark.
using Measurement = std::function<Json(const std::string& name, int threads, double seconds)>;

// This program again, as `plisse bench --json` without yardsticks.  Throws std::runtime_error with what it said where it fails.
Json measure_in_process(const std::string& name, int threads, double seconds);

struct Scaling {
  Json machine;  // of the first measurement, without its threads
  Json entry;    // for the document
};

// Rounds until `seconds` are over, at least five, each measuring every number of threads, in turn from the first and from the last.
Scaling scale(const std::string& name, const std::vector<int>& threads, double seconds, const Measurement& measure,
              const Clock& clock = steady_clock);

}  // namespace plisse::cli

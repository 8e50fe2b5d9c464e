// SPDX-License-Identifier: Apache-2.0
// Where the runs of a sweep stand, from the files in their folders alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "framework/sweep/plan.hpp"

namespace plisse::sweep {

enum class Standing { to_do, running, done, failed, diverged, interrupted, refused };  // refused: the folder holds something else
const char* name_of(Standing standing);
bool is_failure(Standing standing);

struct RunView {
  Standing standing = Standing::to_do;
  std::int64_t step = 0, steps = 0;  // done, and of the whole run; 0 of 0 before it has begun
  double time_s = 0;                 // of training so far
  double rate = 0;                   // [steps/s] of late; 0 where it is not known
  double total = std::numeric_limits<double>::quiet_NaN();
  std::int64_t pid = 0;  // of the process that runs it
  std::string message;

  // Time that the rest takes [s]; 0 where the rate is not known.
  double remaining_s() const { return rate > 0 ? double(steps - step) / rate : 0; }
};

// `sha256`: of the configuration that the folder should hold; empty for whichever it holds.
RunView look(const std::filesystem::path& run, const std::string& sha256);

// What the folder holds in place of a run's configuration, with the keys that differ.
std::string another_configuration(const std::filesystem::path& folder, const PlannedRun& run);

// Time until runs with these views are all at an end, `workers` at a time [s]; negative where nothing is known
// or nobody works.  What has not begun takes
// as long as the others on the average.
double estimated_s(const std::vector<RunView>& views, int workers);

}  // namespace plisse::sweep

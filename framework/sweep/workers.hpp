// SPDX-License-Identifier: Apache-2.0
// Runs of a plan as processes, several at a time; each failure stays with its own run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/sweep/plan.hpp"
#include "framework/sweep/view.hpp"

namespace plisse::sweep {

struct WorkerOptions {
  int workers = 1;
  int threads = 1;              // of each
  std::string device = "auto";  // of each
  bool retry_failed = false;    // runs that failed or diverged earlier, too
  bool fail_fast = false;       // the first failure ends the sweep
};

struct RunOutcome {
  Standing standing = Standing::to_do;
  std::string message;
  bool is_new = false;  // made by this call, or found so
};

struct SweepOutcome {
  std::vector<RunOutcome> runs;  // one for each chosen run
  bool interrupted = false;      // by a signal
};

// Makes what is not yet made of the chosen runs (indices into plan.runs).  `folder`: locked, with the plan's files.  The first SIGINT,
// SIGTERM or SIGUSR1 lets the workers save and stop; the second ends all at once.
SweepOutcome make_runs(const Plan& plan, const std::vector<std::size_t>& chosen, const std::filesystem::path& folder,
                       const WorkerOptions& options);

// What the end of a worker means.  `code`: its exit code or minus the signal that ended it; `view`: of its folder afterwards; `log`: shown
// as the place of details; `stopping`: it was told to stop.
RunOutcome outcome_of(int code, const RunView& view, const std::filesystem::path& log, bool stopping);

// The last lines of a text file, at most `lines`.
std::string last_lines(const std::filesystem::path& file, std::size_t lines);

}  // namespace plisse::sweep

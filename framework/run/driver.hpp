// SPDX-License-Identifier: Apache-2.0
// Runs an experiment in its folder: steps, log, checkpoints, signals, result.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/config/config.hpp"
#include "framework/run/experiment.hpp"
#include "framework/run/summary.hpp"

namespace plisse::run {

namespace exit_code {
constexpr int done = 0, failed = 1, configuration = 2, refused = 4, interrupted = 75;
}

struct RunOptions {
  std::filesystem::path folder;
  enum class Existing { refuse, resume, restart } existing = Existing::refuse;  // what to do with a run that is already there
  std::optional<double> time_limit;                                             // [s] of this process, after which it stops as by a signal
  bool json = false;                                                            // summary on stdout as JSON, not as a table
  std::vector<std::pair<std::string, std::string>> provenance;                  // attribute name -> value
};

// Runs to the end, a signal or the time limit, and returns the exit code.  Messages go to stderr, the summary to stdout; nothing is thrown.
int run(const config::RunConfig& config, const RunOptions& options);

// The configuration of a run and its experiment in the last checkpoint's state, ready for surface().  `run`: the folder or its run.h5.
// Throws config::Error.
struct Loaded {
  config::RunConfig config;
  std::unique_ptr<Experiment> experiment;
};
Loaded open(const std::filesystem::path& run);

// The experiment a configuration describes, untrained.  Throws config::Error.
std::unique_ptr<Experiment> build(const config::RunConfig& config);

}  // namespace plisse::run

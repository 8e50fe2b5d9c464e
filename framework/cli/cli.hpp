// SPDX-License-Identifier: Apache-2.0
// The command line, for an executable that brings the backend and the experiments.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace plisse::cli {

// What the executable knows and the framework does not.
struct Host {
  std::string version;
  // Starts the backend before any experiment is built.  threads: 0 for the machine's choice; device: auto, openmp or cuda.
  // Throws config::Error where there is no such device.
  std::function<void(int threads, const std::string& device)> initialise;
  std::function<void()> finalise;
  // Names and values for `plisse env` and for /provenance of results, named as there; called while the backend runs.
  std::function<std::vector<std::pair<std::string, std::string>>()> environment;
};

// Runs one command and returns the exit code: 0 done; 1 failed; 2 usage or configuration; 3 a sweep failed in part; 4 refused;
// 75 interrupted, resumable.  Data go to stdout, messages to stderr.
int main(int argc, char** argv, const Host& host);

}  // namespace plisse::cli

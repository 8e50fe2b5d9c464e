// SPDX-License-Identifier: Apache-2.0
// The frozen plan of a sweep: which runs it has, what tells them apart, and the table they are for.  Kept in the sweep's folder as
// sweep.lock.yaml; everything that looks at a sweep afterwards reads that file and the runs' own files, never the sweep file again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plisse::sweep {

// Where a run stands on an axis: {"model", "grid"}, {"budget.parameters", "47400"}, {"seed", "0"}.
struct Label {
  std::string axis, value;
};

// What the budget solver chose.
struct Solution {
  std::string counted;  // "parameters", "bytes_inference" or "bytes_training"
  std::int64_t target = 0, actual = 0;
  std::vector<std::pair<std::string, std::int64_t>> sizes;  // solved keys and their values
};

struct PlannedRun {
  std::string id;             // SLUG-HEX of the resolved configuration, and the name of the run's folder in the sweep's
  std::string sha256, yaml;   // resolved configuration
  std::vector<Label> labels;  // one for each axis of the plan, in its order; the seed comes last
  std::int64_t parameters = 0, bytes_inference = 0, bytes_training = 0;
  std::optional<Solution> budget;
};

// The key `table` of a sweep file: what `plisse table` shows unless told otherwise.
struct TableOptions {
  std::vector<std::string> rows, cols;  // axes
  std::vector<std::string> metrics;
  std::string stat = "mean±std", bold = "best", baseline, caption;
  std::string published;  // file of published values, or empty
};

struct Plan {
  std::string name;
  std::vector<std::string> axes;  // names, the seed last
  bool paired = true;             // every combination has the same seeds
  std::vector<PlannedRun> runs;
  TableOptions table;
};

// sweep.lock.yaml of a sweep's folder.
std::filesystem::path lock_file(const std::filesystem::path& folder);

// The resolved configuration of one run, plan/ID.yaml.
std::filesystem::path configuration_file(const std::filesystem::path& folder, const std::string& id);

// The published values of its table, plan/published.yaml.
std::filesystem::path published_file(const std::filesystem::path& folder);

// Throws config::Error where there is none (naming how to restore it) or it cannot be read.  A run whose file plan/ID.yaml is missing or
// was edited has an empty yaml.
Plan read_plan(const std::filesystem::path& folder);

// Writes plan/ID.yaml of every run and a copy of the published values, so that the folder stands for itself, then replaces the lock
// atomically; leaves alone what is as it should be.  Throws io::FileError.
void write_plan(const std::filesystem::path& folder, const Plan& plan);

}  // namespace plisse::sweep

// SPDX-License-Identifier: Apache-2.0
// What the folder of a run says to whoever makes a table of it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "framework/io/hdf5.hpp"
#include "framework/run/experiment.hpp"
#include "framework/run/summary.hpp"
#include "framework/sweep/convergence.hpp"

namespace plisse::sweep {

struct RunData {
  std::string unfinished;  // why there are no results: "diverged", "not run yet", ...; empty where there are
  std::filesystem::path folder;
  std::string id, sha256, yaml;
  run::Summary summary;
  std::vector<run::Metric> quantities;    // wall_time, train_time, epochs, parameters, bytes_inference, ...
  io::hdf5::Table evaluations, training;  // /series/evaluate, which may be absent, and /series/train

  // A final metric or quantity; null where there is none of that name.
  const run::Metric* find(const std::string& name) const;
  // The names that find() knows.
  std::vector<std::string> names() const;

  // The evaluations during the run and the one at its end; where none was made of that name, its column of the training series.  Without
  // moments where there is neither.
  Curve curve(const std::string& name) const;
  std::vector<std::string> curve_names() const;
};

// Never throws: what cannot be read is unfinished, and says why.  `sha256`: of the configuration the run should have; empty for any.
RunData read_run(const std::filesystem::path& folder, const std::string& sha256);

}  // namespace plisse::sweep

// SPDX-License-Identifier: Apache-2.0
// What came out of a run, in a few numbers: read from run.h5, and put into words.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "framework/run/experiment.hpp"
#include "framework/run/folder.hpp"

namespace plisse::run {

struct Summary {
  std::string run_id, status;
  std::int64_t parameters = 0, epochs = 0;
  double wall_s = 0;
  std::vector<Metric> metrics;
};

// Reads run.h5 alone; `run` is it or its folder.  Throws config::Error.
Summary summary(const std::filesystem::path& run);

// The final surface in run.h5, with its fields; empty where the run has none.  Throws as summary() does.
std::optional<geometry::SurfaceMesh> final_surface(const std::filesystem::path& run);

// Whether there is a result that can be read.
bool is_result(const std::filesystem::path& run);

// One JSON object: run_id, status, message, folder, result, view, parameters, steps, wall_s, metrics.
std::string summary_json(const Layout& layout, const Summary& summary, const std::string& message);

// A compact table of the metrics and where the results are.
std::string summary_text(const Layout& layout, const Summary& summary);

}  // namespace plisse::run

// SPDX-License-Identifier: Apache-2.0
// run.h5: the result of a run, written whole each time (schema plisse/run/1).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "framework/config/config.hpp"
#include "framework/run/experiment.hpp"
#include "framework/run/folder.hpp"
#include "framework/run/series.hpp"
#include "framework/run/state.hpp"

namespace plisse::run {

struct Timing {
  double wall_s = 0;
  double step_ms_p50 = 0, step_ms_p95 = 0;
  std::int64_t steps = 0;  // done
};

struct Result {
  Status status = Status::running;
  std::string message;  // why it failed or diverged
  const config::RunConfig& config;
  // "software_version" becomes an attribute of the file, the rest of /provenance.
  const std::vector<std::pair<std::string, std::string>>& provenance;
  Budget budget;
  Timing timing;
  const SeriesData& series;
  const SeriesData* evaluations = nullptr;  // absent where none are taken
  const Outcome* outcome = nullptr;  // may be absent: a run that has only begun
  std::int64_t bytes_peak = 0;       // host memory of the process, as stated before its first step
};

// Slug and ten hex digits of the configuration's SHA-256.
std::string run_id(const config::RunConfig& config);

// Both throw io::FileError; the earlier file then stays.
void write_result(const Layout& layout, const Result& result);
// Status, message, timing and series of an existing file; its metrics, meshes and parameters stay as they were last measured.
void amend_result(const Layout& layout, const Result& result);

// The name of the schema, and of what it holds.
namespace schema {
inline const std::string name = "plisse/run/1", series = "series/train", evaluations = "series/evaluate", metrics = "metrics/final", final_mesh = "meshes/final";
}

// view.vtkhdf, which leads to the final mesh.
void write_view(const Layout& layout);

}  // namespace plisse::run

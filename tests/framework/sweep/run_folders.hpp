// SPDX-License-Identifier: Apache-2.0
// Folders of sweeps and runs as they are after training, without training.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "framework/config/config.hpp"
#include "framework/io/hdf5.hpp"
#include "framework/run/result.hpp"
#include "framework/sweep/plan.hpp"

namespace plisse::tests {

struct FakeRun {
  std::string model;
  int seed = 0;
  double rmse = 0;                                         // at the end
  std::vector<std::pair<std::int64_t, double>> evaluated;  // epochs and rmse of /series/evaluate; none without
  run::Status status = run::Status::done;
  std::int64_t samples = 100, epochs = 400;
  std::string more_yaml = {};          // further blocks of its configuration
  geometry::SurfaceMesh surface = {};  // at the end; none where it is empty
};

inline std::string yaml_of(const FakeRun& run) {
  return "experiment: fake\nseed: " + std::to_string(run.seed) + "\nfield:\n  encoder:\n    type: " + run.model +
         "\n    levels: [2, 3]\ntrain:\n  epochs: " + std::to_string(run.epochs) + "\n" + run.more_yaml;
}

// A step takes a tenth of a second.
inline run::SeriesData training_of(const FakeRun& run) {
  run::SeriesData series;
  series.columns = {"time_s", "total"};
  for (std::int64_t step = 0; step < run.epochs; ++step) {
    series.steps.push_back(step);
    series.values.insert(series.values.end(), {0.1 * double(step + 1), 1000.0 - double(step)});
  }
  return series;
}

inline config::RunConfig config_of(const FakeRun& run) {
  const std::string yaml = yaml_of(run);
  return {{}, yaml, {}, config::sha256(yaml), run.model + "-s" + std::to_string(run.seed)};
}

inline std::string id_of(const FakeRun& run) { return run::run_id(config_of(run)); }

inline void write_run(const std::filesystem::path& folder, const FakeRun& run) {
  std::filesystem::create_directories(folder);
  const run::Layout layout(folder);
  const auto config = config_of(run);
  const auto series = training_of(run);
  run::Outcome outcome;
  outcome.metrics = {{"rmse", run.rmse, "m", "lower", run.samples, "root of the mean square"}};
  outcome.final = run.surface;
  write_result(layout, {run.status, "", config, {}, {47000, 188000, 752000, 0}, {50, 100, 120, run.epochs}, series, nullptr, &outcome});
  if (!run.evaluated.empty()) {
    std::vector<std::int64_t> steps;
    std::vector<double> seconds, values;
    for (const auto& [step, value] : run.evaluated) {
      steps.push_back(step);
      seconds.push_back(0.1 * double(step));
      values.push_back(value);
    }
    const auto file = io::hdf5::File::edit(layout.result);
    file.root().table("series/evaluate", {{"step", steps}, {"time_s", seconds}, {"rmse", values}});
    file.save();
  }
  auto state = run::own_state();
  state.status = run.status;
  state.run_id = id_of(run);
  state.config_sha256 = config.sha256;
  write_state(layout.state, state);
}

// A sweep over `model` and the seed, with all its runs written.
inline sweep::Plan write_sweep(const std::filesystem::path& folder, const std::vector<FakeRun>& runs) {
  sweep::Plan plan;
  plan.name = "models";
  plan.axes = {"model", "seed"};
  for (const FakeRun& run : runs) {
    const auto config = config_of(run);
    plan.runs.push_back(
        {id_of(run), config.sha256, config.yaml, {{"model", run.model}, {"seed", std::to_string(run.seed)}}, 47000, 188000, 752000, {}});
    write_run(folder / id_of(run), run);
  }
  write_plan(folder, plan);
  return plan;
}

}  // namespace plisse::tests

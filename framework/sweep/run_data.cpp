// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/run_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "framework/run/folder.hpp"
#include "framework/run/result.hpp"
#include "framework/run/state.hpp"
#include "framework/sweep/resolved_values.hpp"

namespace plisse::sweep {
namespace {

namespace fs = std::filesystem;
using io::hdf5::Table;

const std::string evaluations_table = "series/evaluate";

std::vector<double> numbers(const io::hdf5::Column& column) {
  if (const auto* reals = std::get_if<std::vector<double>>(&column.values)) return *reals;
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&column.values)) return {integers->begin(), integers->end()};
  return {};
}

std::vector<double> numbers(const Table& table, const std::string& name) {
  const auto it = std::find_if(table.begin(), table.end(), [&](const auto& column) { return column.name == name; });
  return it == table.end() ? std::vector<double>() : numbers(*it);
}

std::vector<Moment> moments_of(const Table& table, const std::string& name) {
  const auto epochs = numbers(table, "step"), seconds = numbers(table, "time_s"), values = numbers(table, name);
  std::vector<Moment> moments;
  for (std::size_t i = 0; i < std::min({epochs.size(), seconds.size(), values.size()}); ++i)
    if (std::isfinite(values[i])) moments.push_back({epochs[i], seconds[i], values[i]});
  return moments;
}

std::vector<run::Metric> quantities_of(const io::hdf5::Group& root, const run::Summary& summary, double train_time) {
  const auto budget = root.group("budget"), timing = root.group("timing");
  const auto bytes = [&](const char* name) { return double(budget.integer_attribute(name)); };
  return {
      {"wall_time", summary.wall_s, "s", "lower", 1, "wall time of the run with its evaluations and checkpoints"},
      {"train_time", train_time, "s", "lower", 1, "wall time of the training steps"},
      {"epochs", double(summary.epochs), "", "", 1, "epochs done"},
      {"parameters", double(summary.parameters), "", "", 1, "trained parameters"},
      {"bytes_inference", bytes("bytes_inference"), "B", "", 1, "memory of the parameters"},
      {"bytes_training", bytes("bytes_training"), "B", "", 1, "memory of parameters, gradient and optimizer state"},
      {"step_ms", timing.real_attribute("step_ms_p50"), "ms", "lower", 1, "median wall time of a training step"},
      {"peak_rss_bytes", double(timing.integer_attribute("peak_rss_bytes")), "B", "lower", 1, "largest resident memory of the process"}};
}

void read_result(const run::Layout& layout, RunData& data) {
  data.folder = layout.folder;
  data.summary = run::summary(layout.folder);
  const auto file = io::hdf5::File::open(layout.result);
  const auto root = file.root();
  data.id = data.summary.run_id;
  data.sha256 = root.text_attribute("config_sha256");
  data.yaml = root.text("config/resolved_yaml");
  data.training = root.table(run::schema::series);
  if (root.has(evaluations_table)) data.evaluations = root.table(evaluations_table);
  const auto seconds = numbers(data.training, "time_s");
  data.quantities = quantities_of(root, data.summary, seconds.empty() ? 0 : seconds.back());
}

// The status in words, as far as it forbids results.
std::string reason_of(run::Status status) {
  return status == run::Status::done ? "" : status == run::Status::running ? "still running" : run::name_of(status);
}

std::string reason_of(const std::optional<run::State>& state, const std::string& written) {
  if (state) return reason_of(run::effective_status(*state));
  return reason_of(written == run::name_of(run::Status::running) ? run::Status::interrupted : run::status_named(written));
}

// The setting, and where the configuration has none the first interval there is.
std::string interval_of(const std::string& yaml, const std::vector<Moment>& moments) {
  const auto values = resolved_values(yaml);
  const auto every = values.find("evaluate.every");
  if (every != values.end()) return fmt::format("every {} epochs", every->second);
  return moments.size() < 2 ? "" : fmt::format("every {:g} epochs", moments[1].epochs - moments[0].epochs);
}

RunData unfinished(const std::string& reason) {
  RunData data;
  data.unfinished = reason;
  return data;
}

}  // namespace

const run::Metric* RunData::find(const std::string& name) const {
  for (const auto* all : {&summary.metrics, &quantities})
    for (const run::Metric& m : *all)
      if (m.name == name) return &m;
  return nullptr;
}

std::vector<std::string> RunData::names() const {
  std::vector<std::string> names;
  for (const auto* all : {&summary.metrics, &quantities})
    for (const run::Metric& m : *all) names.push_back(m.name);
  return names;
}

Curve RunData::curve(const std::string& name) const {
  const auto is_final = [&](const run::Metric& m) { return m.name == name && std::isfinite(m.value); };
  const auto final = std::find_if(summary.metrics.begin(), summary.metrics.end(), is_final);
  auto trained = moments_of(training, name);
  Curve curve{moments_of(evaluations, name), false};
  if (curve.moments.empty() && !trained.empty()) return {std::move(trained), true};
  curve.interval = curve.moments.empty() ? "" : interval_of(yaml, curve.moments);
  const bool beyond = curve.moments.empty() || curve.moments.back().epochs < double(summary.epochs);
  const auto seconds = numbers(training, "time_s");
  if (final != summary.metrics.end() && beyond)
    curve.moments.push_back({double(summary.epochs), seconds.empty() ? 0 : seconds.back(), final->value});
  return curve;
}

std::vector<std::string> RunData::curve_names() const {
  std::vector<std::string> names;
  for (const auto* table : {&evaluations, &training})
    for (const auto& column : *table)
      if (column.name != "step" && column.name != "time_s") names.push_back(column.name);
  for (const auto& metric : summary.metrics) names.push_back(metric.name);
  return names;
}

RunData read_run(const fs::path& folder, const std::string& sha256) {
  const run::Layout layout(folder);
  std::error_code error;
  const auto state = run::read_state(layout.state);
  if (!fs::exists(layout.result, error)) {
    if (!state) return unfinished("not run yet");
    return unfinished(state->status == run::Status::done ? "its run.h5 is missing" : reason_of(state, ""));
  }
  RunData data;
  try {
    read_result(layout, data);
  } catch (const std::exception&) {
    return unfinished("its run.h5 cannot be read");
  }
  if (!sha256.empty() && data.sha256 != sha256) return unfinished("its folder holds another configuration");
  data.unfinished = reason_of(state, data.summary.status);
  return data;
}

}  // namespace plisse::sweep

// SPDX-License-Identifier: Apache-2.0
#include "framework/run/result.hpp"

#include "framework/io/mesh_writers.hpp"
#include "framework/run/archive_io.hpp"
#include "framework/run/memory.hpp"

namespace plisse::run {
namespace {

using io::hdf5::File;
using io::hdf5::Group;
using io::hdf5::Table;

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

std::string software_version(const Result& result) {
  for (const auto& [key, value] : result.provenance)
    if (key == "software_version") return value;
  return "unknown";
}

// What changes while a run goes on.
void write_progress(const Group& root, const Result& result) {
  root.attribute("status", name_of(result.status));
  root.attribute("message", result.message);
  root.attribute("date", utc_date());
  const auto timing = root.create_group("timing");
  timing.attribute("wall_s", result.timing.wall_s);
  timing.attribute("step_ms_p50", result.timing.step_ms_p50);
  timing.attribute("step_ms_p95", result.timing.step_ms_p95);
  timing.attribute("steps", result.timing.steps);
  timing.attribute("peak_device_bytes", result.budget.bytes_workspace);
  root.table(schema::series, result.series.table());
  if (result.evaluations) root.table(schema::evaluations, result.evaluations->table());
}

// The last entry of a file, so that writing the rest counts.
void write_peak(const Group& root) { root.group("timing").attribute("peak_rss_bytes", peak_resident_bytes()); }

void write_origin(const Group& root, const Result& result) {
  root.attribute("schema", schema::name);
  root.attribute("run_id", run_id(result.config));
  root.attribute("config_sha256", result.config.sha256);
  root.attribute("software_version", software_version(result));
  root.text("config/resolved_yaml", result.config.yaml);
  root.text("config/overrides", joined(result.config.overrides));
  const auto provenance = root.create_group("provenance");
  provenance.attribute("host", host_name());
  for (const auto& [key, value] : result.provenance)
    if (key != "software_version") provenance.attribute(key, value);
  const auto budget = root.create_group("budget");
  budget.attribute("parameters", result.budget.parameters);
  budget.attribute("bytes_inference", result.budget.bytes_inference);
  budget.attribute("bytes_training", result.budget.bytes_training);
  budget.attribute("bytes_workspace", result.budget.bytes_workspace);
  budget.attribute("bytes_peak", result.bytes_peak);
}

template <class T>
std::vector<T> column(const std::vector<Metric>& metrics, T Metric::*member) {
  std::vector<T> values;
  for (const auto& metric : metrics) values.push_back(metric.*member);
  return values;
}

Table metrics_table(const std::vector<Metric>& metrics) {
  return {{"name", column(metrics, &Metric::name)},       {"value", column(metrics, &Metric::value)},
          {"unit", column(metrics, &Metric::unit)},       {"better", column(metrics, &Metric::better)},
          {"samples", column(metrics, &Metric::samples)}, {"definition", column(metrics, &Metric::definition)}};
}

void write_outcome(const Group& root, const Outcome& outcome) {
  const auto model = root.create_group("model");
  model.attribute("encoding", outcome.encoding);
  write_archive(model.create_group("parameters"), outcome.model);
  if (!outcome.sampling.empty()) write_archive(root.create_group("sampling"), outcome.sampling);
  if (!outcome.reference.positions.empty()) io::write_vtkhdf(root.create_group("meshes/reference"), outcome.reference);
  if (outcome.body) io::write_vtkhdf(root.create_group("meshes/body"), *outcome.body);
  if (outcome.final.positions.empty()) return;
  io::write_vtkhdf(root.create_group(schema::final_mesh), outcome.final);
  root.soft_link("VTKHDF", "/" + schema::final_mesh);
}

}  // namespace

std::string run_id(const config::RunConfig& config) { return config.slug + "-" + config.sha256.substr(0, 10); }

void write_result(const Layout& layout, const Result& result) {
  const auto file = File::create(layout.result);
  const auto root = file.root();
  write_origin(root, result);
  write_progress(root, result);
  root.table(schema::metrics, metrics_table(result.outcome ? result.outcome->metrics : std::vector<Metric>()));
  if (result.outcome) write_outcome(root, *result.outcome);
  write_peak(root);
  file.save();
}

void amend_result(const Layout& layout, const Result& result) {
  const auto file = File::edit(layout.result);
  const auto root = file.root();
  for (const auto& series : {schema::series, schema::evaluations})
    if (root.has(series)) root.remove(series);
  write_progress(root, result);
  write_peak(root);
  file.save();
}

void write_view(const Layout& layout) {
  const auto file = File::create(layout.view);
  file.root().external_link("VTKHDF", layout.result.filename().string(), "/" + schema::final_mesh);
  file.save();
}

}  // namespace plisse::run

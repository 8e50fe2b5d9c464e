// SPDX-License-Identifier: Apache-2.0
// The runs of a table: found, labelled, chosen.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "framework/config/diagnostics.hpp"
#include "framework/config/error.hpp"
#include "framework/run/folder.hpp"
#include "framework/sweep/records.hpp"
#include "framework/sweep/resolved_values.hpp"
#include "framework/sweep/selection.hpp"

namespace plisse::sweep {
namespace {

namespace fs = std::filesystem;
using report::Label;

bool is_sweep(const fs::path& folder) { return fs::exists(lock_file(folder)) || fs::is_directory(folder / "plan"); }

bool is_run(const fs::path& path) {
  const run::Layout layout(path);
  return fs::exists(layout.state) || fs::exists(layout.result);
}

bool is_known(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void add(Collection& collection, TableRun run) {
  const auto twin = std::find_if(collection.runs.begin(), collection.runs.end(),
                                 [&](const TableRun& other) { return !run.sha256.empty() && other.sha256 == run.sha256; });
  if (twin == collection.runs.end()) {
    collection.runs.push_back(std::move(run));
    return;
  }
  collection.notes.push_back(fmt::format("{} and {} have the same configuration; the table counts one of them", twin->id, run.id));
  if (!twin->data.unfinished.empty() && run.data.unfinished.empty()) *twin = std::move(run);
}

void add_sweep(Collection& collection, const fs::path& folder) {
  const Plan plan = read_plan(folder);
  auto ours = collection.axes, theirs = plan.axes;
  std::sort(ours.begin(), ours.end());
  std::sort(theirs.begin(), theirs.end());
  if (!collection.axes.empty() && ours != theirs)
    throw config::Error(fmt::format("{} has the axes {}, and the first sweep has {}; a table wants sweeps with the same axes",
                                    folder.string(), fmt::join(plan.axes, ", "), fmt::join(collection.axes, ", ")));
  if (collection.axes.empty()) {
    collection.axes = plan.axes;
    collection.table = plan.table;
  }
  collection.title += (collection.title.empty() ? "" : ", ") + plan.name;
  collection.paired = collection.paired && plan.paired;
  for (const PlannedRun& planned : plan.runs) {
    TableRun run{planned.id, planned.sha256, {}, read_run(folder / planned.id, planned.sha256)};
    if (!planned.yaml.empty()) run.data.yaml = planned.yaml;
    for (const auto& axis : collection.axes)
      for (const auto& label : planned.labels)
        if (label.axis == axis) run.labels.push_back({axis, label.value});
    add(collection, std::move(run));
  }
}

void add_run(Collection& collection, const fs::path& path) {
  const fs::path folder = run::Layout(path).folder;
  TableRun run{folder.filename().string(), "", {}, read_run(folder, "")};
  run.sha256 = run.data.sha256;
  const auto values = resolved_values(run.data.yaml);
  const auto seed = values.find(report::seed_axis);
  run.labels = {{run_axis, folder.filename().string()}, {report::seed_axis, seed == values.end() ? "–" : seed->second}};
  collection.axes = {run_axis, report::seed_axis};
  add(collection, std::move(run));
}

}  // namespace

Collection collect(const std::vector<fs::path>& folders) {
  Collection collection;
  bool sweeps = false, runs = false;
  for (const fs::path& folder : folders) {
    if (!fs::exists(folder)) throw config::Error(fmt::format("no folder {}", folder.string()));
    if (is_sweep(folder)) sweeps = true, add_sweep(collection, folder);
    else if (is_run(folder)) runs = true, add_run(collection, folder);
    else
      throw config::Error(
          fmt::format("{} is neither the folder of a sweep, with a sweep.lock.yaml, nor that of a run, with a run.h5", folder.string()));
    if (sweeps && runs) throw config::Error("a table wants sweeps or single runs, not both: " + folder.string());
  }
  if (collection.runs.empty()) throw config::Error("the sweep has no runs");
  return collection;
}

void label_by_keys(Collection& collection, const std::vector<std::string>& keys) {
  std::vector<std::map<std::string, std::string>> values;
  for (const TableRun& run : collection.runs) values.push_back(resolved_values(run.data.yaml));
  for (const auto& key : keys) {
    if (is_known(collection.axes, key)) continue;
    auto known = collection.axes;
    for (const auto& of_run : values)
      for (const auto& [name, value] : of_run)
        if (!is_known(known, name)) known.push_back(name);
    if (!is_known(known, key)) {
      const std::string near = config::suggestion(key, known, "axes");
      config::fail(fmt::format("'{}' is no axis and no key of the runs' configurations", key), {},
                   near.starts_with("did") ? near.substr(0, near.find("   ")) : config::suggestion(key, collection.axes, "axes"));
    }
    for (std::size_t r = 0; r < collection.runs.size(); ++r) {
      const auto it = values[r].find(key);
      auto& labels = collection.runs[r].labels;
      labels.insert(labels.begin(), {key, it == values[r].end() ? "–" : it->second});
    }
    collection.axes.insert(collection.axes.begin(), key);
  }
}

std::string place_of(const TableRun& run, const std::vector<std::string>& axes) {
  std::vector<std::string> values;
  for (const auto& axis : axes)
    for (const report::Label& label : run.labels)
      if (label.axis == axis) values.push_back(label.value);
  return report::joined(values);
}

std::vector<std::string> places_on(const Collection& collection, const std::vector<std::string>& axes) {
  std::vector<std::string> places;
  for (const TableRun& run : collection.runs)
    if (const auto place = place_of(run, axes); !is_known(places, place)) places.push_back(place);
  return places;
}

std::vector<TableRun> where(const Collection& collection, const std::string& expression) {
  Plan plan;
  plan.axes = collection.axes;
  for (const TableRun& run : collection.runs) {
    PlannedRun& planned = plan.runs.emplace_back();
    planned.id = run.id;
    for (const report::Label& label : run.labels) planned.labels.push_back({label.axis, label.value});
  }
  std::vector<TableRun> chosen;
  for (const std::size_t i : select(plan, expression, "--where")) chosen.push_back(collection.runs[i]);
  return chosen;
}

}  // namespace plisse::sweep

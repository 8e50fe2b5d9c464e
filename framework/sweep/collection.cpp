// SPDX-License-Identifier: Apache-2.0
// The runs of a table: found, labelled, chosen.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "framework/config/diagnostics.hpp"
#include "framework/config/error.hpp"
#include "framework/run/folder.hpp"
#include "framework/sweep/records.hpp"
#include "framework/sweep/resolved_values.hpp"

namespace plisse::sweep {
namespace {

namespace fs = std::filesystem;
using report::Label;

bool is_sweep(const fs::path& folder) { return fs::exists(lock_file(folder)) || fs::is_directory(folder / "plan"); }

bool is_run(const fs::path& path) {
  const run::Layout layout(path);
  return fs::exists(layout.state) || fs::exists(layout.result);
}

std::string label_in(const TableRun& run, const std::string& axis) {
  const auto it = std::find_if(run.labels.begin(), run.labels.end(), [&](const Label& label) { return label.axis == axis; });
  return it == run.labels.end() ? "" : it->value;
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

// The axis and its values, in the order of the runs.
std::vector<std::string> values_on(const Collection& collection, const std::string& axis) {
  std::vector<std::string> values;
  for (const TableRun& run : collection.runs)
    if (const auto value = label_in(run, axis); !is_known(values, value)) values.push_back(value);
  return values;
}

void require_condition(const Collection& collection, const Condition& condition) {
  if (!is_known(collection.axes, condition.axis))
    config::fail(fmt::format("no axis '{}' for --where", condition.axis), {}, config::suggestion(condition.axis, collection.axes, "axes"));
  const auto values = values_on(collection, condition.axis);
  if (!is_known(values, condition.value))
    config::fail(fmt::format("no run has {}={}", condition.axis, condition.value), {},
                 config::suggestion(condition.value, values, "values of '" + condition.axis + "'"));
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

std::vector<Condition> parse_conditions(const std::vector<std::string>& items) {
  std::vector<Condition> conditions;
  for (const auto& item : items) {
    const auto equals = item.find('=');
    if (equals == std::string::npos || equals == 0) throw config::Error(fmt::format("--where '{}' must be AXIS=VALUE", item));
    conditions.push_back({item.substr(0, equals), item.substr(equals + 1)});
  }
  return conditions;
}

std::vector<TableRun> where(const Collection& collection, const std::vector<Condition>& conditions) {
  for (const Condition& condition : conditions) require_condition(collection, condition);
  std::vector<TableRun> chosen;
  std::copy_if(collection.runs.begin(), collection.runs.end(), std::back_inserter(chosen), [&](const TableRun& run) {
    return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
      return std::any_of(conditions.begin(), conditions.end(),
                         [&](const Condition& other) { return other.axis == condition.axis && label_in(run, other.axis) == other.value; });
    });
  });
  if (chosen.empty()) throw config::Error("no run has all that --where asks for");
  return chosen;
}

}  // namespace plisse::sweep

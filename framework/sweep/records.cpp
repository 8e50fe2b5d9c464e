// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/records.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "framework/config/diagnostics.hpp"
#include "framework/config/error.hpp"
#include "framework/sweep/measures.hpp"
#include "framework/sweep/resolved_values.hpp"
#include "framework/sweep/run_distances.hpp"

namespace plisse::sweep {
namespace {

using report::Label;
using report::Record;

// Values on all axes but some.
std::vector<std::string> values_beside(const std::vector<Label>& labels, const std::vector<std::string>& axes) {
  std::vector<std::string> values;
  for (const Label& label : labels)
    if (std::find(axes.begin(), axes.end(), label.axis) == axes.end()) values.push_back(label.value);
  return values;
}

// The run of a row or column that has the labels of `run` on all other axes.
const TableRun* partner(const Collection& all, const TableRun& run, const std::string& place, const std::vector<std::string>& axes) {
  auto others = axes;
  others.push_back(run_axis);
  for (const TableRun& candidate : all.runs)
    if (place_of(candidate, axes) == place && values_beside(candidate.labels, others) == values_beside(run.labels, others))
      return &candidate;
  return nullptr;
}

std::vector<std::string> known_names(const std::vector<TableRun>& runs, bool of_curves) {
  std::vector<std::string> known;
  for (const TableRun& run : runs)
    for (const auto& name : of_curves ? run.data.curve_names() : run.data.names())
      if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
  return known;
}

// A metric that no finished run has is a mistake, and so is the time to a value in runs that were evaluated only once.
void require_measured(const std::vector<TableRun>& runs, const std::vector<Record>& records, std::size_t index, const MetricName& metric) {
  bool any = false, without_curve = false;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const std::string& why = records[r].measurements[index].missing;
    if (runs[r].data.unfinished.empty()) any = true;
    else continue;
    if (why != missing::metric && why != missing::curve) return;
    without_curve = without_curve || why == missing::curve;
  }
  if (!any) return;
  if (without_curve)
    throw config::Error(
        fmt::format("the metric '{}' wants the course of '{}', but the runs were evaluated at their end only; set "
                    "evaluate.every in their configuration",
                    metric.text, metric.name));
  const auto names = known_names(runs, metric.kind != MetricName::Kind::plain);
  config::fail(fmt::format("no finished run has the metric '{}'", metric.name), {}, config::suggestion(metric.name, names, "metrics"));
}

std::vector<Label> shown_labels(const TableRun& run, bool shows_runs) {
  auto labels = run.labels;
  if (!shows_runs) std::erase_if(labels, [](const Label& label) { return label.axis == run_axis; });
  return labels;
}

// Runs with the same labels on all axes but the seed must have the same configuration but for the seed.
void require_same_configuration(const std::vector<TableRun>& runs, const std::vector<Record>& records) {
  std::vector<std::pair<std::vector<std::string>, const TableRun*>> firsts;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const auto place = values_beside(records[r].labels, {report::seed_axis});
    const auto first = std::find_if(firsts.begin(), firsts.end(), [&](const auto& f) { return f.first == place; });
    if (first == firsts.end()) {
      firsts.emplace_back(place, &runs[r]);
      continue;
    }
    auto a = resolved_values(first->second->data.yaml), b = resolved_values(runs[r].data.yaml);
    if (a.empty() || b.empty()) continue;
    for (auto& [key, value] : a) b.emplace(key, "–");
    for (const auto& [key, value] : b) {
      const auto it = a.find(key);
      const std::string before = it == a.end() ? "–" : it->second;
      if (key == report::seed_axis || before == value) continue;
      throw config::Error(
          fmt::format("the runs {} and {} would share a cell, but their '{}' differs: {} and {}; make it rows or columns, or "
                      "choose one with --where {}={}",
                      first->second->id, runs[r].id, key, before, value, key, before));
    }
  }
}

}  // namespace

std::vector<Record> records(const Collection& collection, const std::vector<TableRun>& chosen, const std::vector<std::string>& rows,
                            const std::vector<std::string>& cols, const std::vector<std::string>& metrics) {
  std::vector<MetricName> names;
  const Places row_places{rows, places_on(collection, rows)}, col_places{cols, places_on(collection, cols)};
  for (const auto& metric : metrics) names.push_back(parse_metric(metric, row_places, col_places));
  const auto has = [](const std::vector<std::string>& axes) { return std::find(axes.begin(), axes.end(), run_axis) != axes.end(); };
  const bool shows_runs = has(rows) || has(cols);
  RunDistances distances(names);
  std::vector<Record> records;
  for (const TableRun& run : chosen) {
    Record record{run.id, run.sha256, shown_labels(run, shows_runs), {}};
    for (const MetricName& name : names) {
      const TableRun* other = name.row.empty() ? nullptr : partner(collection, run, name.row, name.axes);
      const RunData* reference = other ? &other->data : nullptr;
      const bool is_distance = name.kind == MetricName::Kind::distance;
      record.measurements.push_back(is_distance ? distances.measure(run.data, reference, name) : measure(run.data, name, {reference}));
    }
    records.push_back(std::move(record));
  }
  for (std::size_t m = 0; m < names.size(); ++m) require_measured(chosen, records, m, names[m]);
  require_same_configuration(chosen, records);
  return records;
}

}  // namespace plisse::sweep

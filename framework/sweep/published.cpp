// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/published.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "framework/config/diagnostics.hpp"
#include "framework/config/node.hpp"
#include "framework/sweep/metric_name.hpp"

namespace plisse::sweep {
namespace {

using config::MapEntry;
using config::Node;

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What the runs were measured by; empty while none is finished.
std::vector<std::string> measured_names(const Collection& collection) {
  std::vector<std::string> all;
  for (const TableRun& run : collection.runs) {
    if (!run.data.unfinished.empty()) continue;
    for (const auto& names : {run.data.names(), run.data.curve_names()})
      for (const auto& name : names)
        if (!is_among(all, name)) all.push_back(name);
  }
  return all;
}

// The metric's name as the table would print it.
std::string known_metric(const MapEntry& entry, const MetricName& metric, const std::vector<std::string>& of_table,
                         const std::vector<std::string>& measured) {
  const bool is_known = metric.kind == MetricName::Kind::distance || is_among(of_table, metric.text) || is_among(measured, metric.name);
  if (is_known || measured.empty()) return metric.text;
  auto known = measured;
  for (const auto& name : of_table)
    if (!is_among(known, name)) known.push_back(name);
  config::fail(fmt::format("published values of the metric '{}', which neither the table nor a run has", entry.key), entry.place,
               config::suggestion(metric.name, known, "metrics"));
}

void require_known(const MapEntry& entry, const std::vector<std::string>& known, const std::string& what) {
  if (is_among(known, entry.key)) return;
  config::fail(fmt::format("published value for the {} '{}', which the table does not have", what, entry.key), entry.place,
               config::suggestion(entry.key, known, what + "s"));
}

const Node& map_in(const Node& node, const std::string& what) {
  if (node.kind != Node::Kind::map) config::fail(what + " must be a map", node.place);
  return node;
}

const std::string& scalar(const MapEntry& entry) {
  if (entry.value->kind != Node::Kind::scalar)
    config::fail(fmt::format("the published value of '{}' must be a number or a text", entry.key), entry.place);
  return entry.value->text;
}

void require_keys(const Node& document) {
  for (const MapEntry& entry : document.entries)
    if (entry.key != "source" && entry.key != "metrics")
      config::fail(fmt::format("unknown key '{}'", entry.key), entry.place, config::suggestion(entry.key, {"source", "metrics"}, "keys"));
}

}  // namespace

report::Published read_published(const std::filesystem::path& file, const Collection& collection, const std::vector<std::string>& rows,
                                 const std::vector<std::string>& cols, const std::vector<std::string>& of_table) {
  const auto document = config::parse(config::make_source(file.string(), file.parent_path(), config::read_text(file)));
  require_keys(map_in(*document, "a file of published values"));
  report::Published published;
  for (const MapEntry& entry : document->entries)
    if (entry.key == "source") published.source = scalar(entry);
  const MapEntry* metrics = document->find("metrics");
  if (!metrics) config::fail("a file of published values wants the key 'metrics'", document->place);
  const auto known_rows = places_on(collection, rows), known_cols = places_on(collection, cols);
  const auto measured = measured_names(collection);
  for (const MapEntry& metric : map_in(*metrics->value, "'metrics'").entries) {
    const std::string name =
        known_metric(metric, parse_metric(metric.key, {rows, known_rows}, {cols, known_cols}, metric.place), of_table, measured);
    for (const MapEntry& row : map_in(*metric.value, fmt::format("'{}'", metric.key)).entries) {
      require_known(row, known_rows, "row");
      if (row.value->kind != Node::Kind::map) {
        published.values.push_back({name, row.key, "", scalar(row)});
        continue;
      }
      if (cols.empty())
        config::fail(fmt::format("'{}' has published values by column, but the table has no column axis", metric.key), row.place,
                     "give --cols, or one value");
      for (const MapEntry& col : row.value->entries) {
        require_known(col, known_cols, "column");
        published.values.push_back({name, row.key, col.key, scalar(col)});
      }
    }
  }
  return published;
}

}  // namespace plisse::sweep

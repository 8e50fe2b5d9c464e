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

std::vector<std::string> labels_on(const Collection& collection, const std::vector<std::string>& axes) {
  std::vector<std::string> all;
  for (const TableRun& run : collection.runs) {
    std::vector<std::string> values;
    for (const auto& axis : axes)
      for (const auto& label : run.labels)
        if (label.axis == axis) values.push_back(label.value);
    if (const auto text = report::joined(values); std::find(all.begin(), all.end(), text) == all.end()) all.push_back(text);
  }
  return all;
}

void require_known(const MapEntry& entry, const std::vector<std::string>& known, const std::string& what) {
  if (std::find(known.begin(), known.end(), entry.key) != known.end()) return;
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
                                 const std::vector<std::string>& cols) {
  const auto document = config::parse(config::make_source(file.string(), file.parent_path(), config::read_text(file)));
  require_keys(map_in(*document, "a file of published values"));
  report::Published published;
  for (const MapEntry& entry : document->entries)
    if (entry.key == "source") published.source = scalar(entry);
  const MapEntry* metrics = document->find("metrics");
  if (!metrics) config::fail("a file of published values wants the key 'metrics'", document->place);
  const auto known_rows = labels_on(collection, rows), known_cols = labels_on(collection, cols);
  for (const MapEntry& metric : map_in(*metrics->value, "'metrics'").entries)
    for (const MapEntry& row : map_in(*metric.value, fmt::format("'{}'", metric.key)).entries) {
      require_known(row, known_rows, "row");
      const std::string name = parse_metric(metric.key).text;
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
  return published;
}

}  // namespace plisse::sweep

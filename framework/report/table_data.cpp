// SPDX-License-Identifier: Apache-2.0
// Tables for programs: CSV and JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "framework/report/table_writers.hpp"

namespace plisse::report {
namespace {

using Json = nlohmann::ordered_json;
using Kind = Column::Kind;

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string csv_number(double x) { return std::isfinite(x) ? fmt::format("{}", x) : ""; }

Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

template <class Items>
std::string ids_of(const Items& items) {
  std::vector<std::string> ids;
  for (const auto& item : items) ids.push_back(item.run);
  return fmt::format("{}", fmt::join(ids, ";"));
}

std::string note_of(const Table& table, const Cell& cell) { return cell.note ? table.notes[*cell.note] : ""; }

std::string csv_line(const std::vector<std::string>& fields) {
  std::vector<std::string> quoted;
  for (const auto& field : fields) quoted.push_back(csv_field(field));
  return fmt::format("{}\n", fmt::join(quoted, ","));
}

std::vector<std::string> csv_fields(const Table& table, const FlatCell& flat) {
  const Cell& cell = flat.cell;
  const Spread& s = cell.spread;
  std::vector<std::string> fields = flat.row;
  fields.insert(fields.end(), flat.cols.begin(), flat.cols.end());
  for (const auto& text : {flat.metric.name, flat.metric.unit, flat.metric.better}) fields.push_back(text);
  fields.push_back(fmt::format("{}", flat.metric.samples));
  fields.push_back(fmt::format("{}", s.n));
  for (const double x : {s.mean, s.deviation, s.standard_error, s.min, s.max}) fields.push_back(csv_number(x));
  fields.push_back(fmt::format("{}", cell.censored));
  fields.push_back(fmt::format("{}", cell.absent.size()));
  fields.push_back(cell.bold ? "true" : "false");
  fields.push_back(flat.published);
  const bool pairs = flat.difference && !flat.difference->samples.empty();
  fields.push_back(pairs ? fmt::format("{}", flat.difference->spread.n) : "");
  fields.push_back(pairs ? csv_number(flat.difference->spread.mean) : "");
  fields.push_back(pairs ? csv_number(flat.difference->spread.deviation) : "");
  fields.push_back(pairs && flat.difference->p ? csv_number(*flat.difference->p) : "");
  for (const auto& text : {ids_of(cell.samples), note_of(table, cell), flat.metric.definition}) fields.push_back(text);
  return fields;
}

Json labels_json(const std::vector<std::string>& axes, const std::vector<std::string>& values) {
  Json labels = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) labels[axes[i]] = values[i];
  return labels;
}

Json cell_json(const Table& table, const FlatCell& flat) {
  const Cell& cell = flat.cell;
  Json json{{"rows", labels_json(table.layout.rows, flat.row)},
            {"cols", labels_json(table.layout.cols, flat.cols)},
            {"metric", flat.metric.name},
            {"n", cell.spread.n},
            {"mean", number(cell.spread.mean)},
            {"std", number(cell.spread.deviation)},
            {"sem", number(cell.spread.standard_error)},
            {"min", number(cell.spread.min)},
            {"max", number(cell.spread.max)},
            {"censored", cell.censored},
            {"bold", cell.bold},
            {"runs", Json::array()},
            {"missing", Json::array()}};
  for (const Sample& s : cell.samples)
    json["runs"].push_back(
        {{"id", s.run}, {"config_sha256", s.sha256}, {"seed", s.seed}, {"value", number(s.value)}, {"censored", s.censored}});
  for (const Absence& a : cell.absent)
    json["missing"].push_back({{"id", a.run}, {"config_sha256", a.sha256}, {"seed", a.seed}, {"reason", a.reason}});
  if (cell.is_reference()) json["reference"] = true;
  if (!flat.published.empty()) json["published"] = flat.published;
  if (flat.difference && !flat.difference->samples.empty()) {
    const Spread& d = flat.difference->spread;
    json["difference"] = {{"n", d.n}, {"mean", number(d.mean)}, {"std", number(d.deviation)}, {"sem", number(d.standard_error)}};
    json["difference"]["p"] = flat.difference->p ? number(*flat.difference->p) : Json(nullptr);
  }
  if (cell.note) json["note"] = note_of(table, cell);
  return json;
}

}  // namespace

std::vector<FlatCell> flat(const Table& table) {
  std::vector<FlatCell> cells;
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const Column& column = table.columns[c];
      if (column.kind != Kind::measured) continue;
      FlatCell cell{table.rows[r], column.cols, table.metrics[column.metric], table.cells[r][c], nullptr, {}};
      for (std::size_t other = 0; other < table.columns.size(); ++other) {
        const Column& beside = table.columns[other];
        if (beside.metric != column.metric || (beside.cols != column.cols && !beside.cols.empty())) continue;
        if (beside.kind == Kind::difference) cell.difference = &table.cells[r][other];
        if (beside.kind == Kind::published && !table.cells[r][other].published.empty()) cell.published = table.cells[r][other].published;
      }
      cells.push_back(cell);
    }
  return cells;
}

std::string csv(const Table& table) {
  std::vector<std::string> names = table.layout.rows;
  names.insert(names.end(), table.layout.cols.begin(), table.layout.cols.end());
  for (const char* name : {"metric",
                           "unit",
                           "better",
                           "samples",
                           "n",
                           "mean",
                           "std",
                           "sem",
                           "min",
                           "max",
                           "censored",
                           "missing",
                           "bold",
                           "published",
                           "difference_n",
                           "difference_mean",
                           "difference_std",
                           "difference_p",
                           "runs",
                           "note",
                           "definition"})
    names.push_back(name);
  std::string text = csv_line(names);
  for (const FlatCell& cell : flat(table)) text += csv_line(csv_fields(table, cell));
  return text;
}

std::string json(const Table& table) {
  const TableLayout& layout = table.layout;
  Json all{
      {"schema", "plisse/table/1"}, {"title", layout.title}, {"caption", layout.caption}, {"rows", layout.rows}, {"cols", layout.cols}};
  all["metrics"] = Json::array();
  for (const run::Metric& m : table.metrics)
    all["metrics"].push_back(
        {{"name", m.name}, {"unit", m.unit}, {"better", m.better}, {"samples", m.samples}, {"definition", m.definition}});
  all["cells"] = Json::array();
  for (const FlatCell& cell : flat(table)) all["cells"].push_back(cell_json(table, cell));
  if (!layout.baseline.empty()) all["baseline"] = layout.baseline;
  if (!layout.published.source.empty()) all["published_source"] = layout.published.source;
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace plisse::report

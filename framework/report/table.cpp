// SPDX-License-Identifier: Apache-2.0
#include "framework/report/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "framework/config/diagnostics.hpp"
#include "framework/config/error.hpp"
#include "framework/report/measure.hpp"
#include "framework/report/table_marks.hpp"

namespace plisse::report {
namespace {

using Values = std::vector<std::string>;

std::vector<std::string> axes_of(const std::vector<Record>& records) {
  std::vector<std::string> axes;
  for (const Label& label : records.front().labels) axes.push_back(label.axis);
  return axes;
}

Values values_of(const Record& record, const std::vector<std::string>& axes) {
  Values values;
  for (const auto& axis : axes) values.push_back(label_of(record, axis));
  return values;
}

// The values that occur on some axes, the first axis outermost; each axis in the order in which its values first occur.
std::vector<Values> distinct(const std::vector<Record>& records, const std::vector<std::string>& axes) {
  std::vector<Values> found;
  std::vector<std::map<std::string, std::size_t>> ranks(axes.size());
  for (const Record& record : records) {
    const Values values = values_of(record, axes);
    for (std::size_t i = 0; i < axes.size(); ++i) ranks[i].emplace(values[i], ranks[i].size());
    if (std::find(found.begin(), found.end(), values) == found.end()) found.push_back(values);
  }
  std::sort(found.begin(), found.end(), [&](const Values& a, const Values& b) {
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (a[i] != b[i]) return ranks[i].at(a[i]) < ranks[i].at(b[i]);
    return false;
  });
  return found;
}

void require_axes(const std::vector<Record>& records, const TableLayout& layout) {
  const auto axes = axes_of(records);
  for (const auto* asked : {&layout.rows, &layout.cols})
    for (const auto& axis : *asked)
      if (std::find(axes.begin(), axes.end(), axis) == axes.end())
        config::fail(fmt::format("no axis '{}'", axis), {}, config::suggestion(axis, axes, "axes"));
  for (const auto& axis : layout.cols)
    if (std::find(layout.rows.begin(), layout.rows.end(), axis) != layout.rows.end())
      throw config::Error(fmt::format("the axis '{}' is asked for as rows and as columns; it can be one of them", axis));
  if (layout.rows.empty()) throw config::Error(fmt::format("which axis are the rows? give --rows KEY   axes: {}", fmt::join(axes, ", ")));
  if (layout.metrics.empty()) throw config::Error("which metric? give --metric NAME");
}

// Two runs of one cell must differ in nothing but their seed.
void require_no_hidden_axis(const std::vector<Record>& records, const TableLayout& layout) {
  auto shown = layout.rows;
  shown.insert(shown.end(), layout.cols.begin(), layout.cols.end());
  for (const auto& axis : axes_of(records)) {
    if (axis == seed_axis || std::find(shown.begin(), shown.end(), axis) != shown.end()) continue;
    for (const Record& record : records) {
      const auto other = std::find_if(records.begin(), records.end(), [&](const Record& r) {
        return values_of(r, shown) == values_of(record, shown) && label_of(r, axis) != label_of(record, axis);
      });
      if (other == records.end()) continue;
      Values values;
      for (const auto& value : distinct(records, {axis})) values.push_back(value[0]);
      throw config::Error(
          fmt::format("the axis '{}' has several values ({}), which would be averaged; make it rows or columns, or choose one "
                      "with --where {}={}",
                      axis, fmt::join(values, ", "), axis, values[0]));
    }
  }
}

std::vector<run::Metric> metrics_of(const std::vector<Record>& records, const TableLayout& layout) {
  std::vector<run::Metric> metrics;
  for (std::size_t m = 0; m < layout.metrics.size(); ++m) {
    std::vector<MeasuredIn> found;
    for (const Record& record : records)
      if (const Measurement& of = record.measurements.at(m); of.missing.empty() && !of.reference)
        found.push_back({&record.measurements[m].metric, record.id});
    require_same_measure(found);
    run::Metric metric = found.empty() ? run::Metric{} : *found.front().metric;
    metric.name = layout.metrics[m];
    metric.value = 0;
    metrics.push_back(std::move(metric));
  }
  return metrics;
}

bool is_published(const Published& published, const std::string& metric, bool in_columns) {
  return std::any_of(published.values.begin(), published.values.end(),
                     [&](const PublishedValue& v) { return v.metric == metric && v.col.empty() != in_columns; });
}

std::vector<Column> columns_of(const std::vector<Values>& cols, const TableLayout& layout) {
  using Kind = Column::Kind;
  std::vector<Column> columns;
  const bool has_cols = !layout.cols.empty();
  for (const Values& values : cols)
    for (std::size_t m = 0; m < layout.metrics.size(); ++m) {
      columns.push_back({Kind::measured, m, values});
      if (is_published(layout.published, layout.metrics[m], has_cols)) columns.push_back({Kind::published, m, values});
      if (!layout.baseline.empty()) columns.push_back({Kind::difference, m, values});
    }
  for (std::size_t m = 0; has_cols && m < layout.metrics.size(); ++m)
    if (is_published(layout.published, layout.metrics[m], false)) columns.push_back({Kind::published, m, {}});
  return columns;
}

Cell measured_cell(const std::vector<Record>& records, const TableLayout& layout, const Values& row, const Column& column) {
  Cell cell;
  for (const Record& record : records) {
    if (values_of(record, layout.rows) != row || values_of(record, layout.cols) != column.cols) continue;
    const Measurement& m = record.measurements[column.metric];
    const std::string& seed = label_of(record, seed_axis);
    if (m.missing.empty()) cell.samples.push_back({record.id, record.sha256, seed, m.metric.value, m.censored, m.reference});
    else cell.absent.push_back({record.id, record.sha256, seed, m.missing});
  }
  return cell;
}

std::string published_text(const TableLayout& layout, const std::string& row, const Column& column) {
  const std::string col = joined(column.cols);
  for (const PublishedValue& v : layout.published.values)
    if (v.metric == layout.metrics[column.metric] && v.row == row && v.col == col) return v.text;
  return {};
}

void fill(Table& table, const std::vector<Record>& records) {
  for (const Values& row : table.rows) {
    auto& cells = table.cells.emplace_back();
    for (const Column& column : table.columns) {
      Cell cell;
      if (column.kind == Column::Kind::measured) cell = measured_cell(records, table.layout, row, column);
      if (column.kind == Column::Kind::published) cell.published = published_text(table.layout, joined(row), column);
      summarise(cell);
      cells.push_back(std::move(cell));
    }
  }
}

void require_single_values(const Table& table) {
  if (table.layout.uncertainty != Uncertainty::none) return;
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      if (const Cell& cell = table.cells[r][c]; cell.samples.size() + cell.absent.size() > 1)
        throw config::Error(
            fmt::format("--stat none shows single values, but row '{}' has {} runs in a cell; use --stat mean±std, or choose "
                        "a seed with --where {}=VALUE",
                        joined(table.rows[r]), cell.samples.size() + cell.absent.size(), seed_axis));
}

}  // namespace

const std::string& label_of(const Record& record, const std::string& axis) {
  static const std::string none;
  const auto it = std::find_if(record.labels.begin(), record.labels.end(), [&](const Label& label) { return label.axis == axis; });
  return it == record.labels.end() ? none : it->value;
}

std::string joined(const std::vector<std::string>& labels) { return fmt::format("{}", fmt::join(labels, ", ")); }

bool Cell::is_reference() const {
  return !samples.empty() && std::all_of(samples.begin(), samples.end(), [](const Sample& s) { return s.reference; });
}

std::optional<double> Cell::uncertainty(Uncertainty kind) const {
  if (spread.n < 2 || kind == Uncertainty::none) return {};
  return kind == Uncertainty::deviation ? spread.deviation : spread.standard_error;
}

Table make_table(const std::vector<Record>& records, const TableLayout& layout) {
  if (records.empty()) throw config::Error("no run is left for the table");
  require_axes(records, layout);
  require_no_hidden_axis(records, layout);
  const auto cols = distinct(records, layout.cols);
  Table table{layout, metrics_of(records, layout), distinct(records, layout.rows), columns_of(cols, layout), {}, {}};
  fill(table, records);
  require_single_values(table);
  take_differences(table);
  mark_best(table);
  write_notes(table);
  return table;
}

}  // namespace plisse::report

// SPDX-License-Identifier: Apache-2.0
#include "framework/report/table_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "framework/report/table_marks.hpp"

namespace plisse::report {
namespace {

using Kind = Column::Kind;

bool has_columns(const Table& table, Kind kind) {
  return std::any_of(table.columns.begin(), table.columns.end(), [&](const Column& c) { return c.kind == kind; });
}

// Whether the heads say which metric a column shows.
bool names_metrics(const Table& table) {
  return table.layout.cols.empty() || table.metrics.size() > 1 || has_columns(table, Kind::difference) ||
         has_columns(table, Kind::published);
}

std::string column_head(const Table& table, const std::vector<Notation>& notations, const Column& column) {
  const run::Metric& metric = table.metrics[column.metric];
  if (column.kind == Kind::difference) return "Δ to " + table.layout.baseline;
  if (column.kind == Kind::measured) return metric_head(metric, notations[column.metric]);
  return table.layout.cols.empty() || !column.cols.empty() ? "published" : metric.name + ", published";
}

// One line of values on a column axis; equal neighbours below the same outer values share a head.
std::vector<Head> axis_line(const Table& table, std::size_t axis) {
  std::vector<Head> heads;
  const Column* before = nullptr;
  for (const Column& column : table.columns) {
    const auto same = [&](const Column& other) {
      return !other.cols.empty() && !column.cols.empty() &&
             std::equal(column.cols.begin(), column.cols.begin() + std::ptrdiff_t(axis) + 1, other.cols.begin());
    };
    if (before && same(*before)) ++heads.back().columns;
    else if (column.cols.empty()) heads.push_back({"", 1});
    else
      heads.push_back(
          {table.layout.cols.size() > 1 ? fmt::format("{}: {}", table.layout.cols[axis], column.cols[axis]) : column.cols[axis], 1});
    before = &column;
  }
  return heads;
}

std::string statistics_sentence(const Table& table) {
  const std::size_t n = usual_runs(table);
  if (n == 0) return "No run has a value.";
  if (n == 1 || table.layout.uncertainty == Uncertainty::none) return "Single runs (n = 1).";
  const char* spread = table.layout.uncertainty == Uncertainty::deviation ? "standard deviation (n − 1)" : "standard error of the mean";
  const bool unusual = std::any_of(table.notes.begin(), table.notes.end(), [](const auto& note) { return note.find("n = ") != note.npos; });
  return fmt::format("Mean ± {} over n = {} seeds{}.", spread, n, unusual ? " unless noted" : "");
}

template <class Predicate>
bool any_cell(const Table& table, Kind kind, Predicate&& predicate) {
  for (const auto& row : table.cells)
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      if (table.columns[c].kind == kind && predicate(row[c])) return true;
  return false;
}

std::string difference_sentence(const Table& table) {
  if (!has_columns(table, Kind::difference)) return {};
  std::string text = fmt::format(" Δ: paired differences to {} over the same seeds.", table.layout.baseline);
  if (any_cell(table, Kind::difference, [](const Cell& cell) { return cell.p.has_value(); }))
    text += fmt::format(" *: p < {} in a two-sided paired t-test, not corrected for the number of comparisons.", significance);
  return text;
}

std::string better_sentence(const Table& table) {
  if (!any_cell(table, Kind::measured, [](const Cell& cell) { return cell.bold; })) return {};
  return fmt::format(" Bold: best of its {}, ahead of every other by more than √(u² + v²), where u and v are the ± of the two.",
                     table.layout.best == Best::in_row ? "row" : "column");
}

}  // namespace

std::vector<Notation> notations(const Table& table) {
  std::vector<Notation> all;
  for (std::size_t m = 0; m < table.metrics.size(); ++m) {
    std::vector<double> numbers;
    for (const auto& row : table.cells)
      for (std::size_t c = 0; c < table.columns.size(); ++c)
        if (table.columns[c].kind == Kind::measured && table.columns[c].metric == m && row[c].spread.n > 0 && !row[c].is_reference())
          numbers.push_back(row[c].spread.mean);
    all.push_back(notation(numbers));
  }
  return all;
}

std::optional<PrintedNumber> printed_number(const Table& table, const std::vector<Notation>& notations, std::size_t row,
                                            std::size_t column) {
  const Cell& cell = table.cells[row][column];
  if (cell.samples.empty()) return {};
  const auto uncertainty = cell.censored > 0 ? std::nullopt : cell.uncertainty(table.layout.uncertainty);
  const double mean = cell.spread.mean;
  const bool is_gain = table.columns[column].kind == Kind::difference && mean > 0;
  return PrintedNumber{cell.censored > 0 ? ">"
                       : is_gain         ? "+"
                                         : "",
                       number_text(mean, uncertainty, exponent_of(mean, notations[table.columns[column].metric]))};
}

std::vector<std::vector<Head>> head_lines(const Table& table, const std::vector<Notation>& notations) {
  std::vector<std::vector<Head>> lines;
  const auto& cols = table.layout.cols;
  if (cols.size() == 1) {
    const auto beside =
        std::size_t(std::count_if(table.columns.begin(), table.columns.end(), [](const Column& c) { return c.cols.empty(); }));
    lines.push_back({{cols[0], table.columns.size() - beside}});
    if (beside > 0) lines[0].push_back({"", beside});
  }
  for (std::size_t axis = 0; axis < cols.size(); ++axis) lines.push_back(axis_line(table, axis));
  if (!names_metrics(table)) return lines;
  auto& last = lines.emplace_back();
  for (const Column& column : table.columns) last.push_back({column_head(table, notations, column), 1});
  return lines;
}

std::string caption_of(const Table& table, const std::vector<Notation>& notations) {
  const TableLayout& layout = table.layout;
  std::string text = layout.caption.empty() ? layout.title : layout.caption;
  if (!text.empty()) text += text.back() == '.' ? " " : ". ";
  if (!names_metrics(table)) text += metric_head(table.metrics[0], notations[0]) + ". ";
  text += statistics_sentence(table) + better_sentence(table);
  if (any_cell(table, Kind::measured, [](const Cell& cell) { return cell.censored > 0; })) text += " >: not reached within this.";
  if (any_cell(table, Kind::measured, [](const Cell& cell) { return cell.is_reference(); }))
    text += fmt::format(" {}: what distances lead to.", reference_mark);
  text += difference_sentence(table);
  if (has_columns(table, Kind::published) && !layout.published.source.empty())
    text += fmt::format(" Published values: {}.", layout.published.source);
  return text;
}

std::string metric_head(const run::Metric& metric, const Notation& notation) {
  const char* arrow = metric.better == "lower" ? " ↓" : metric.better == "higher" ? " ↑" : "";
  const std::string unit = metric.unit == "1" ? "" : metric.unit;
  const std::string power = notation.shared && notation.exponent != 0 ? power_of_ten(notation.exponent) : "";
  const std::string scale = power.empty() || unit.empty() ? power + unit : fmt::format("{} {}", power, unit);
  return fmt::format("{}{}{}", metric.name, arrow, scale.empty() ? "" : fmt::format(" [{}]", scale));
}

std::string note_letter(std::size_t note) {
  constexpr std::size_t letters = 26;
  const std::string last(1, char('a' + note % letters));
  return note < letters ? last : fmt::format("{}{}", note_letter(note / letters - 1), last);
}

std::string power_of_ten(int exponent) {
  static constexpr std::array raised{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = "10";
  for (const char c : std::to_string(exponent)) text += c == '-' ? "⁻" : raised[std::size_t(c - '0')];
  return text;
}

}  // namespace plisse::report

// SPDX-License-Identifier: Apache-2.0
#include "framework/report/table_marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "framework/config/diagnostics.hpp"
#include "framework/config/error.hpp"

namespace plisse::report {
namespace {

using Kind = Column::Kind;

// Runs of a cell by the reason why they have no value, in the order they come.
std::vector<std::pair<std::string, std::size_t>> reasons_of(const Cell& cell) {
  std::vector<std::pair<std::string, std::size_t>> reasons;
  for (const Absence& absence : cell.absent) {
    const auto it = std::find_if(reasons.begin(), reasons.end(), [&](const auto& r) { return r.first == absence.reason; });
    if (it == reasons.end()) reasons.emplace_back(absence.reason, 1);
    else ++it->second;
  }
  return reasons;
}

std::string note_of(const Cell& cell, std::size_t usual) {
  const std::size_t total = cell.samples.size() + cell.absent.size();
  if (total == 0) return "no such run in the plan";
  std::string text;
  for (const auto& [reason, count] : reasons_of(cell)) {
    if (!text.empty()) text += "; ";
    text += total == 1 ? reason : fmt::format("{} of {} runs: {}", count, total, reason);
  }
  const std::size_t n = cell.samples.size();
  if (n > 0 && n != usual) text += fmt::format("{}n = {}", text.empty() ? "" : "; ", n);
  if (cell.censored > 0 && cell.censored < n)
    text += fmt::format("{}reached by {} of {} runs; the rest count with their length, so the mean is at least this",
                        text.empty() ? "" : "; ", n - cell.censored, n);
  return text;
}

std::string difference_note(const Cell& cell, std::size_t usual) {
  const std::size_t n = cell.samples.size();
  return n == 0 ? "no pair with a value in both rows" : n == usual ? "" : fmt::format("n = {} pairs", n);
}

// The index of a note, written down once however often it is needed.
std::size_t noted(std::vector<std::string>& notes, const std::string& text) {
  const auto it = std::find(notes.begin(), notes.end(), text);
  if (it != notes.end()) return std::size_t(it - notes.begin());
  notes.push_back(text);
  return notes.size() - 1;
}

Cell difference(const Cell& cell, const Cell& base) {
  Cell result;
  for (const Sample& sample : cell.samples) {
    const auto partner = std::find_if(base.samples.begin(), base.samples.end(), [&](const Sample& s) { return s.seed == sample.seed; });
    if (partner == base.samples.end() || sample.censored || partner->censored) continue;
    result.samples.push_back({sample.run, sample.sha256, sample.seed, sample.value - partner->value, false});
  }
  summarise(result);
  if (result.samples.size() < fewest_pairs) return result;
  std::vector<double> values;
  for (const Sample& sample : result.samples) values.push_back(sample.value);
  result.p = paired_t_test(values);
  return result;
}

// Whether `best` is better than `other` by more than the uncertainty of both.
bool leads(const Cell& best, const Cell& other, bool lower, Uncertainty kind) {
  const double lead = lower ? other.spread.mean - best.spread.mean : best.spread.mean - other.spread.mean;
  const auto u = best.uncertainty(kind), v = other.uncertainty(kind);
  const bool known = u && (v || other.censored == other.samples.size());
  return known && lead > std::hypot(*u, v.value_or(0));
}

void mark_best_of(const std::vector<Cell*>& cells, bool lower, Uncertainty kind) {
  for (Cell* candidate : cells) {
    if (candidate->censored > 0) continue;
    candidate->bold = cells.size() > 1 && std::all_of(cells.begin(), cells.end(), [&](const Cell* other) {
                        return other == candidate || leads(*candidate, *other, lower, kind);
                      });
  }
}

}  // namespace

void summarise(Cell& cell) {
  std::vector<double> values;
  for (const Sample& sample : cell.samples) values.push_back(sample.value);
  cell.spread = spread(values);
  cell.censored = std::size_t(std::count_if(cell.samples.begin(), cell.samples.end(), [](const Sample& s) { return s.censored; }));
}

void take_differences(Table& table) {
  const std::string& baseline = table.layout.baseline;
  if (baseline.empty()) return;
  std::vector<std::string> names;
  for (const auto& row : table.rows) names.push_back(joined(row));
  const auto base = std::find(names.begin(), names.end(), baseline);
  if (base == names.end())
    config::fail(fmt::format("no row '{}' for --baseline", baseline), {}, config::suggestion(baseline, names, "rows"));
  if (!table.layout.paired) throw config::Error("--baseline compares runs with the same seed, but the seeds of this sweep are not paired");
  const std::size_t reference = std::size_t(base - names.begin());
  bool found = false;
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (table.columns[c].kind != Kind::difference || r == reference) continue;
      std::size_t measured = c;
      while (table.columns[measured].kind != Kind::measured) --measured;
      table.cells[r][c] = difference(table.cells[r][measured], table.cells[reference][measured]);
      found = found || !table.cells[r][c].samples.empty();
    }
  if (!found)
    throw config::Error(
        fmt::format("--baseline compares runs with the same seed, but no finished run has a partner in row '{}'", baseline));
}

void mark_best(Table& table) {
  const TableLayout& layout = table.layout;
  if (layout.best == Best::none) return;
  // With single values asked for, the uncertainty is still that of the runs, and single runs have none.
  const Uncertainty kind = layout.uncertainty == Uncertainty::none ? Uncertainty::deviation : layout.uncertainty;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<Cell*>> groups;  // by row or column, and metric
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (table.columns[c].kind != Kind::measured || table.cells[r][c].samples.empty() || table.cells[r][c].is_reference()) continue;
      groups[{layout.best == Best::in_column ? c : r, table.columns[c].metric}].push_back(&table.cells[r][c]);
    }
  for (auto& [place, cells] : groups) {
    const std::string& better = table.metrics[place.second].better;
    if (!better.empty()) mark_best_of(cells, better == "lower", kind);
  }
}

void write_notes(Table& table) {
  const std::size_t usual = usual_runs(table);
  const std::string& baseline = table.layout.baseline;
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const Kind kind = table.columns[c].kind;
      const bool is_baseline = kind == Kind::difference && joined(table.rows[r]) == baseline;
      if (kind == Kind::published || is_baseline) continue;
      Cell& cell = table.cells[r][c];
      const std::string text = kind == Kind::measured ? note_of(cell, usual) : difference_note(cell, usual);
      if (!text.empty()) cell.note = noted(table.notes, text);
    }
}

std::size_t usual_runs(const Table& table) {
  std::map<std::size_t, std::size_t> counts;
  for (const auto& row : table.cells)
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      if (table.columns[c].kind == Kind::measured && !row[c].samples.empty()) ++counts[row[c].samples.size()];
  const auto most = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second <= b.second; });
  return most == counts.end() ? 0 : most->first;
}

}  // namespace plisse::report

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "framework/report/table_text.hpp"
#include "framework/report/table_writers.hpp"

namespace plisse::report {
namespace {

using Kind = Column::Kind;
using Line = std::vector<std::string>;

bool is_word(const std::string& text, std::size_t i) { return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])); }

std::string escaped(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_inside_word = c == '_' && i > 0 && is_word(text, i - 1) && is_word(text, i + 1);
    if (std::string_view("|*_`\\<").find(c) != std::string_view::npos && !is_inside_word) result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::string mark(const std::string& text) { return text.empty() ? "" : "<sup>" + text + "</sup>"; }

std::string number(const PrintedNumber& printed, bool own_power) {
  const NumberText& n = printed.number;
  const std::string before = printed.before == ">" ? "\\> " : printed.before;
  const std::string text = before + n.value + (n.uncertainty.empty() ? "" : " ± " + n.uncertainty);
  if (!own_power || n.exponent == 0) return text;
  return fmt::format("{} × {}", n.uncertainty.empty() ? text : fmt::format("({})", text), power_of_ten(n.exponent));
}

std::string cell_text(const Table& table, const std::vector<Notation>& notations, std::size_t row, std::size_t column) {
  const Cell& cell = table.cells[row][column];
  const std::string note = cell.note ? note_letter(*cell.note) : "";
  if (table.columns[column].kind == Kind::published) return cell.published.empty() ? "–" : escaped(cell.published);
  if (cell.is_reference()) return reference_mark + mark(note);
  const auto printed = printed_number(table, notations, row, column);
  if (!printed) return "–" + mark(note);
  const bool significant = cell.p && *cell.p < significance;
  const std::string text = number(*printed, !notations[table.columns[column].metric].shared);
  return (cell.bold ? "**" + text + "**" : text) + mark((significant ? "\\*" : "") + note);
}

// The lines of heads as one: the name of a single column axis goes to the corner, the rest is joined by commas.
Line heads_of(const Table& table, const std::vector<Notation>& notations) {
  auto lines = head_lines(table, notations);
  Line heads;
  for (const auto& axis : table.layout.rows) heads.push_back(escaped(axis));
  const bool has_axis_name = table.layout.cols.size() == 1;
  if (has_axis_name) {
    heads.back() += " \\\\ " + escaped(table.layout.cols[0]);
    lines.erase(lines.begin());
  }
  Line above(table.columns.size());
  for (const auto& line : lines) {
    std::size_t column = 0;
    for (const Head& head : line)
      for (std::size_t i = 0; i < head.columns; ++i, ++column) {
        if (head.text.empty()) continue;
        above[column] += (above[column].empty() ? "" : ", ") + escaped(head.text);
      }
  }
  heads.insert(heads.end(), above.begin(), above.end());
  return heads;
}

std::size_t width_of(const std::string& text) {
  return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string text_of(const std::vector<Line>& lines, std::size_t left_aligned) {
  std::vector<std::size_t> widths(lines[0].size(), 3);
  for (const Line& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width_of(line[i]));
  std::string text;
  for (std::size_t row = 0; row < lines.size(); ++row) {
    text += "|";
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::string blanks(widths[i] - width_of(lines[row][i]), ' ');
      text += i < left_aligned ? " " + lines[row][i] + blanks + " |" : " " + blanks + lines[row][i] + " |";
    }
    text += "\n";
    if (row > 0) continue;
    text += "|";
    for (std::size_t i = 0; i < widths.size(); ++i)
      text += i < left_aligned ? std::string(widths[i] + 2, '-') + "|" : std::string(widths[i] + 1, '-') + ":|";
    text += "\n";
  }
  return text;
}

}  // namespace

std::string markdown(const Table& table) {
  const auto powers = notations(table);
  std::vector<Line> lines{heads_of(table, powers)};
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    Line line;
    for (const auto& label : table.rows[row]) line.push_back(escaped(label));
    for (std::size_t c = 0; c < table.columns.size(); ++c) line.push_back(cell_text(table, powers, row, c));
    lines.push_back(std::move(line));
  }
  std::string text;
  if (!table.layout.command.empty()) text += fmt::format("<!-- {} -->\n\n", table.layout.command);
  text += escaped(caption_of(table, powers)) + "\n\n" + text_of(lines, table.layout.rows.size());
  for (std::size_t i = 0; i < table.notes.size(); ++i)
    text += fmt::format("{}{} {}.", i ? "  \n" : "\n", mark(note_letter(i)), escaped(table.notes[i]));
  return text + (table.notes.empty() ? "" : "\n");
}

}  // namespace plisse::report

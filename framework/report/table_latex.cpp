// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "framework/report/latex_text.hpp"
#include "framework/report/table_text.hpp"
#include "framework/report/table_writers.hpp"

namespace plisse::report {
namespace {

using Kind = Column::Kind;

std::string mark(const std::string& text) { return text.empty() ? "" : fmt::format("\\rlap{{\\textsuperscript{{{}}}}}", text); }

std::string formula(const PrintedNumber& printed, bool bold, bool own_power) {
  const NumberText& number = printed.number;
  std::string text = printed.before + number.value + (number.uncertainty.empty() ? "" : " \\pm " + number.uncertainty);
  if (bold) text = "\\mathbf{" + text + "}";
  if (!own_power || number.exponent == 0) return "$" + text + "$";
  if (!number.uncertainty.empty()) text = "(" + text + ")";
  return fmt::format("${} \\times 10^{{{}}}$", text, number.exponent);
}

std::string cell_text(const Table& table, const std::vector<Notation>& notations, std::size_t row, std::size_t column) {
  const Cell& cell = table.cells[row][column];
  const std::string note = cell.note ? note_letter(*cell.note) : "";
  if (table.columns[column].kind == Kind::published) return cell.published.empty() ? "--" : latex_text(cell.published);
  if (cell.is_reference()) return reference_mark + mark(note);
  const auto printed = printed_number(table, notations, row, column);
  if (!printed) return "--" + mark(note);
  const bool significant = cell.p && *cell.p < significance;
  return formula(*printed, cell.bold, !notations[table.columns[column].metric].shared) + mark((significant ? "*" : "") + note);
}

std::string comments(const Table& table) {
  std::string text = "% Needs \\usepackage{booktabs,graphicx}.\n";
  if (!table.layout.command.empty()) text += fmt::format("% Made by: {}\n", latex_comment(table.layout.command));
  text +=
      "% Bold: better than every other cell of its column (or row) by more than the root of the summed squares of both uncertainties.\n";
  for (const run::Metric& m : table.metrics)
    text += latex_comment(fmt::format("% {} [{}], {} samples: {}", m.name, m.unit.empty() ? "1" : m.unit, m.samples, m.definition)) + "\n";
  std::vector<std::string> lines;
  const auto add = [&](const FlatCell& flat, const std::string& run, const std::string& sha256) {
    const std::string place = joined(flat.row) + (flat.cols.empty() ? "" : " | " + joined(flat.cols));
    const std::string line = latex_comment(fmt::format("%   {}  {}  ({})", run, sha256, place));
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  };
  for (const FlatCell& flat : flat(table)) {
    for (const Sample& sample : flat.cell.samples) add(flat, sample.run, sample.sha256);
    for (const Absence& absence : flat.cell.absent) add(flat, absence.run + ": " + absence.reason, absence.sha256);
  }
  text += "% Runs, and the SHA-256 of their configurations:\n";
  for (const auto& line : lines) text += line + "\n";
  return text;
}

// The first cell of a row: a star or a bracket there would be read as an option of the \\ before it.
std::string first_cell(const std::string& text) { return (text.starts_with('*') || text.starts_with('[') ? "{}" : "") + text; }

// A line of heads behind the names of the row axes, with a rule under each head that spans several columns.
std::string head_text(const std::vector<Head>& heads, const std::vector<std::string>& row_axes, bool is_last) {
  std::string text, rules;
  for (std::size_t i = 0; i < row_axes.size(); ++i) text += (i ? " & " : "") + (is_last ? latex_text(row_axes[i]) : "");
  text = first_cell(text);
  std::size_t column = row_axes.size() + 1;
  for (const Head& head : heads) {
    const std::size_t last = column + head.columns - 1;
    if (head.columns == 1) text += " & " + latex_text(head.text);
    else text += fmt::format(" & \\multicolumn{{{}}}{{c}}{{{}}}", head.columns, latex_text(head.text));
    if (!is_last && !head.text.empty()) rules += fmt::format("\\cmidrule(lr){{{}-{}}}", column, last);
    column = last + 1;
  }
  return fmt::format("      {} \\\\\n{}", text, rules.empty() ? "" : "      " + rules + "\n");
}

std::string row_text(const Table& table, const std::vector<Notation>& notations, std::size_t row) {
  std::string text;
  for (std::size_t i = 0; i < table.rows[row].size(); ++i) {
    const bool repeated = i + 1 < table.rows[row].size() && row > 0 &&
                          std::equal(table.rows[row].begin(), table.rows[row].begin() + std::ptrdiff_t(i) + 1, table.rows[row - 1].begin());
    text += (i ? " & " : "") + (repeated ? "" : latex_text(table.rows[row][i]));
  }
  text = first_cell(text);
  for (std::size_t c = 0; c < table.columns.size(); ++c) text += " & " + cell_text(table, notations, row, c);
  return "      " + text + " \\\\\n";
}

std::string notes_text(const Table& table) {
  if (table.notes.empty()) return {};
  std::string text;
  for (std::size_t i = 0; i < table.notes.size(); ++i)
    text += fmt::format("{}\\textsuperscript{{{}}}~{}.", i ? " " : "", note_letter(i), latex_text(table.notes[i]));
  return fmt::format("  \\par\\smallskip\n  {{\\footnotesize\\raggedright {}\\par}}\n", text);
}

std::string label_text(const std::string& title) {
  std::string label;
  for (const char c : title) label += std::isalnum(static_cast<unsigned char>(c)) ? c : '-';
  return label.empty() ? "plisse" : label;
}

// `place`: the float's, such as "[h]".
std::string environment(const Table& table, const char* place) {
  const auto powers = notations(table);
  const auto heads = head_lines(table, powers);
  std::string text = fmt::format("\\begin{{table}}{}\n  \\centering\n  \\caption{{{}}}\n  \\label{{tab:{}}}\n  \\par\\smallskip\n", place,
                                 latex_text(caption_of(table, powers)), label_text(table.layout.title));
  text += "  \\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n";
  text += fmt::format("    \\begin{{tabular}}{{{}{}}}\n      \\toprule\n", std::string(table.layout.rows.size(), 'l'),
                      std::string(table.columns.size(), 'r'));
  for (std::size_t i = 0; i < heads.size(); ++i) text += head_text(heads[i], table.layout.rows, i + 1 == heads.size());
  text += "      \\midrule\n";
  for (std::size_t row = 0; row < table.rows.size(); ++row) text += row_text(table, powers, row);
  text += "      \\bottomrule\n    \\end{tabular}}\n" + notes_text(table) + "\\end{table}\n";
  return text;
}

}  // namespace

std::string latex(const Table& table, bool standalone) {
  const std::string text = comments(table) + environment(table, standalone ? "[h]" : "");
  if (!standalone) return text;
  return "\\documentclass{article}\n\\usepackage[margin=25mm]{geometry}\n"
         "\\usepackage{booktabs,graphicx}\n\\begin{document}\n" +
         text + "\\end{document}\n";
}

}  // namespace plisse::report

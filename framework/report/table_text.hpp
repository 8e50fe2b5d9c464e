// SPDX-License-Identifier: Apache-2.0
// What a printed table says, in plain UTF-8 text; each format marks it up in its own way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/report/number_text.hpp"
#include "framework/report/table.hpp"

namespace plisse::report {

// What stands in the cell of a run whose distance to itself it would be.
inline const std::string reference_mark = "ref.";

// The power of ten of each metric's columns.
std::vector<Notation> notations(const Table& table);

struct PrintedNumber {
  std::string before;  // ">" of a bound, "+" of a positive difference
  NumberText number;
};
// Empty where the cell has no number.
std::optional<PrintedNumber> printed_number(const Table& table, const std::vector<Notation>& notations, std::size_t row,
                                            std::size_t column);

struct Head {
  std::string text;
  std::size_t columns;  // how many it spans
};
// Lines of heads above the columns, the axes outermost; the spans of a line add up to all columns.
std::vector<std::vector<Head>> head_lines(const Table& table, const std::vector<Notation>& notations);

// What the user says, the metric where no head names it, n, the meaning of ±, of bold, of >, of differences, and the source of published
// values.
std::string caption_of(const Table& table, const std::vector<Notation>& notations);

// "rmse ↓ [10⁻³ m]"
std::string metric_head(const run::Metric& metric, const Notation& notation);

// a, b, …, z, aa, …
std::string note_letter(std::size_t note);

// Digits and the minus of a number, raised: "10⁻³" of -3.
std::string power_of_ten(int exponent);

}  // namespace plisse::report

// SPDX-License-Identifier: Apache-2.0
// Numbers for print: two significant digits of the uncertainty, and the value to the same decimals.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace plisse::report {

// (value ± uncertainty) × 10^exponent; uncertainty is empty where there is none.
struct NumberText {
  std::string value, uncertainty;
  int exponent = 0;
};

// Without an uncertainty above zero: four significant digits, or all of an integer below ten million.
NumberText number_text(double value, std::optional<double> uncertainty, int exponent = 0);

// The power of ten that a column of numbers is best printed with.
struct Notation {
  int exponent = 0;
  bool shared = true;  // else each number that needs it has a power of its own
};

// Plain numbers where all lie between 0.001 and 100 000; else one common power where the largest is at most a thousand times the smallest.
Notation notation(std::span<const double> numbers);

// The exponent of one number in a column's notation.
int exponent_of(double number, const Notation& notation);

}  // namespace plisse::report

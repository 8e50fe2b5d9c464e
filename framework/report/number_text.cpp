// SPDX-License-Identifier: Apache-2.0
#include "framework/report/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plisse::report {
namespace {

constexpr double smallest_plain = 1e-3, largest_plain = 1e5, largest_ratio = 1e3, largest_integer = 1e7;
constexpr int significant = 4, significant_of_uncertainty = 2, most_decimals = 15;

// floor(log10 |x|) of x rounded to some significant digits: 0.0996 has -1 at two digits.
int magnitude(double x, int digits) {
  const std::string text = fmt::format("{:.{}e}", std::abs(x), digits - 1);
  return std::stoi(text.substr(text.find('e') + 1));
}

bool needs_power(double x) { return x != 0 && (std::abs(x) < smallest_plain || std::abs(x) >= largest_plain); }

std::string fixed(double x, int decimals) {
  const std::string text = fmt::format("{:.{}f}", x, decimals);
  const bool is_zero = text.find_first_of("123456789") == std::string::npos;
  return is_zero && text.front() == '-' ? text.substr(1) : text;
}

// Rounds to a power of ten above one where decimals are negative.
std::string rounded(double x, int decimals) {
  if (decimals >= 0) return fixed(x, std::min(decimals, most_decimals));
  const double unit = std::pow(10, -decimals);
  return fixed(std::round(x / unit) * unit, 0);
}

bool is_integer(double x) { return std::abs(x) < largest_integer && x == std::round(x); }

}  // namespace

NumberText number_text(double value, std::optional<double> uncertainty, int exponent) {
  const double scale = std::pow(10, -exponent);
  if (uncertainty && *uncertainty > 0) {
    const double u = *uncertainty * scale;
    const int decimals = significant_of_uncertainty - 1 - magnitude(u, significant_of_uncertainty);
    return {rounded(value * scale, decimals), rounded(u, decimals), exponent};
  }
  const double x = value * scale;
  const bool whole = exponent == 0 && is_integer(value);
  const int decimals = whole || x == 0 ? 0 : std::max(0, significant - 1 - magnitude(x, significant));
  return {rounded(x, decimals), uncertainty ? "0" : "", exponent};
}

Notation notation(std::span<const double> numbers) {
  double smallest = INFINITY, largest = 0;
  bool powers = false, integers = true;
  for (const double x : numbers) {
    integers = integers && is_integer(x);
    if (x == 0) continue;
    smallest = std::min(smallest, std::abs(x));
    largest = std::max(largest, std::abs(x));
    powers = powers || needs_power(x);
  }
  if (!powers || integers) return {};
  if (largest > largest_ratio * smallest) return {0, false};
  return {magnitude(smallest, significant), true};
}

int exponent_of(double number, const Notation& notation) {
  if (notation.shared) return notation.exponent;
  return needs_power(number) ? magnitude(number, significant) : 0;
}

}  // namespace plisse::report

// SPDX-License-Identifier: Apache-2.0
#include "framework/report/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace plisse::report {

Spread spread(std::span<const double> values) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const std::size_t n = values.size();
  if (n == 0) return {0, none, none, none, none, none};
  const auto [min, max] = std::minmax_element(values.begin(), values.end());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / double(n);
  if (n == 1) return {n, mean, none, none, *min, *max};
  double squares = 0;
  for (const double x : values) squares += (x - mean) * (x - mean);
  const double deviation = *min == *max ? 0 : std::sqrt(squares / double(n - 1));
  return {n, mean, deviation, deviation / std::sqrt(double(n)), *min, *max};
}

double two_sided_p(double t, std::size_t degrees) {
  const double theta = std::atan(std::abs(t) / std::sqrt(double(degrees)));
  const double sine = std::sin(theta), cosine = std::cos(theta);
  const bool odd = degrees % 2 == 1;
  double term = odd ? cosine : 1, sum = degrees == 1 ? 0 : term;
  for (std::size_t k = odd ? 3 : 2; k < degrees; k += 2) {
    term *= cosine * cosine * double(k - 1) / double(k);
    sum += term;
  }
  const double inside = odd ? (theta + sine * sum) * 2 / std::numbers::pi : sine * sum;
  return std::clamp(1 - inside, 0.0, 1.0);
}

double paired_t_test(std::span<const double> differences) {
  const Spread s = spread(differences);
  if (s.deviation == 0) return s.mean == 0 ? 1 : 0;
  return two_sided_p(s.mean / s.standard_error, s.n - 1);
}

}  // namespace plisse::report

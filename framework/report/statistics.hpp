// SPDX-License-Identifier: Apache-2.0
// Statistics of a few repeated measurements.
#pragma once

#include <cstddef>
#include <span>

namespace plisse::report {

// mean = Σx/n;  deviation s = √(Σ(x − mean)²/(n − 1)), not a number below two values;  standard error = s/√n.
struct Spread {
  std::size_t n = 0;
  double mean, deviation, standard_error, min, max;  // not a number without values
};
Spread spread(std::span<const double> values);

// Two-sided p-value of Student's t with `degrees` degrees of freedom: the chance of a |t| at least this large.
// Source: Abramowitz & Stegun, 26.7.3 and 26.7.4.  degrees ≥ 1.
double two_sided_p(double t, std::size_t degrees);

// p-value of the two-sided paired t-test of differences with mean zero; 0 where all are the same and not zero, 1 where all are zero.
// Wants two differences or more.
double paired_t_test(std::span<const double> differences);

}  // namespace plisse::report

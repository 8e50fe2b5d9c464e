// SPDX-License-Identifier: Apache-2.0
// Learning rates over a run: with the progress p = step / (steps - 1) in [0, 1] and the final fraction f,
//   constant: rate     exponential: rate f^p     cosine: rate (f + (1 - f) (1 + cos(pi p)) / 2)
// so that the first step uses the rate as it is and the last one rate f.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace plisse::optim {

enum class Schedule { constant, exponential, cosine };

// `steps` is the length of the run; a run of one step, or of unknown length (0), stays at the rate.  Steps beyond it keep the last value.
inline double scheduled(Schedule schedule, double rate, double final_fraction, std::int64_t step, std::int64_t steps) {
  if (schedule == Schedule::constant || steps <= 1) return rate;
  const double p = std::min(1., double(step) / double(steps - 1));
  if (schedule == Schedule::exponential) return rate * std::pow(final_fraction, p);
  return rate * (final_fraction + (1 - final_fraction) * 0.5 * (1 + std::cos(std::numbers::pi * p)));
}

}  // namespace plisse::optim

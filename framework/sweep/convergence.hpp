// SPDX-License-Identifier: Apache-2.0
// How a quantity developed over a run, and how soon it became good.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plisse::sweep {

struct Moment {
  double epochs, seconds;  // done until then; training time [s]
  double value;
};

struct Curve {
  std::vector<Moment> moments;  // in the order of time; finite values alone
  bool of_training = false;     // values of the training steps themselves, not evaluations of the field
  std::string interval = {};    // of the evaluations in words, "every 50 epochs"

  std::string source() const { return of_training ? "the training steps" : "the evaluations during the run"; }
  std::string timed_source() const { return interval.empty() ? source() : source() + " (" + interval + ")"; }
};

// The last moment at or before so many epochs or seconds; empty where the curve begins later.
std::optional<Moment> at_epoch(const Curve& curve, double epochs);
std::optional<Moment> at_second(const Curve& curve, double seconds);

// The first moment with a value at or below the target, or, where higher is better, at or above it.
std::optional<Moment> first_reaching(const Curve& curve, double target, bool higher);

// Area under the curve over the epochs by the trapezoidal rule, divided by the epochs it spans; empty below two moments.
std::optional<double> mean_over_epochs(const Curve& curve);

}  // namespace plisse::sweep

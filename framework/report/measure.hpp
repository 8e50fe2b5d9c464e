// SPDX-License-Identifier: Apache-2.0
// Only what was measured in the same way stands side by side.
#pragma once

#include <string>
#include <vector>

#include "framework/run/experiment.hpp"

namespace plisse::report {

struct MeasuredIn {
  const run::Metric* metric;
  std::string run;  // what to call the run in a message
};

// Throws config::Error where one metric has more than one definition, unit or number of samples, naming each way and the runs that have it.
void require_same_measure(const std::vector<MeasuredIn>& values);

}  // namespace plisse::report

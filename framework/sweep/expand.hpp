// SPDX-License-Identifier: Apache-2.0
// From a sweep file to its plan: every run with its labels, solved sizes, resolved configuration and exact counts.
#pragma once

#include "framework/sweep/budget.hpp"
#include "framework/sweep/file.hpp"
#include "framework/sweep/plan.hpp"

namespace plisse::sweep {

// Throws config::Error on anything the experiment does not take, a budget out of tolerance, or two runs of one configuration.
// `frozen`: an earlier plan of the same folder, whose sizes and counts hold for the configurations that are still the same.
Plan expand(const SweepFile& sweep, const Counter& counter, const Plan* frozen = nullptr);

// The name of a run before the hash: its labels, at most 40 characters, the seed last.
std::string slug_of(const std::vector<Label>& labels, const std::string& sweep);

// Notes on overrides of the base that some or all of the runs do not have, as an axis or the budget solver sets the key.
std::vector<std::string> notes_on_overrides(const SweepFile& sweep, const std::vector<std::string>& overrides);

}  // namespace plisse::sweep

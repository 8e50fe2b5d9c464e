// SPDX-License-Identifier: Apache-2.0
// A sweep in words: its plan, what came of it, and where it stands.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/sweep/plan.hpp"
#include "framework/sweep/view.hpp"
#include "framework/sweep/workers.hpp"

namespace plisse::sweep {

// A table of the chosen runs: id, labels, solved sizes, parameters, bytes for inference and training, deviation from the budget, state.
std::string plan_text(const Plan& plan, const std::vector<std::size_t>& chosen, const std::vector<RunView>& views);
std::string plan_json(const Plan& plan, const std::vector<std::size_t>& chosen, const std::vector<RunView>& views);

// Counts, and a line for every run that is not done.
std::string outcome_text(const Plan& plan, const std::vector<std::size_t>& chosen, const SweepOutcome& outcome,
                         const std::filesystem::path& folder);
std::string outcome_json(const Plan& plan, const std::vector<std::size_t>& chosen, const SweepOutcome& outcome,
                         const std::filesystem::path& folder);

// Counts, and a line for every run: state, steps, wall time [s], message.  `workers`: how many run at a time, for the estimate.
std::string status_text(const std::string& name, const std::vector<std::string>& ids, const std::vector<RunView>& views,
                        const std::vector<double>& wall_s, int workers);
std::string status_json(const std::string& name, const std::vector<std::string>& ids, const std::vector<RunView>& views,
                        const std::vector<double>& wall_s, int workers);

}  // namespace plisse::sweep

// SPDX-License-Identifier: Apache-2.0
// Some of a plan's runs: "model=grid|mlp,budget.parameters!=190000", or ids; both with globs.
// A label or id that holds a comma, a bar or the characters of a glob may be written as it stands.
#pragma once

#include <string>
#include <vector>

#include "framework/sweep/plan.hpp"

namespace plisse::sweep {

// Indices into plan.runs, in its order; every run where the expression is empty.  Terms over axes must all hold; of several ids one is
// enough.  Throws config::Error on an unknown axis, value or id (naming the nearest) and where nothing is left.  `option`: where the
// expression was given, for messages.
std::vector<std::size_t> select(const Plan& plan, const std::string& expression, const std::string& option = "--only");

// The axes that an expression speaks of.
std::vector<std::string> axes_in(const std::string& expression);

}  // namespace plisse::sweep

// SPDX-License-Identifier: Apache-2.0
// Records of runs that never ran.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "framework/report/table.hpp"

namespace plisse::tests {

inline const double none = std::nan("");

inline report::Measurement rmse(double value) {
  if (std::isnan(value)) return {{}, false, "diverged"};
  return {{"rmse", value, "m", "lower", 100, "root of the mean square"}, false, ""};
}

// Adds a run for each value, with seeds 0, 1, ...; NaN is a diverged run.
inline void add(std::vector<report::Record>& records, const std::string& model, const std::vector<double>& values,
                const std::string& budget = "12000") {
  for (std::size_t seed = 0; seed < values.size(); ++seed) {
    const std::string s = std::to_string(seed);
    records.push_back({model + "-" + budget + "-s" + s,
                       "sha-of-" + model + s,
                       {{"model", model}, {"budget", budget}, {"seed", s}},
                       {rmse(values[seed])}});
  }
}

inline report::TableLayout layout() {
  report::TableLayout layout;
  layout.title = "test";
  layout.rows = {"model"};
  layout.metrics = {"rmse"};
  return layout;
}

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace plisse::tests

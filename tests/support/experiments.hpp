// SPDX-License-Identifier: Apache-2.0
// Experiments built from text and run in memory, without a folder.
#pragma once

#include <string>
#include <vector>

#include "framework/run/driver.hpp"
#include "tests/support/source_dir.hpp"

namespace plisse::tests {

inline std::unique_ptr<run::Experiment> build(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return run::build(config::load_text(text, "test.yaml", source_dir(), overrides));
}

// What a user reads of a configuration that is refused; empty where it is not.
inline std::string refusal(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    build(text, overrides);
  } catch (const config::Error& error) {
    return error.what();
  }
  return {};
}

struct Reports {
  std::vector<run::StepReport> steps;

  const run::StepReport& last() const { return steps.back(); }
  double term(const std::string& name) const {
    for (const auto& term : last().terms)
      if (term.name == name) return term.raw;
    throw std::invalid_argument("no term '" + name + "'");
  }
};

// Steps from `first` until the experiment stops, or up to `last`.
inline Reports train(run::Experiment& experiment, std::int64_t first = 0, std::int64_t last = INT64_MAX) {
  Reports reports;
  for (auto step = first; step < std::min(last, experiment.steps()); ++step) {
    reports.steps.push_back(experiment.step(step));
    if (!reports.last().stop.empty()) break;
  }
  return reports;
}

inline double metric(const run::Outcome& outcome, const std::string& name) {
  for (const auto& metric : outcome.metrics)
    if (metric.name == name) return metric.value;
  throw std::invalid_argument("no metric '" + name + "'");
}

}  // namespace plisse::tests

// SPDX-License-Identifier: Apache-2.0
// Sizes that bring a configuration to a budget of parameters or bytes, exactly counted.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/config/diagnostics.hpp"
#include "framework/run/experiment.hpp"
#include "framework/sweep/file.hpp"

namespace plisse::sweep {

// Counts what a configuration needs, by building it.  Throws config::Error on one that is impossible.
using Counter = std::function<run::Budget(const config::RunConfig&)>;

// A counter that counts nothing twice; seeds change no count.
class Counts {
 public:
  explicit Counts(Counter counter) : counter_(std::move(counter)) {}
  const run::Budget& of(const config::RunConfig& config);

 private:
  Counter counter_;
  std::map<std::string, run::Budget> known_;  // by resolved configuration without its seed
};

std::int64_t counted(const run::Budget& budget, Counted what);

// A sweep file's rule applied to a point that has a target.
class BudgetSolver {
 public:
  // `base`, `name`: as for config::load_tree_with.
  BudgetSolver(const SweepFile& sweep, Counts& counts) : sweep_(sweep), counts_(counts) {}

  // The target of a point, its own or the sweep's, or nothing.
  const config::MapEntry* target_of(const Point& point) const;
  // The solution and the trees that set it, or nothing where it is out of tolerance: then a message was added.
  struct Solved {
    Solution solution;
    std::vector<config::NodePtr> settings;
  };
  std::optional<Solved> solve(const Point& point, const config::MapEntry& target, config::Diagnostics& problems);

 private:
  const std::vector<SolvedKey>& keys_for(const Point& point, const config::MapEntry& target) const;

  const SweepFile& sweep_;
  Counts& counts_;
};

}  // namespace plisse::sweep

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
  // Takes the counts of a plan's runs for granted.
  void remember(const Plan& plan);
  bool knows(const config::RunConfig& config) const;

 private:
  Counter counter_;
  std::map<std::string, run::Budget> known_;  // by resolved configuration without its seed
};

std::int64_t counted(const run::Budget& budget, Counted what);

// A sweep file's rule applied to a point that has a target.
class BudgetSolver {
 public:
  // `frozen`: where given, a plan whose solutions are kept where they still hold; its counts are known.
  BudgetSolver(const SweepFile& sweep, Counts& counts, const Plan* frozen) : sweep_(sweep), counts_(counts), frozen_(frozen) {}

  // The target of a point, its own or the sweep's, or nothing.
  const config::MapEntry* target_of(const Point& point) const;
  // Throws config::Error where the solver would change what an axis of the point says, or this machine has not the memory to count the
  // target.
  void require_within_means(const Point& point, const config::MapEntry& target) const;
  // The solution and the trees that set it, or nothing where it is out of tolerance: then a message was added.
  struct Solved {
    Solution solution;
    std::vector<config::NodePtr> settings;
  };
  std::optional<Solved> solve(const Point& point, const config::MapEntry& target, config::Diagnostics& problems);

 private:
  struct Task;
  const std::vector<SolvedKey>& keys_for(const Point& point, const config::MapEntry& target) const;
  void require_free_keys(const Point& point, const std::vector<SolvedKey>& keys) const;
  config::RunConfig sized(const Task& task, const std::vector<std::int64_t>& sizes) const;
  void require_possible(const config::RunConfig& start) const;
  bool fits(const Task& task, std::int64_t count) const;
  Solved solved(const Task& task, const std::vector<std::int64_t>& sizes, std::int64_t count) const;
  std::optional<Solved> frozen_solution(const Task& task) const;

  const SweepFile& sweep_;
  Counts& counts_;
  const Plan* frozen_;
};

}  // namespace plisse::sweep

// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/budget.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "framework/config/config.hpp"
#include "framework/sweep/keys.hpp"
#include "framework/sweep/size_search.hpp"

namespace plisse::sweep {
namespace {

using config::fail;
using config::MapEntry;

// A model of the target's size is built to count it, and sizes on the way to it: with room for one a few times as large.
constexpr double least_memory_ratio = 4;
constexpr double bytes_per_trained_parameter = 16;  // itself, its gradient and two moments, of four bytes each

std::string without_seed(const std::string& yaml) {
  const std::string key = "\nseed: ";
  const std::size_t at = yaml.find(key);
  return at == std::string::npos ? yaml : yaml.substr(0, at) + yaml.substr(yaml.find('\n', at + 1));
}

Counted counted_by(const MapEntry& target, const BudgetRule& rule) {
  if (target.key == "budget.parameters") return Counted::parameters;
  return rule.training ? Counted::bytes_training : Counted::bytes_inference;
}

const char* words_of(Counted what) {
  return what == Counted::parameters ? "parameters" : what == Counted::bytes_inference ? "bytes (inference)" : "bytes (training)";
}

std::int64_t amount_of(const MapEntry& target) {
  const auto amount = value_of<std::int64_t>(*target.value, target.key);
  if (amount < 1) fail(fmt::format("'{}' is {}, but must be at least 1", target.key, amount), target.value->place);
  return amount;
}

std::string sizes_text(const std::vector<SizeOption>& options, const Sizes& sizes) {
  std::string text;
  for (std::size_t i = 0; i < sizes.size(); ++i) text += fmt::format("{}{}={}", i ? " " : "", options[i].key, sizes[i]);
  return text;
}

std::string reached_text(const std::vector<SizeOption>& options, const Reached& reached, std::int64_t target) {
  return fmt::format("{} with {} ({:+.2g} %)", reached.count, sizes_text(options, reached.sizes),
                     100 * (double(reached.count) / double(target) - 1));
}

std::string out_of_reach(const SizeSearch& search, const std::vector<SizeOption>& options, std::int64_t target, double tolerance) {
  std::string text = "nearest: ";
  const auto below = search.nearest_below(), above = search.nearest_above();
  if (below) text += reached_text(options, *below, target);
  if (above) text += (below ? ", " : "") + reached_text(options, *above, target);
  if (!below && !above) return "no size of it can be built: solve another key";
  if (!below || !above) text += fmt::format("; no size gives {}", below ? "more" : "less");
  return text + fmt::format("; solve {} key, or allow more than the tolerance of {:.3g}%",
                            options.size() == 1 ? "another or a second" : "another", 100 * tolerance);
}

}  // namespace

const run::Budget& Counts::of(const config::RunConfig& config) {
  const std::string key = without_seed(config.yaml);
  const auto it = known_.find(key);
  return it != known_.end() ? it->second : known_.emplace(key, counter_(config)).first->second;
}

void Counts::remember(const Plan& plan) {
  for (const PlannedRun& run : plan.runs)
    if (!run.yaml.empty()) known_[without_seed(run.yaml)] = {run.parameters, run.bytes_inference, run.bytes_training, 0};
}

bool Counts::knows(const config::RunConfig& config) const { return known_.contains(without_seed(config.yaml)); }

std::int64_t counted(const run::Budget& budget, Counted what) {
  return what == Counted::parameters        ? budget.parameters
         : what == Counted::bytes_inference ? budget.bytes_inference
                                            : budget.bytes_training;
}

const MapEntry* BudgetSolver::target_of(const Point& point) const {
  if (point.targets.size() > 1) fail("two budgets for one point", point.targets[1].place, "keep one of budget.parameters and budget.bytes");
  if (point.targets.empty()) return sweep_.budget.target ? &*sweep_.budget.target : nullptr;
  if (sweep_.budget.target) fail("a budget for all runs and one of an axis", sweep_.budget.target->place, "keep one of them");
  return &point.targets.front();
}

const std::vector<SolvedKey>& BudgetSolver::keys_for(const Point& point, const MapEntry& target) const {
  for (const auto& [label, keys] : sweep_.budget.solve) {
    const bool fits =
        label.empty() || std::any_of(point.labels.begin(), point.labels.end(), [&](const Label& l) { return l.value == label; });
    if (fits) return keys;
  }
  if (sweep_.budget.solve.empty())
    fail(fmt::format("a target '{}', but nothing to reach it with", target.key), target.place, "name a key to solve: budget: {solve: KEY}");
  fail(fmt::format("no key to solve for {}", text_of(point.labels)), sweep_.budget.place, "give one in budget.solve: {LABEL: KEY}");
}

// What the solver would change must not be what a label of the point says.
void BudgetSolver::require_free_keys(const Point& point, const std::vector<SolvedKey>& keys) const {
  for (const SolvedKey& solved : keys)
    for (const auto& [axis, value] : point.labels)
      if (value != base_label && (lies_within(solved.key, axis) || lies_within(axis, solved.key)))
        fail(fmt::format("'budget.solve' changes '{}', which is {}", solved.key,
                         solved.key == axis ? "an axis" : fmt::format("not apart from the axis '{}'", axis)),
             solved.place, "solve another key, or take the axis out: its label would not tell what the run has");
}

void BudgetSolver::require_within_means(const Point& point, const MapEntry& target) const {
  require_free_keys(point, keys_for(point, target));
  const Counted what = counted_by(target, sweep_.budget);
  const double bytes = double(amount_of(target)) * (what == Counted::parameters ? bytes_per_trained_parameter : 1);
  const double memory = double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGE_SIZE));
  if (bytes > memory / least_memory_ratio)
    fail(fmt::format("a budget of {} {} is more than this machine can count: it takes {:.3g} GB, and there are {:.3g} GB of memory",
                     amount_of(target), words_of(what), bytes / 1e9, memory / 1e9),
         target.value->place,
         fmt::format("choose at most {:.0f}, or plan it on a machine with more memory",
                     memory / least_memory_ratio / (bytes / double(amount_of(target)))));
}

// A point on its way to its target.
struct BudgetSolver::Task {
  const Point& point;
  Counted what;
  std::int64_t target;
  std::vector<SizeOption> options;
};

config::RunConfig BudgetSolver::sized(const Task& task, const Sizes& sizes) const {
  auto changes = trees_of(task.point);
  for (std::size_t i = 0; i < sizes.size(); ++i) changes.push_back(setting(task.options[i], sizes[i]));
  return config::load_tree_with(sweep_.base, sweep_.base_stem, changes);
}

bool BudgetSolver::fits(const Task& task, std::int64_t count) const {
  return std::abs(double(count - task.target)) <= sweep_.budget.tolerance * double(task.target);
}

BudgetSolver::Solved BudgetSolver::solved(const Task& task, const Sizes& sizes, std::int64_t count) const {
  Solved solved{{name_of(task.what), task.target, count, {}}, {}};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    solved.solution.sizes.emplace_back(task.options[i].key, sizes[i]);
    solved.settings.push_back(setting(task.options[i], sizes[i]));
  }
  return solved;
}

// What was solved before for the same labels, target and keys, in a configuration that is otherwise the same too.
std::optional<BudgetSolver::Solved> BudgetSolver::frozen_solution(const Task& task) const {
  if (!frozen_) return {};
  const auto& labels = task.point.labels;
  for (const PlannedRun& run : frozen_->runs) {
    const bool is_alike = run.budget && run.budget->target == task.target && run.budget->counted == name_of(task.what) &&
                          run.budget->sizes.size() == task.options.size() && run.labels.size() == labels.size() + 1 &&
                          std::equal(labels.begin(), labels.end(), run.labels.begin(),
                                     [](const Label& a, const Label& b) { return a.axis == b.axis && a.value == b.value; });
    if (!is_alike || !fits(task, run.budget->actual)) continue;
    Sizes sizes;
    for (std::size_t i = 0; i < task.options.size(); ++i) {
      const auto& [key, size] = run.budget->sizes[i];
      const SizeOption& option = task.options[i];
      if (key == option.key && size >= option.low && size <= option.high) sizes.push_back(size);
    }
    if (sizes.size() == task.options.size() && counts_.knows(sized(task, sizes))) return solved(task, sizes, run.budget->actual);
  }
  return {};
}

// Says why a configuration is refused that has no size at all; one that only has no memory is a matter of the budget.
void BudgetSolver::require_possible(const config::RunConfig& start) const {
  try {
    counts_.of(start);
  } catch (const config::Error&) {
    throw;
  } catch (const std::exception&) {
  }
}

std::optional<BudgetSolver::Solved> BudgetSolver::solve(const Point& point, const MapEntry& target, config::Diagnostics& problems) {
  const std::vector<SolvedKey>& keys = keys_for(point, target);
  Task task{point, counted_by(target, sweep_.budget), amount_of(target), {}};
  const auto start = config::load_tree_with(sweep_.base, sweep_.base_stem, trees_of(point));
  for (const SolvedKey& key : keys) task.options.push_back(size_option(start, key.key, key.place));
  if (auto known = frozen_solution(task)) return known;
  const auto count = [&](const Sizes& sizes) -> std::optional<std::int64_t> {
    try {
      return counted(counts_.of(sized(task, sizes)), task.what);
    } catch (const std::exception&) {  // a size that the experiment refuses, or no memory for it
      return {};
    }
  };
  SizeSearch search(task.options, count, task.target);
  const auto found = search.best(sweep_.budget.tolerance);
  if (!found) require_possible(start);
  if (found && fits(task, found->count)) return solved(task, found->sizes, found->count);
  problems.add(fmt::format("a budget of {} {} is out of reach{}{}", task.target, words_of(task.what), point.labels.empty() ? "" : " for ",
                           text_of(point.labels)),
               keys.front().place, out_of_reach(search, task.options, task.target, sweep_.budget.tolerance));
  return {};
}

}  // namespace plisse::sweep

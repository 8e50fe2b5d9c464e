// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "framework/config/config.hpp"
#include "framework/sweep/keys.hpp"
#include "framework/sweep/size_search.hpp"

namespace plisse::sweep {
namespace {

using config::fail;
using config::MapEntry;

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

std::optional<BudgetSolver::Solved> BudgetSolver::solve(const Point& point, const MapEntry& target, config::Diagnostics& problems) {
  const std::vector<SolvedKey>& keys = keys_for(point, target);
  const Counted what = counted_by(target, sweep_.budget);
  const std::int64_t amount = amount_of(target);
  const auto start = config::load_tree_with(sweep_.base, sweep_.base_stem, point.changes);
  std::vector<SizeOption> options;
  for (const SolvedKey& key : keys) options.push_back(size_option(start, key.key, key.place));
  const auto settings = [&](const Sizes& sizes) {
    std::vector<config::NodePtr> trees;
    for (std::size_t i = 0; i < sizes.size(); ++i) trees.push_back(setting(options[i], sizes[i]));
    return trees;
  };
  SizeSearch search(
      options,
      [&](const Sizes& sizes) -> std::optional<std::int64_t> {
        auto changes = point.changes;
        for (auto& tree : settings(sizes)) changes.push_back(std::move(tree));
        try {
          return counted(counts_.of(config::load_tree_with(sweep_.base, sweep_.base_stem, changes)), what);
        } catch (const config::Error&) {
          return {};
        } catch (const std::bad_alloc&) {
          return {};
        }
      },
      amount);
  const double tolerance = sweep_.budget.tolerance;
  const auto found = search.best(tolerance);
  if (!found) counts_.of(start);  // says why
  if (!found || std::abs(double(found->count - amount)) > tolerance * double(amount)) {
    problems.add(fmt::format("a budget of {} {} is out of reach{}{}", amount, words_of(what), point.labels.empty() ? "" : " for ",
                             text_of(point.labels)),
                 keys.front().place, out_of_reach(search, options, amount, tolerance));
    return {};
  }
  Solved solved{{name_of(what), amount, found->count, {}}, settings(found->sizes)};
  for (std::size_t i = 0; i < options.size(); ++i) solved.solution.sizes.emplace_back(options[i].key, found->sizes[i]);
  return solved;
}

}  // namespace plisse::sweep

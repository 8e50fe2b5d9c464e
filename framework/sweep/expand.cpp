// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/expand.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "framework/config/config.hpp"
#include "framework/sweep/keys.hpp"

namespace plisse::sweep {
namespace {

using config::fail;
using config::NodePtr;

constexpr std::size_t longest_slug = 40, id_digits = 10;

NodePtr seed_setting(std::uint64_t seed, const config::Place& place) {
  auto number = std::make_shared<config::Node>();
  number->kind = config::Node::Kind::scalar;
  number->text = fmt::format("{}", seed);
  number->place = place;
  return config::nested({"seed", place, number});
}

// A seed of a combination's own: 32 bits of a hash, so that it stays when others come and go.
std::uint64_t derived_seed(std::uint64_t base, const std::vector<Label>& labels, std::size_t index, std::set<std::uint64_t>& taken) {
  for (int attempt = 0;; ++attempt) {
    const auto hash = config::sha256(fmt::format("{}\n{}\n{}\n{}", base, text_of(labels), index, attempt));
    const std::uint64_t seed = std::stoull(hash.substr(0, 8), nullptr, 16);
    if (taken.insert(seed).second) return seed;
  }
}

// Expands point by point; what is wrong with several points comes in one message.
class Expansion {
 public:
  Expansion(const SweepFile& sweep, const Counter& counter, const Plan* frozen)
      : sweep_(sweep), counts_(counter), solver_(sweep, counts_, frozen) {
    if (frozen) counts_.remember(*frozen);
  }

  Plan plan() {
    require_use_of_solved_keys();
    for (const Point& point : sweep_.axes.points) {  // before any counting
      config::load_tree_with(sweep_.base, sweep_.base_stem, trees_of(point));
      if (const auto* target = solver_.target_of(point)) solver_.require_within_means(point, *target);
    }
    Plan plan{sweep_.name, sweep_.axes.names, sweep_.seeds.paired, {}, {}};
    plan.axes.emplace_back("seed");
    for (const Point& point : sweep_.axes.points) add_naming_the_run(plan, point);
    problems_.raise_if_any();
    require_distinct(plan);
    plan.table = read_table(sweep_);
    return plan;
  }

 private:
  // A label of `solve` that no run has is a misspelt one.
  void require_use_of_solved_keys() const {
    std::vector<std::string> labels;
    bool has_target = sweep_.budget.target.has_value();
    for (const Point& point : sweep_.axes.points) {
      has_target = has_target || !point.targets.empty();
      for (const Label& label : point.labels)
        if (std::find(labels.begin(), labels.end(), label.value) == labels.end()) labels.push_back(label.value);
    }
    for (const auto& [label, keys] : sweep_.budget.solve) {
      if (!label.empty() && std::find(labels.begin(), labels.end(), label) == labels.end())
        fail(fmt::format("'budget.solve' names '{}', which no run is labelled", label), keys.front().place,
             config::suggestion(label, labels, "labels"));
      if (!has_target)
        fail("'budget.solve' without a target", keys.front().place,
             "add an axis budget.parameters or budget.bytes, or budget: {parameters: N}");
    }
  }

  // What an experiment refuses when it is built says nothing of the run that is so.
  void add_naming_the_run(Plan& plan, const Point& point) {
    try {
      add(plan, point);
    } catch (const config::Error& error) {
      if (point.labels.empty()) throw;
      throw config::Error(fmt::format("{}\nfor the run{} {}", error.what(), sweep_.seeds.count == 1 ? "" : "s", text_of(point.labels)));
    }
  }

  void add(Plan& plan, const Point& point) {
    std::vector<NodePtr> changes = trees_of(point);
    std::optional<Solution> solution;
    if (const auto* target = solver_.target_of(point)) {
      auto solved = solver_.solve(point, *target, problems_);
      if (!solved) return;
      solution = std::move(solved->solution);
      changes.insert(changes.end(), solved->settings.begin(), solved->settings.end());
    }
    const auto config = config::load_tree_with(sweep_.base, sweep_.base_stem, changes);
    const run::Budget budget = counts_.of(config);
    for (const auto& [label, seeded] : seeded_configs(point, changes, config)) {
      auto labels = point.labels;
      labels.push_back({"seed", label});
      const auto id = slug_of(labels, sweep_.name) + "-" + seeded.sha256.substr(0, id_digits);
      plan.runs.push_back(
          {id, seeded.sha256, seeded.yaml, std::move(labels), budget.parameters, budget.bytes_inference, budget.bytes_training, solution});
    }
  }

  // Label and configuration of each seed.
  std::vector<std::pair<std::string, config::RunConfig>> seeded_configs(const Point& point, const std::vector<NodePtr>& changes,
                                                                        const config::RunConfig& config) {
    const auto base = config::seed(config);
    if (!base && !sweep_.seeds.place) return {{"none", config}};
    const config::Place place = sweep_.seeds.place.value_or(sweep_.place);
    if (!base) fail(fmt::format("'seeds' for the experiment '{}', which has no key 'seed'", config.experiment.type), place, "remove it");
    std::vector<std::pair<std::string, config::RunConfig>> seeded;
    for (std::size_t i = 0; i < sweep_.seeds.count; ++i) {
      const std::uint64_t seed = !sweep_.seeds.values.empty() ? sweep_.seeds.values[i]
                                 : sweep_.seeds.paired        ? *base + i
                                                              : derived_seed(*base, point.labels, i, taken_);
      auto all = changes;
      all.push_back(seed_setting(seed, place));
      seeded.emplace_back(fmt::format("{}", seed), config::load_tree_with(sweep_.base, sweep_.base_stem, all));
    }
    return seeded;
  }

  void require_distinct(const Plan& plan) const {
    std::map<std::string, std::size_t> first;
    const std::size_t seeds = plan.runs.size() / sweep_.axes.points.size();
    for (std::size_t i = 0; i < plan.runs.size(); ++i) {
      const auto [it, is_new] = first.emplace(plan.runs[i].sha256, i);
      if (!is_new)
        fail(fmt::format("two runs with the same id {}: {} and {} resolve to one configuration", plan.runs[i].sha256.substr(0, id_digits),
                         text_of(plan.runs[it->second].labels), text_of(plan.runs[i].labels)),
             place_of(sweep_.axes.points[i / seeds]), "let their keys differ, or drop one of them with {exclude: [{AXIS: LABEL}]}");
    }
  }

  config::Place place_of(const Point& point) const { return point.place.source ? point.place : sweep_.place; }

  const SweepFile& sweep_;
  Counts counts_;
  BudgetSolver solver_;
  config::Diagnostics problems_;
  std::set<std::uint64_t> taken_;  // derived seeds
};

}  // namespace

std::string slug_of(const std::vector<Label>& labels, const std::string& sweep) {
  std::string text;
  for (std::size_t i = 0; i + 1 < labels.size(); ++i) text += (i ? "-" : "") + labels[i].value;
  const std::string seed = labels.back().value == "none" ? "" : "-s" + labels.back().value;
  return config::slug(text.empty() ? sweep : text, longest_slug - seed.size()) + seed;
}

std::vector<std::string> notes_on_overrides(const SweepFile& sweep, const std::vector<std::string>& overrides) {
  std::vector<std::string> notes;
  for (const std::string& text : overrides) {
    const std::string key = text.substr(0, text.find('='));
    const config::MapEntry* setter = nullptr;
    std::size_t points = 0;
    for (const Point& point : sweep.axes.points) {
      const auto change = std::find_if(point.changes.begin(), point.changes.end(), [&](const auto& entry) { return entry.key == key; });
      if (change == point.changes.end()) continue;
      if (!setter) setter = &*change;
      ++points;
    }
    const bool is_everywhere = points == sweep.axes.points.size();
    if (setter)
      notes.push_back(fmt::format("{} has no effect{}: the axis in line {} sets the key", text,
                                  is_everywhere ? "" : fmt::format(" for {} of {} combinations", points, sweep.axes.points.size()),
                                  setter->place.line + 1));
    if (is_everywhere) continue;
    const bool is_solved = std::any_of(sweep.budget.solve.begin(), sweep.budget.solve.end(), [&](const auto& rule) {
      return std::any_of(rule.second.begin(), rule.second.end(), [&](const SolvedKey& solved) { return solved.key == key; });
    });
    if (is_solved) notes.push_back(fmt::format("{} is only where the budget solver begins: 'budget.solve' sets the key", text));
  }
  return notes;
}

Plan expand(const SweepFile& sweep, const Counter& counter, const Plan* frozen) { return Expansion(sweep, counter, frozen).plan(); }

}  // namespace plisse::sweep

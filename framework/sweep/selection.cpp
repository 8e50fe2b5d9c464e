// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/selection.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <numeric>

#include "framework/config/diagnostics.hpp"

namespace plisse::sweep {
namespace {

bool matches(const std::string& pattern, const std::string& text) { return fnmatch(pattern.c_str(), text.c_str(), FNM_NOESCAPE) == 0; }

bool any_matches(const std::vector<std::string>& patterns, const std::string& text) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) { return matches(pattern, text); });
}

struct Part {
  std::string text;
  std::size_t start;  // in the expression
};

std::vector<Part> split(const Part& whole, char separator) {
  std::vector<Part> parts;
  for (std::size_t start = 0; start <= whole.text.size();) {
    const std::size_t end = std::min(whole.text.find(separator, start), whole.text.size());
    parts.push_back({whole.text.substr(start, end - start), whole.start + start});
    start = end + 1;
  }
  return parts;
}

struct Term {
  std::size_t axis = 0;  // position among the plan's axes
  bool negated = false;
  std::vector<std::string> values;
};

class Expression {
 public:
  Expression(const Plan& plan, const std::string& text, const std::string& option)
      : plan_(plan), source_(config::make_source(option, {}, text, false)) {
    for (const Part& part : split({text, 0}, ',')) {
      if (part.text.find('=') == std::string::npos) add_id(part);
      else add_term(part);
    }
  }

  bool holds(const PlannedRun& run) const {
    const bool is_named = ids_.empty() || any_matches(ids_, run.id);
    return is_named && std::all_of(terms_.begin(), terms_.end(), [&](const Term& term) {
             return any_matches(term.values, run.labels.at(term.axis).value) != term.negated;
           });
  }

 private:
  config::Place place(const Part& part) const { return {source_, 0, int(part.start), std::max(1, int(part.text.size()))}; }

  void add_id(const Part& part) {
    std::vector<std::string> ids;
    for (const PlannedRun& run : plan_.runs) ids.push_back(run.id);
    require(part, ids, fmt::format("no run '{}'", part.text), "write AXIS=LABEL or an id; ids");
    ids_.push_back(part.text);
  }

  void add_term(const Part& part) {
    Term term;
    const std::size_t equals = part.text.find('=');
    term.negated = equals > 0 && part.text[equals - 1] == '!';
    const Part axis{part.text.substr(0, equals - term.negated), part.start};
    const auto it = std::find(plan_.axes.begin(), plan_.axes.end(), axis.text);
    if (it == plan_.axes.end())
      config::fail(fmt::format("unknown axis '{}'", axis.text), place(axis), config::suggestion(axis.text, plan_.axes, "axes"));
    term.axis = std::size_t(it - plan_.axes.begin());
    const auto labels = labels_of(term.axis);
    for (const Part& value : split({part.text.substr(equals + 1), part.start + equals + 1}, '|')) {
      require(value, labels, fmt::format("the axis '{}' has no '{}'", axis.text, value.text), "its labels");
      term.values.push_back(value.text);
    }
    terms_.push_back(std::move(term));
  }

  void require(const Part& pattern, const std::vector<std::string>& names, const std::string& problem, const std::string& heading) const {
    if (std::any_of(names.begin(), names.end(), [&](const std::string& name) { return matches(pattern.text, name); })) return;
    config::fail(problem, place(pattern), config::suggestion(pattern.text, names, heading));
  }

  std::vector<std::string> labels_of(std::size_t axis) const {
    std::vector<std::string> labels;
    for (const PlannedRun& run : plan_.runs)
      if (const auto& value = run.labels.at(axis).value; std::find(labels.begin(), labels.end(), value) == labels.end())
        labels.push_back(value);
    return labels;
  }

  const Plan& plan_;
  std::shared_ptr<const config::Source> source_;
  std::vector<std::string> ids_;
  std::vector<Term> terms_;
};

}  // namespace

std::vector<std::size_t> select(const Plan& plan, const std::string& expression, const std::string& option) {
  std::vector<std::size_t> chosen(plan.runs.size());
  std::iota(chosen.begin(), chosen.end(), std::size_t(0));
  if (expression.empty()) return chosen;
  const Expression wanted(plan, expression, option);
  std::erase_if(chosen, [&](std::size_t i) { return !wanted.holds(plan.runs[i]); });
  if (chosen.empty()) config::fail(fmt::format("no run of the sweep fits '{}'", expression), {}, "its terms must all hold: leave one out");
  return chosen;
}

std::vector<std::string> axes_in(const std::string& expression) {
  std::vector<std::string> axes;
  for (const Part& part : split({expression, 0}, ',')) {
    const std::size_t equals = part.text.find('=');
    if (equals == std::string::npos || equals == 0) continue;
    axes.push_back(part.text.substr(0, equals - (part.text[equals - 1] == '!')));
  }
  return axes;
}

}  // namespace plisse::sweep

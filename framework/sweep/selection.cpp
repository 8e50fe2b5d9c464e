// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/selection.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "framework/config/diagnostics.hpp"

namespace plisse::sweep {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A pattern that is a name as it stands means that name alone, whatever characters of a glob it may hold.
std::vector<std::string> matching(const std::string& pattern, const std::vector<std::string>& names) {
  if (contains(names, pattern)) return {pattern};
  std::vector<std::string> matches;
  std::copy_if(names.begin(), names.end(), std::back_inserter(matches),
               [&](const std::string& name) { return fnmatch(pattern.c_str(), name.c_str(), FNM_NOESCAPE) == 0; });
  return matches;
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
  std::vector<std::string> labels;
};

class Expression {
 public:
  Expression(const Plan& plan, const std::string& text, const std::string& option)
      : plan_(plan), source_(config::make_source(option, {}, text, false)) {
    for (const Part& part : parts_of(text)) {
      if (part.text.find('=') == std::string::npos) add_id(part);
      else add_term(part);
    }
  }

  bool holds(const PlannedRun& run) const {
    const bool is_named = ids_.empty() || contains(ids_, run.id);
    return is_named && std::all_of(terms_.begin(), terms_.end(), [&](const Term& term) {
             return contains(term.labels, run.labels.at(term.axis).value) != term.negated;
           });
  }

 private:
  config::Place place(const Part& part) const { return {source_, 0, int(part.start), std::max(1, int(part.text.size()))}; }

  // Between commas, save those of a label.
  std::vector<Part> parts_of(const std::string& text) const {
    const auto pieces = split({text, 0}, ',');
    std::vector<Part> parts;
    for (std::size_t first = 0, next = 0; first < pieces.size(); first = next) {
      Part part = pieces[first];
      next = first + 1;
      std::string longer = part.text;
      for (std::size_t last = first + 1; last < pieces.size(); ++last) {
        longer += "," + pieces[last].text;
        if (!ends_with_label(longer)) continue;
        part.text = longer;
        next = last + 1;
      }
      parts.push_back(std::move(part));
    }
    return parts;
  }

  // Whether a text that is AXIS=LABEL|.. ends with a label of the axis that holds its last comma.
  bool ends_with_label(const std::string& term) const {
    const auto sides = sides_of({term, 0});
    const std::string& values = sides.second.text;
    const auto it = std::find(plan_.axes.begin(), plan_.axes.end(), sides.first.text);
    if (it == plan_.axes.end()) return false;
    const std::size_t comma = values.rfind(',');
    const auto labels = labels_of(std::size_t(it - plan_.axes.begin()));
    return std::any_of(labels.begin(), labels.end(), [&](const std::string& label) {
      if (!values.ends_with(label) || comma == std::string::npos) return false;
      const std::size_t start = values.size() - label.size();
      return start <= comma && (start == 0 || values[start - 1] == '|');
    });
  }

  // Of AXIS=LABELS or AXIS!=LABELS.
  static std::pair<Part, Part> sides_of(const Part& term) {
    const std::size_t equals = term.text.find('=');
    if (equals == std::string::npos) return {};
    const bool negated = equals > 0 && term.text[equals - 1] == '!';
    return {{term.text.substr(0, equals - negated), term.start}, {term.text.substr(equals + 1), term.start + equals + 1}};
  }

  void add_id(const Part& part) {
    std::vector<std::string> ids;
    for (const PlannedRun& run : plan_.runs) ids.push_back(run.id);
    add_matching(part, ids, ids_, fmt::format("no run '{}'", part.text), "write AXIS=LABEL or an id; ids");
  }

  void add_term(const Part& part) {
    Term term;
    const auto [axis, values] = sides_of(part);
    term.negated = part.text[axis.text.size()] == '!';
    const auto it = std::find(plan_.axes.begin(), plan_.axes.end(), axis.text);
    if (it == plan_.axes.end())
      config::fail(fmt::format("unknown axis '{}'", axis.text), place(axis), config::suggestion(axis.text, plan_.axes, "axes"));
    term.axis = std::size_t(it - plan_.axes.begin());
    const auto labels = labels_of(term.axis);
    const auto alternatives = contains(labels, values.text) ? std::vector<Part>{values} : split(values, '|');
    for (const Part& value : alternatives)
      add_matching(value, labels, term.labels, fmt::format("the axis '{}' has no '{}'", axis.text, value.text), "its labels");
    terms_.push_back(std::move(term));
  }

  void add_matching(const Part& pattern, const std::vector<std::string>& names, std::vector<std::string>& chosen,
                    const std::string& problem, const std::string& heading) const {
    const auto found = matching(pattern.text, names);
    if (found.empty()) config::fail(problem, place(pattern), config::suggestion(pattern.text, names, heading));
    chosen.insert(chosen.end(), found.begin(), found.end());
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

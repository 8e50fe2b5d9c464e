// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/metric_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "framework/config/config.hpp"
#include "framework/config/diagnostics.hpp"
#include "framework/report/surface_comparison.hpp"

namespace plisse::sweep {
namespace {

using Kind = MetricName::Kind;

const char* const forms = "forms: NAME, NAME@400, NAME@60s, epochs_to(NAME, V), seconds_to(NAME, V), auc(NAME), DISTANCE(LABEL)";

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<double> number(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// "NAME@400" as NAME and 400; no number where there is no @.
std::pair<std::string, std::string> split_at_sign(const std::string& text) {
  const auto at = text.rfind('@');
  return at == std::string::npos ? std::pair(text, std::string()) : std::pair(text.substr(0, at), text.substr(at + 1));
}

std::vector<std::string> functions() {
  auto names = report::surface_distance_names();
  names.insert(names.end(), {"epochs_to", "seconds_to", "auc"});
  return names;
}

bool has(const Places& places, const std::string& name) {
  return std::find(places.names.begin(), places.names.end(), name) != places.names.end();
}

std::string axis_prefix(const Places& places) { return fmt::format("{}=", fmt::join(places.axes, ", ")); }

// The run that a distance leads to.
MetricName with_label(MetricName metric, const Places& rows, const Places& cols, const config::Place& place) {
  for (const Places* places : {&rows, &cols}) {
    const std::string axis = axis_prefix(*places);
    if (places->axes.empty()) continue;
    metric.axes = places->axes;
    if (has(*places, metric.goal)) return metric;
    metric.row = metric.goal.starts_with(axis) ? metric.goal.substr(axis.size()) : metric.goal;
    if (has(*places, metric.row)) return metric;
  }
  auto known = rows.names;
  if (!cols.axes.empty()) known.insert(known.end(), cols.names.begin(), cols.names.end());
  config::fail(
      fmt::format("the metric '{}' names '{}', which is no row{}", metric.text, metric.goal, cols.axes.empty() ? "" : " and no column"),
      place, config::suggestion(metric.goal, known, cols.axes.empty() ? "rows" : "rows and columns"));
}

class Parser {
 public:
  Parser(const std::string& text, const config::Place& place) : text_(trimmed(text)), place_(place) {}

  MetricName metric() const {
    if (text_.empty()) refuse("is empty");
    const auto open = text_.find('(');
    if (open == std::string::npos) return plain();
    if (text_.back() != ')') refuse("has brackets that do not close");
    return call(trimmed(text_.substr(0, open)), text_.substr(open + 1, text_.size() - open - 2));
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { config::fail(fmt::format("the metric '{}' {}", text_, why), place_, forms); }

  MetricName plain() const {
    const auto [name, when] = split_at_sign(text_);
    MetricName metric;
    metric.text = text_;
    metric.name = name;
    if (text_.find('@') == std::string::npos) return metric;
    const bool in_seconds = when.ends_with('s');
    const auto at = number(in_seconds ? when.substr(0, when.size() - 1) : when);
    if (name.empty() || !at || *at < 0) refuse("does not say when: write epochs, or seconds with an s");
    metric.kind = in_seconds ? Kind::at_second : Kind::at_epoch;
    metric.at = *at;
    return metric;
  }

  void set_target(MetricName& metric) const {
    if (metric.goal.empty()) refuse("has no value to reach");
    const bool must_be_number = metric.goal.starts_with('=');
    metric.target = number(must_be_number ? trimmed(metric.goal.substr(1)) : metric.goal);
    if (metric.target) return;
    if (must_be_number) refuse("has no number behind the =");
    const auto [row, epochs] = split_at_sign(metric.goal);
    metric.row_epochs = number(epochs);
    metric.row = metric.row_epochs ? row : metric.goal;
  }

  MetricName distance(const std::string& name, const std::string& label) const {
    if (label.empty()) refuse("names no row or column in its brackets");
    MetricName metric;
    metric.kind = Kind::distance;
    metric.name = name;
    metric.goal = metric.row = label;
    metric.text = fmt::format("{}({})", name, label);
    return metric;
  }

  MetricName call(const std::string& function, const std::string& arguments) const {
    if (report::is_surface_distance(function)) return distance(function, trimmed(arguments));
    const auto comma = arguments.find(',');
    MetricName metric;
    metric.name = trimmed(arguments.substr(0, comma));
    if (metric.name.empty()) refuse("names no metric in its brackets");
    if (function == "auc") {
      if (comma != std::string::npos) refuse("takes one name");
      metric.kind = Kind::area;
      metric.text = fmt::format("auc({})", metric.name);
      return metric;
    }
    if (function != "epochs_to" && function != "seconds_to")
      config::fail(fmt::format("unknown function '{}' in the metric '{}'", function, text_), place_,
                   config::suggestion(function, functions(), "functions"));
    metric.kind = function == "epochs_to" ? Kind::epochs_to : Kind::seconds_to;
    metric.goal = comma == std::string::npos ? "" : trimmed(arguments.substr(comma + 1));
    set_target(metric);
    metric.text = fmt::format("{}({}, {})", function, metric.name, metric.goal);
    return metric;
  }

  std::string text_;
  config::Place place_;
};

}  // namespace

MetricName parse_metric(const std::string& text, const config::Place& place) { return Parser(text, place).metric(); }

MetricName parse_metric(const std::string& text, const Places& rows, const Places& cols, const config::Place& place) {
  MetricName metric = parse_metric(text, place);
  if (metric.kind == Kind::distance) return with_label(std::move(metric), rows, cols, place);
  const std::string axis = axis_prefix(rows);
  metric.axes = rows.axes;
  if (has(rows, metric.goal)) {
    if (metric.target)
      config::fail(fmt::format("the metric '{0}' names '{1}', which is a number and a row", metric.text, metric.goal), place,
                   fmt::format("write '{}{}' for the row, or '={}' for the number", axis, metric.goal, metric.goal));
    metric.row = metric.goal;
    metric.row_epochs.reset();
  }
  if (metric.row.empty() || has(rows, metric.row)) return metric;
  if (metric.goal.starts_with(axis)) {
    const std::string row = metric.goal.substr(axis.size());
    if (has(rows, row)) metric.row_epochs.reset();
    metric.row = has(rows, row) ? row : metric.row.substr(axis.size());
  }
  if (!has(rows, metric.row))
    config::fail(fmt::format("the metric '{}' names '{}', which is no number and no row", metric.text, metric.row), place,
                 config::suggestion(metric.row, rows.names, "rows"));
  return metric;
}

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> items(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ',' && depth <= 0) items.emplace_back();
    else items.back() += c;
  }
  std::vector<std::string> found;
  for (const auto& item : items)
    if (const auto word = trimmed(item); !word.empty()) found.push_back(word);
  return found;
}

}  // namespace plisse::sweep

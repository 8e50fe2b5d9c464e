// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/metric_name.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

#include "framework/config/config.hpp"
#include "framework/config/diagnostics.hpp"

namespace plisse::sweep {
namespace {

using Kind = MetricName::Kind;

const char* const forms = "forms: NAME, NAME@400, NAME@60s, epochs_to(NAME, V), seconds_to(NAME, V), auc(NAME)";

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

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  config::fail(fmt::format("the metric '{}' {}", text, why), {}, forms);
}

// "NAME@400" as NAME and 400; no number where there is no @.
std::pair<std::string, std::string> split_at_sign(const std::string& text) {
  const auto at = text.rfind('@');
  return at == std::string::npos ? std::pair(text, std::string()) : std::pair(text.substr(0, at), text.substr(at + 1));
}

MetricName plain(const std::string& text) {
  auto [name, when] = split_at_sign(text);
  if (text.find('@') == std::string::npos) return {Kind::plain, text, text, 0, {}, {}, {}};
  const bool in_seconds = when.ends_with('s');
  const auto at = number(in_seconds ? when.substr(0, when.size() - 1) : when);
  if (name.empty() || !at || *at < 0) refuse(text, "does not say when: write epochs, or seconds with an s");
  return {in_seconds ? Kind::at_second : Kind::at_epoch, text, name, *at, {}, {}, {}};
}

void set_target(MetricName& metric, const std::string& text, const std::string& target) {
  if (target.empty()) refuse(text, "has no value to reach");
  metric.target = number(target);
  if (metric.target) return;
  const auto [row, epochs] = split_at_sign(target);
  metric.row_epochs = number(epochs);
  metric.row = metric.row_epochs ? row : target;
}

MetricName call(const std::string& text, const std::string& function, const std::string& arguments) {
  const auto comma = arguments.find(',');
  MetricName metric;
  metric.name = trimmed(arguments.substr(0, comma));
  if (metric.name.empty()) refuse(text, "names no metric in its brackets");
  if (function == "auc") {
    if (comma != std::string::npos) refuse(text, "takes one name");
    metric.kind = Kind::area;
    metric.text = fmt::format("auc({})", metric.name);
    return metric;
  }
  if (function != "epochs_to" && function != "seconds_to")
    config::fail(fmt::format("unknown function '{}' in the metric '{}'", function, text), {},
                 config::suggestion(function, {"epochs_to", "seconds_to", "auc"}, "functions"));
  metric.kind = function == "epochs_to" ? Kind::epochs_to : Kind::seconds_to;
  const std::string target = comma == std::string::npos ? "" : trimmed(arguments.substr(comma + 1));
  set_target(metric, text, target);
  metric.text = fmt::format("{}({}, {})", function, metric.name, target);
  return metric;
}

}  // namespace

MetricName parse_metric(const std::string& text) {
  const std::string metric = trimmed(text);
  if (metric.empty()) refuse(text, "is empty");
  const auto open = metric.find('(');
  if (open == std::string::npos) return plain(metric);
  if (metric.back() != ')') refuse(metric, "has brackets that do not close");
  return call(metric, trimmed(metric.substr(0, open)), metric.substr(open + 1, metric.size() - open - 2));
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

// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/measures.hpp"

#include <fmt/format.h>

#include <cmath>

#include "framework/sweep/resolved_values.hpp"

namespace plisse::sweep {
namespace {

using Kind = MetricName::Kind;
using report::Measurement;

Measurement none(const std::string& why) { return {{}, false, why}; }

// What the values of a curve are: the final metric where it was evaluated, a term of the training otherwise.
run::Metric subject(const RunData& run, const MetricName& metric, const Curve& curve) {
  const run::Metric* final = run.find(metric.name);
  if (final && !curve.of_training) return *final;
  if (!curve.of_training) return {metric.name, 0, "", "lower", 0, metric.name};
  const std::string objective = digest_of(run.yaml, {"losses", "sampler"});
  std::string definition = fmt::format("'{}' on the samples of the step", metric.name);
  if (!objective.empty()) definition += fmt::format(" ('losses' and 'sampler' of digest {})", objective);
  return {metric.name, 0, "", "lower", 0, definition};
}

Measurement plain(const RunData& run, const MetricName& metric) {
  const run::Metric* found = run.find(metric.name);
  if (!found) return none(missing::metric);
  if (!std::isfinite(found->value)) return none("not a finite number");
  return {*found, false, ""};
}

Measurement at(const RunData& run, const MetricName& metric, const Curve& curve) {
  const bool in_epochs = metric.kind == Kind::at_epoch;
  const char* unit = in_epochs ? "epochs" : "s";
  const double length = in_epochs ? double(run.summary.epochs) : run.find("train_time")->value;
  if (length < metric.at) return none(fmt::format("trained for less than {:g} {}", metric.at, unit));
  const auto moment = in_epochs ? at_epoch(curve, metric.at) : at_second(curve, metric.at);
  if (!moment) return none(fmt::format("not evaluated within {:g} {}", metric.at, unit));
  run::Metric result = subject(run, metric, curve);
  result.value = moment->value;
  const std::string source =
      in_epochs ? fmt::format("{}, that of epoch {:g},", curve.source(), moment->epochs) : curve.timed_source();
  result.definition = fmt::format("last of {} within {:g} {} of training: {}", source, metric.at, unit, result.definition);
  return {result, false, ""};
}

std::optional<double> target_of(const MetricName& metric, const Reference& reference) {
  if (metric.target) return metric.target;
  if (!reference.run || !reference.run->unfinished.empty()) return {};
  const Curve curve = reference.run->curve(metric.name);
  if (curve.moments.empty()) return {};
  if (!metric.row_epochs) return curve.moments.back().value;
  const auto moment = at_epoch(curve, *metric.row_epochs);
  const bool long_enough = double(reference.run->summary.epochs) >= *metric.row_epochs;
  return moment && long_enough ? std::optional(moment->value) : std::nullopt;
}

std::string target_text(const MetricName& metric) {
  if (metric.target) return fmt::format("{}", *metric.target);
  return fmt::format("that of '{}' {} with the same seed", metric.row,
                     metric.row_epochs ? fmt::format("after {:g} epochs", *metric.row_epochs) : "at the end");
}

Measurement until(const RunData& run, const MetricName& metric, const Curve& curve, const Reference& reference) {
  if (curve.moments.size() < 2) return none(missing::curve);
  const auto target = target_of(metric, reference);
  if (!target) return none(fmt::format("no value of '{}' to reach", metric.row));
  const bool in_epochs = metric.kind == Kind::epochs_to;
  const run::Metric measured = subject(run, metric, curve);
  const bool higher = measured.better == "higher";
  const auto moment = first_reaching(curve, *target, higher);
  const double length = in_epochs ? double(run.summary.epochs) : run.find("train_time")->value;
  const double value = !moment ? length : in_epochs ? moment->epochs : moment->seconds;
  const std::string definition =
      fmt::format("{} until {} is at or {} {}, first of {}: {}", in_epochs ? "epochs" : "training time", metric.name,
                  higher ? "above" : "below", target_text(metric), curve.timed_source(), measured.definition);
  return {{metric.text, value, in_epochs ? "epochs" : "s", "lower", measured.samples, definition}, !moment, ""};
}

Measurement area(const RunData& run, const MetricName& metric, const Curve& curve) {
  const auto mean = mean_over_epochs(curve);
  if (!mean) return none(missing::curve);
  run::Metric result = subject(run, metric, curve);
  result.value = *mean;
  result.definition = fmt::format("mean over the epochs (trapezoidal rule) of {}: {}", curve.timed_source(), result.definition);
  return {result, false, ""};
}

Measurement of_kind(const RunData& run, const MetricName& metric, const Reference& reference) {
  if (metric.kind == Kind::plain) return plain(run, metric);
  const Curve curve = run.curve(metric.name);
  if (curve.moments.empty()) return none(missing::metric);
  if (metric.kind == Kind::area) return area(run, metric, curve);
  if (metric.kind == Kind::at_epoch || metric.kind == Kind::at_second) return at(run, metric, curve);
  return until(run, metric, curve, reference);
}

}  // namespace

Measurement measure(const RunData& run, const MetricName& metric, const Reference& reference) {
  if (!run.unfinished.empty()) return none(run.unfinished);
  Measurement result = of_kind(run, metric, reference);
  result.metric.name = metric.text;
  return result;
}

}  // namespace plisse::sweep

// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/run_distances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/config/error.hpp"
#include "framework/run/summary.hpp"

namespace plisse::sweep {
namespace {

using report::Measurement;

Measurement none(const std::string& why) { return {{}, false, why}; }

// The distance of a run to itself.
Measurement to_itself(const MetricName& metric) {
  const double value = metric.name == "psnr" ? std::numeric_limits<double>::infinity() : 0;
  return {{metric.text, value, "", "", 0, ""}, false, "", true};
}

}  // namespace

RunDistances::RunDistances(const std::vector<MetricName>& metrics) {
  for (const MetricName& metric : metrics)
    if (metric.kind == MetricName::Kind::distance && std::find(names_.begin(), names_.end(), metric.name) == names_.end())
      names_.push_back(metric.name);
}

Measurement RunDistances::measure(const RunData& run, const RunData* reference, const MetricName& metric) {
  if (!run.unfinished.empty()) return none(run.unfinished);
  if (!reference) return none(fmt::format("no run of '{}' with the same seed", metric.row));
  if (!reference->unfinished.empty()) return none(fmt::format("the run of '{}' is {}", metric.row, reference->unfinished));
  if (reference->folder == run.folder) return to_itself(metric);
  const auto place = std::find(names_.begin(), names_.end(), metric.name) - names_.begin();
  Measurement result = between(run, *reference, metric.row).at(std::size_t(place));
  if (!result.missing.empty()) return result;
  if (!std::isfinite(result.metric.value)) return none("not a finite number");
  result.metric.name = metric.text;
  result.metric.definition += fmt::format("; to the final surface of '{}' with the same seed", metric.row);
  return result;
}

RunDistances::Surface RunDistances::read(const RunData& run, const std::string& name) {
  try {
    auto mesh = run::final_surface(run.folder);
    if (!mesh) return {{}, fmt::format("{} has no final surface", name)};
    return {report::DrapedSurface(name, std::move(*mesh)), ""};
  } catch (const config::Error& error) {
    return {{}, error.what()};
  }
}

const std::vector<Measurement>& RunDistances::between(const RunData& run, const RunData& reference, const std::string& label) {
  const auto found = measured_.find({run.folder, reference.folder});
  if (found != measured_.end()) return found->second;
  if (result_.first != run.folder) result_ = {run.folder, read(run, "this run")};
  auto known = references_.find(reference.folder);
  if (known == references_.end()) known = references_.emplace(reference.folder, read(reference, fmt::format("'{}'", label))).first;
  return measured_[{run.folder, reference.folder}] = measure_all(known->second, result_.second);
}

std::vector<Measurement> RunDistances::measure_all(const Surface& reference, const Surface& result) const {
  for (const Surface* surface : {&reference, &result})
    if (!surface->surface) return std::vector<Measurement>(names_.size(), none(surface->missing));
  std::vector<Measurement> all;
  std::vector<std::string> possible;
  for (const auto& name : names_) {
    all.push_back(none(report::missing_distance(name, *reference.surface, *result.surface)));
    if (all.back().missing.empty()) possible.push_back(name);
  }
  auto next = report::surface_distances(possible, *reference.surface, *result.surface, report::comparison_sampling);
  auto metric = next.begin();
  for (Measurement& measurement : all)
    if (measurement.missing.empty()) measurement.metric = std::move(*metric++);
  return all;
}

}  // namespace plisse::sweep

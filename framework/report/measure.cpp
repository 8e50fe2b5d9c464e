// SPDX-License-Identifier: Apache-2.0
#include "framework/report/measure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "framework/config/error.hpp"

namespace plisse::report {
namespace {

constexpr std::size_t most_named = 4;  // runs

struct Way {
  std::string words;
  std::vector<std::string> runs;
};

std::string words_of(const run::Metric& m) {
  return fmt::format("{} [{}], on {} samples", m.definition, m.unit.empty() ? "1" : m.unit, m.samples);
}

std::string names_of(const Way& way) {
  const auto end = way.runs.begin() + std::ptrdiff_t(std::min(way.runs.size(), most_named));
  const std::string more = way.runs.size() > most_named ? fmt::format(" and {} more", way.runs.size() - most_named) : "";
  return fmt::format("{}{}", fmt::join(way.runs.begin(), end, ", "), more);
}

}  // namespace

void require_same_measure(const std::vector<MeasuredIn>& values) {
  std::vector<Way> ways;
  for (const MeasuredIn& value : values) {
    const std::string words = words_of(*value.metric);
    auto way = std::find_if(ways.begin(), ways.end(), [&](const Way& w) { return w.words == words; });
    if (way == ways.end()) way = ways.insert(ways.end(), {words, {}});
    way->runs.push_back(value.run);
  }
  if (ways.size() < 2) return;
  std::string text = fmt::format("metric '{}' was not measured alike, so its values cannot stand side by side:", values[0].metric->name);
  for (const Way& way : ways) text += fmt::format("\n  {} ({})", way.words, names_of(way));
  throw config::Error(text + "\nmeasure the runs with the same 'evaluate' settings, or leave the metric or the runs out");
}

}  // namespace plisse::report

// SPDX-License-Identifier: Apache-2.0
#include "framework/config/diagnostics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "framework/config/config.hpp"
#include "framework/config/error.hpp"

namespace plisse::config {
namespace {
constexpr std::size_t most_shown = 10;
}

void Diagnostics::add(const std::string& problem, const Place& place, const std::string& note) {
  found_.push_back({place, format_message(problem, place, note)});
}

void Diagnostics::raise_if_any() {
  if (found_.empty()) return;
  const auto key = [](const Found& f) { return std::make_tuple(f.place.source ? f.place.source->name : "", f.place.line, f.place.column); };
  std::stable_sort(found_.begin(), found_.end(), [&](const Found& a, const Found& b) { return key(a) < key(b); });
  std::string all;
  for (std::size_t i = 0; i < std::min(found_.size(), most_shown); ++i) all += (i ? "\nerror: " : "") + found_[i].message;
  if (found_.size() > most_shown) all += fmt::format("\nerror: and {} more", found_.size() - most_shown);
  throw Error(all);
}

void fail(const std::string& problem, const Place& place, const std::string& note) { throw Error(format_message(problem, place, note)); }

std::string suggestion(const std::string& name, std::vector<std::string> candidates, const std::string& heading) {
  std::sort(candidates.begin(), candidates.end());
  const std::string near = nearest(name, candidates);
  return fmt::format("{}{}: {}", near.empty() ? "" : fmt::format("did you mean '{}'?   ", near), heading,
                     candidates.empty() ? "none" : fmt::format("{}", fmt::join(candidates, ", ")));
}

}  // namespace plisse::config

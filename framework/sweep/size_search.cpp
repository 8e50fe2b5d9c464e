// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/size_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace plisse::sweep {
namespace {

// A size that changes nothing while it grows so many times as large is taken to have no more effect.
constexpr int idle_doublings = 3;
// A doubled size may count so many times as much (cells of three dimensions): beyond it steps are shorter, as what is counted is built.
constexpr std::int64_t steepest_doubling = 8;

std::int64_t larger(const SizeOption& option, std::int64_t size, bool is_near) {
  if (option.is_exponent || size == 0) return std::min(option.high, size + 1);
  const std::int64_t quarter = std::max<std::int64_t>(1, std::int64_t(std::bit_floor(std::uint64_t(size))) / 4);  // even for what must be
  return std::min(option.high, size + (is_near ? quarter : size));
}
bool is_idle(const SizeOption& option, std::int64_t since, std::int64_t size) {
  return option.is_exponent ? size >= since + idle_doublings : size >= std::max<std::int64_t>(1, since) << idle_doublings;
}
std::int64_t smaller(const SizeOption& option, std::int64_t size) { return std::max(option.low, option.is_exponent ? size - 1 : size / 2); }

}  // namespace

SizeSearch::SizeSearch(std::vector<SizeOption> options, Count count, std::int64_t target)
    : options_(std::move(options)), count_(std::move(count)), target_(target) {}

std::optional<Reached> SizeSearch::best(double tolerance) {
  if (options_.size() == 1) return along([](std::int64_t size) { return Sizes{size}; }, options_[0], options_[0].value);
  for (const std::size_t exponent : {0, 1})
    if (options_[exponent].is_exponent) return with_exponent(exponent, tolerance);
  return in_proportion();
}

std::optional<std::int64_t> SizeSearch::count(const Sizes& sizes) {
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] < options_[i].low || sizes[i] > options_[i].high) return {};
  const auto [it, is_new] = known_.try_emplace(sizes);
  if (is_new) it->second = count_(sizes);
  return it->second;
}

double SizeSearch::deviation(const Reached& reached) const { return std::abs(double(reached.count - target_)); }

void SizeSearch::keep_closer(std::optional<Reached>& best, const std::optional<Reached>& other) const {
  if (other && (!best || deviation(*other) < deviation(*best))) best = other;
}

// Sizes that cannot be counted are too small below the start and too large above it.
std::optional<Reached> SizeSearch::along(const Line& line, const SizeOption& option, std::int64_t start) {
  const auto at = [&](std::int64_t size) { return count(line(size)); };
  const auto is_short = [&](std::int64_t size) {
    const auto found = at(size);
    return found ? *found < target_ : size < start;
  };
  std::int64_t below = start, above = start;  // the count passes the target between them
  if (is_short(start)) {
    std::int64_t since = start;  // the count is what it was at this size
    while (is_short(above) && above < option.high && !is_idle(option, since, above)) {
      below = above;
      above = larger(option, below, at(below).value_or(0) > target_ / steepest_doubling);
      if (!at(above)) above = larger(option, below, false);  // a multiple of what was possible may be so too
      if (at(above) != at(below)) since = above;
    }
  } else {
    while (!is_short(below) && below > option.low) {
      above = below;
      below = smaller(option, below);
    }
  }
  while (above - below > 1) {
    const std::int64_t middle = below + (above - below) / 2;
    (is_short(middle) ? below : above) = middle;
  }
  std::optional<Reached> best;
  for (const std::int64_t size : {below, above})
    if (const auto found = at(size)) keep_closer(best, Reached{line(size), *found});
  return best;
}

std::optional<Reached> SizeSearch::tuned(const Sizes& sizes, std::size_t which) {
  const Line line = [&](std::int64_t size) {
    Sizes changed = sizes;
    changed[which] = size;
    return changed;
  };
  return along(line, options_[which], sizes[which]);
}

std::optional<Reached> SizeSearch::in_proportion() {
  const std::size_t lead = options_[1].value > options_[0].value ? 1 : 0, other = 1 - lead;
  const double ratio = double(options_[other].value) / double(std::max<std::int64_t>(1, options_[lead].value));
  const auto together = [&](std::int64_t size) {
    Sizes sizes(2);
    sizes[lead] = size;
    sizes[other] = std::clamp(std::int64_t(std::llround(ratio * double(size))), options_[other].low, options_[other].high);
    return sizes;
  };
  auto best = along(together, options_[lead], options_[lead].value);
  if (!best) return best;
  const std::int64_t middle = best->sizes[lead];
  for (const std::int64_t size : {middle, middle - 1, middle + 1})
    for (const std::size_t which : {1, 0})
      if (count(together(size))) keep_closer(best, tuned(together(size), which));
  return best;
}

// By how much more the exponent grew than the other size, in powers of two.
double SizeSearch::disproportion(const Sizes& sizes, std::size_t exponent) const {
  const std::size_t other = 1 - exponent;
  const double now = double(sizes[other]), before = double(options_[other].value);
  const double growth = options_[other].is_exponent ? now - before : std::log2(std::max(now, 0.5) / std::max(before, 0.5));
  return double(sizes[exponent] - options_[exponent].value) - growth;
}

// The higher the power, the smaller the other size and the larger the disproportion: its sign says where nothing better can come.
std::optional<Reached> SizeSearch::with_exponent(std::size_t exponent, double tolerance) {
  const SizeOption& option = options_[exponent];
  const std::size_t other = 1 - exponent;
  std::optional<Reached> best, fitting;
  const auto at = [&](std::int64_t power) {
    Sizes sizes(2);
    sizes[exponent] = power;
    sizes[other] = options_[other].value;
    const auto found = tuned(sizes, other);
    keep_closer(best, found);
    if (!found || deviation(*found) > tolerance * double(target_)) return found;
    if (!fitting || std::abs(disproportion(found->sizes, exponent)) < std::abs(disproportion(fitting->sizes, exponent))) fitting = found;
    return found;
  };
  for (std::int64_t power = option.value; power >= option.low; --power) {
    const auto found = at(power);
    if (found && fitting && disproportion(found->sizes, exponent) < 0) break;
  }
  for (std::int64_t power = option.value + 1; power <= option.high; ++power) {
    const auto found = at(power);
    if (!found || double(found->count) > double(target_) * (1 + tolerance)) break;  // too many with the other as small as it may be
    if (fitting && disproportion(found->sizes, exponent) > 0) break;
  }
  return fitting ? fitting : best;
}

std::optional<Reached> SizeSearch::nearest_below() const {
  std::optional<Reached> nearest;
  for (const auto& [sizes, count] : known_)
    if (count && *count <= target_ && (!nearest || *count > nearest->count)) nearest = Reached{sizes, *count};
  return nearest;
}

std::optional<Reached> SizeSearch::nearest_above() const {
  std::optional<Reached> nearest;
  for (const auto& [sizes, count] : known_)
    if (count && *count > target_ && (!nearest || *count < nearest->count)) nearest = Reached{sizes, *count};
  return nearest;
}

}  // namespace plisse::sweep

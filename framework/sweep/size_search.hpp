// SPDX-License-Identifier: Apache-2.0
// Which sizes come closest to a count: one or two integers of a configuration, where the count never falls as one of them grows.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "framework/sweep/size_option.hpp"

namespace plisse::sweep {

using Sizes = std::vector<std::int64_t>;  // one for each option

struct Reached {
  Sizes sizes;
  std::int64_t count;
};

class SizeSearch {
 public:
  // Empty where there is no such configuration.
  using Count = std::function<std::optional<std::int64_t>(const Sizes&)>;

  // `options`: one or two, starting from their present values.
  SizeSearch(std::vector<SizeOption> options, Count count, std::int64_t target);

  // One integer: exponential search and bisection.  Two: both grow in proportion, then one of them is tuned for the smallest deviation.
  // An exponent takes each of its values with the other solved for it; of those within the tolerance the most proportional is kept.
  // Empty where nothing can be counted.
  std::optional<Reached> best(double tolerance);

  // The nearest counts that were reached on either side of the target.
  std::optional<Reached> nearest_below() const;  // at most the target
  std::optional<Reached> nearest_above() const;  // beyond it

 private:
  using Line = std::function<Sizes(std::int64_t)>;  // sizes along one integer

  std::optional<std::int64_t> count(const Sizes& sizes);
  std::optional<Reached> along(const Line& line, const SizeOption& option, std::int64_t start);
  std::optional<Reached> tuned(const Sizes& sizes, std::size_t which);
  std::optional<Reached> in_proportion();
  std::optional<Reached> with_exponent(std::size_t exponent, double tolerance);
  double disproportion(const Sizes& sizes, std::size_t exponent) const;
  double deviation(const Reached& reached) const;
  void keep_closer(std::optional<Reached>& best, const std::optional<Reached>& other) const;

  std::vector<SizeOption> options_;
  Count count_;
  std::int64_t target_;
  std::map<Sizes, std::optional<std::int64_t>> known_;
};

}  // namespace plisse::sweep

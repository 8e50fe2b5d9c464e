// SPDX-License-Identifier: Apache-2.0
// Percentiles with linear interpolation between order statistics (type 7 of R. Hyndman, Y. Fan, "Sample quantiles in statistical packages",
// 1996; NumPy's default).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace plisse::report {

// `sorted` ascends and is not empty; share in [0, 1].
inline double percentile(const std::vector<double>& sorted, double share) {
  const double x = share * double(sorted.size() - 1);
  const std::size_t i = std::min(std::size_t(x), sorted.size() - 1), j = std::min(i + 1, sorted.size() - 1);
  return sorted[i] + (x - double(i)) * (sorted[j] - sorted[i]);
}

}  // namespace plisse::report

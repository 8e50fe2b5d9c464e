// SPDX-License-Identifier: Apache-2.0
// A smooth curve through given values that never overshoots them: monotone between neighbours, with a continuous slope.
// Reference: F. Fritsch, J. Butland, "A method for constructing local monotone piecewise cubic interpolants", SIAM J. Sci. Stat. Comput. 5,
// 1984.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace plisse::geometry {

class Profile {
 public:
  // Knots ascend; at least two.
  Profile(std::vector<double> knots, std::vector<double> values)
      : knots_(std::move(knots)), values_(std::move(values)), slopes_(knots_.size(), 0) {
    for (std::size_t i = 1; i + 1 < knots_.size(); ++i) {
      const double before = secant(i - 1), after = secant(i);
      if (before * after <= 0) continue;
      const double left = width(i - 1), right = width(i), a = (left + 2 * right) / (3 * (left + right));
      slopes_[i] = before * after / (a * after + (1 - a) * before);
    }
  }

  // Constant beyond the first and the last knot.
  double operator()(double x) const {
    if (x <= knots_.front()) return values_.front();
    if (x >= knots_.back()) return values_.back();
    const auto i = std::size_t(std::upper_bound(knots_.begin(), knots_.end(), x) - knots_.begin()) - 1;
    const double h = width(i), t = (x - knots_[i]) / h, s = 1 - t;
    return s * s * ((1 + 2 * t) * values_[i] + t * h * slopes_[i]) + t * t * ((1 + 2 * s) * values_[i + 1] - s * h * slopes_[i + 1]);
  }

 private:
  double width(std::size_t i) const { return knots_[i + 1] - knots_[i]; }
  double secant(std::size_t i) const { return (values_[i + 1] - values_[i]) / width(i); }

  std::vector<double> knots_, values_, slopes_;
};

}  // namespace plisse::geometry

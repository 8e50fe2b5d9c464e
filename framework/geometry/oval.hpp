// SPDX-License-Identifier: Apache-2.0
// A superellipse |x/a|^n + |y/b|^n = 1 of girth 1, walked by its length: the section of a garment around a body.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

class Oval {
 public:
  // ratio = b/a
  Oval(double ratio, double exponent) {
    constexpr int pieces = 2000;
    std::vector<Point2> unit;
    for (int i = 0; i <= pieces; ++i) {
      const double angle = 0.5 * std::numbers::pi * i / pieces;
      unit.push_back({std::pow(std::sin(angle), 2 / exponent), ratio * std::pow(std::max(0., std::cos(angle)), 2 / exponent)});
    }
    unit.back() = {1, 0};
    lengths_.push_back(0);
    for (int i = 1; i <= pieces; ++i) lengths_.push_back(lengths_.back() + norm(unit[std::size_t(i)] - unit[std::size_t(i - 1)]));
    const double scale = 0.25 / lengths_.back();
    for (Point2& p : unit) points_.push_back(scale * p);
    for (double& l : lengths_) l /= lengths_.back();
  }

  // The point at a fraction of the quarter's length from (0, b) to (a, 0); -1 to 0 runs from (-a, 0).
  Point2 at(double fraction) const {
    const double target = std::clamp(std::abs(fraction), 0., 1.);
    const auto after = std::clamp<std::ptrdiff_t>(std::upper_bound(lengths_.begin(), lengths_.end(), target) - lengths_.begin(), 1,
                                                  std::ptrdiff_t(lengths_.size()) - 1);
    const auto high = std::size_t(after), low = high - 1;
    const double t = (target - lengths_[low]) / (lengths_[high] - lengths_[low]);
    const Point2 p = (1 - t) * points_[low] + t * points_[high];
    return {std::copysign(p[0], fraction), p[1]};
  }

  // The point after a part of the girth, from (0, -b) over (a, 0): the front of a garment, then its left.
  Point2 around(double turn) const {
    const double quarters = 4 * (turn - std::floor(turn));
    if (quarters <= 1) return {at(quarters)[0], -at(quarters)[1]};
    if (quarters <= 3) return at(2 - quarters);
    return {at(quarters - 4)[0], -at(quarters - 4)[1]};
  }

 private:
  std::vector<Point2> points_;
  std::vector<double> lengths_;  // from 0 to 1
};

}  // namespace plisse::geometry

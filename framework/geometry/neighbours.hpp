// SPDX-License-Identifier: Apache-2.0
// The nearest neighbours of every point of a cloud.
#pragma once

#include <span>
#include <vector>

#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

class Neighbours {
 public:
  // The `count` nearest other points of each, nearest first; all others where there are fewer.
  Neighbours(const std::vector<Point3>& points, int count);

  int count() const { return count_; }
  std::size_t points() const { return count_ > 0 ? index_.size() / std::size_t(count_) : 0; }
  std::span<const int> of(std::size_t i) const { return {index_.data() + i * std::size_t(count_), std::size_t(count_)}; }
  std::span<const double> distances(std::size_t i) const {
    return {distance_.data() + i * std::size_t(count_), std::size_t(count_)};
  }  // [m]

 private:
  int count_ = 0;
  std::vector<int> index_;        // (N, count)
  std::vector<double> distance_;  // (N, count) [m]
};

}  // namespace plisse::geometry

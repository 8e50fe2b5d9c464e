// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/neighbours.hpp"

#include <algorithm>
#include <cstdint>
#include <nanoflann.hpp>

namespace plisse::geometry {
namespace {

struct Cloud {
  const std::vector<Point3>& points;
  std::size_t kdtree_get_point_count() const { return points.size(); }
  double kdtree_get_pt(std::size_t i, std::size_t axis) const { return points[i][axis]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>, Cloud, 3>;

}  // namespace

Neighbours::Neighbours(const std::vector<Point3>& points, int count) : count_(std::min(count, int(points.size()) - 1)) {
  if (count_ < 1) {
    count_ = 0;
    return;
  }
  const Cloud cloud{points};
  const Tree tree(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(16));
  const std::size_t wanted = std::size_t(count_) + 1;  // the point itself is among them, but for its duplicates
  std::vector<std::uint32_t> index(wanted);
  std::vector<double> squared(wanted);
  for (std::size_t i = 0; i < points.size(); ++i) {
    tree.knnSearch(points[i].data(), wanted, index.data(), squared.data());
    std::size_t taken = 0;
    for (std::size_t k = 0; k < wanted && taken + 1 < wanted; ++k) {
      if (index[k] == i) continue;
      index_.push_back(int(index[k]));
      distance_.push_back(std::sqrt(squared[k]));
      ++taken;
    }
  }
}

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/uv_overlap.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plisse::geometry {
namespace {

using Corners = std::array<Point2, 3>;

struct Box {
  Point2 low, high;
};

Box box_of(const Corners& t) {
  Box box{t[0], t[0]};
  for (const Point2& p : t) {
    for (std::size_t k = 0; k < 2; ++k) {
      box.low[k] = std::min(box.low[k], p[k]);
      box.high[k] = std::max(box.high[k], p[k]);
    }
  }
  return box;
}

Corners turned_left(Corners t) {
  if (signed_area(t[0], t[1], t[2]) < 0) std::swap(t[1], t[2]);
  return t;
}

// A convex polygon: a triangle cut by three half planes has at most six corners; rounding may add a few.
struct Polygon {
  std::array<Point2, 12> corner;
  std::size_t size = 0;
  void add(const Point2& p) {
    if (size < corner.size()) corner[size++] = p;
  }
};

// The part of a polygon left of the line from a to b.
Polygon clip(const Polygon& polygon, const Point2& a, const Point2& b) {
  Polygon kept;
  for (std::size_t i = 0; i < polygon.size; ++i) {
    const Point2 &p = polygon.corner[i], &q = polygon.corner[(i + 1) % polygon.size];
    const double sp = signed_area(a, b, p), sq = signed_area(a, b, q);
    if (sp >= 0) kept.add(p);
    if ((sp > 0 && sq < 0) || (sp < 0 && sq > 0)) kept.add(p + (sp / (sp - sq)) * (q - p));
  }
  return kept;
}

// Every triangle in each cell its box touches; a pair is looked at in the first cell that both boxes share.
class Grid {
 public:
  explicit Grid(const std::vector<Box>& boxes) : boxes_(boxes) {
    low_ = boxes[0].low;
    Point2 high = boxes[0].high;
    for (const Box& b : boxes) {
      for (std::size_t k = 0; k < 2; ++k) {
        low_[k] = std::min(low_[k], b.low[k]);
        high[k] = std::max(high[k], b.high[k]);
      }
    }
    size_ = std::clamp(int(std::sqrt(double(boxes.size()))), 1, 2048);
    const double extent = std::max({high[0] - low_[0], high[1] - low_[1], 1e-300});
    scale_ = size_ / extent;
    cells_.resize(std::size_t(size_) * std::size_t(size_));
    for (std::size_t t = 0; t < boxes.size(); ++t) for_each_cell(boxes[t], [&](int i, int j) { cell(i, j).push_back(int(t)); });
  }

  template <class Visit>
  void for_each_candidate(int t, Visit visit) {
    const Box& box = boxes_[std::size_t(t)];
    for_each_cell(box, [&](int i, int j) {
      for (const int other : cell(i, j)) {
        const Box& b = boxes_[std::size_t(other)];
        if (other <= t || b.low[0] > box.high[0] || b.high[0] < box.low[0] || b.low[1] > box.high[1] || b.high[1] < box.low[1]) continue;
        if (index(std::max(b.low[0], box.low[0]), 0) == i && index(std::max(b.low[1], box.low[1]), 1) == j) visit(other);
      }
    });
  }

 private:
  int index(double x, std::size_t axis) const { return std::clamp(int((x - low_[axis]) * scale_), 0, size_ - 1); }
  std::vector<int>& cell(int i, int j) { return cells_[std::size_t(j) * std::size_t(size_) + std::size_t(i)]; }
  template <class Visit>
  void for_each_cell(const Box& box, Visit visit) {
    const int i1 = index(box.high[0], 0), j1 = index(box.high[1], 1);
    for (int j = index(box.low[1], 1); j <= j1; ++j)
      for (int i = index(box.low[0], 0); i <= i1; ++i) visit(i, j);
  }

  const std::vector<Box>& boxes_;
  Point2 low_{};
  int size_ = 1;
  double scale_ = 1;
  std::vector<std::vector<int>> cells_;
};

double thickness(const Corners& t) {
  const double longest = std::max({norm(t[1] - t[0]), norm(t[2] - t[1]), norm(t[0] - t[2])});
  return longest > 0 ? 2 * std::abs(signed_area(t[0], t[1], t[2])) / longest : 0;
}

}  // namespace

Overlap overlap(const std::array<Point2, 3>& a, const std::array<Point2, 3>& b) {
  const Corners left = turned_left(a), knife = turned_left(b);
  Polygon polygon;
  for (const Point2& p : left) polygon.add(p);
  for (std::size_t k = 0; k < 3; ++k) polygon = clip(polygon, knife[k], knife[(k + 1) % 3]);
  Overlap result;
  for (std::size_t i = 1; i + 1 < polygon.size; ++i)
    result.area += signed_area(polygon.corner[0], polygon.corner[i], polygon.corner[i + 1]);
  for (std::size_t i = 0; i < polygon.size; ++i)
    for (std::size_t j = i + 1; j < polygon.size; ++j)
      result.diameter = std::max(result.diameter, norm(polygon.corner[i] - polygon.corner[j]));
  return result;
}

std::vector<std::array<int, 2>> overlapping_pairs(const std::vector<std::array<Point2, 3>>& triangles, double width, std::size_t limit) {
  std::vector<std::array<int, 2>> pairs;
  std::vector<int> id;
  std::vector<Box> boxes;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (thickness(triangles[t]) <= width) continue;
    id.push_back(int(t));
    boxes.push_back(box_of(triangles[t]));
  }
  if (boxes.empty()) return pairs;
  Grid grid(boxes);
  for (std::size_t t = 0; t < id.size() && pairs.size() < limit; ++t) {
    const std::size_t begin = pairs.size();
    grid.for_each_candidate(int(t), [&](int other) {
      const Overlap shared = overlap(triangles[std::size_t(id[t])], triangles[std::size_t(id[std::size_t(other)])]);
      if (2 * shared.area > width * shared.diameter) pairs.push_back({id[t], id[std::size_t(other)]});
    });
    std::sort(pairs.begin() + std::ptrdiff_t(begin), pairs.end());
  }
  if (pairs.size() > limit) pairs.resize(limit);
  return pairs;
}

}  // namespace plisse::geometry

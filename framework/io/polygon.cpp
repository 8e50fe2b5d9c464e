// SPDX-License-Identifier: Apache-2.0
#include "framework/io/polygon.hpp"

#include <numeric>

namespace plisse::io {
namespace {

using namespace plisse::geometry;

// Corners in the plane across Newell's normal, so that the polygon turns left.
std::vector<Point2> flatten(std::span<const Point3> corners) {
  Point3 normal{};
  for (std::size_t i = 0; i < corners.size(); ++i)
    normal = normal + cross(corners[i] - corners[0], corners[(i + 1) % corners.size()] - corners[0]);
  int axis = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(normal[k]) > std::abs(normal[axis])) axis = k;
  const bool mirrored = normal[axis] < 0;
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  std::vector<Point2> flat;
  for (const Point3& p : corners) flat.push_back(mirrored ? Point2{p[j], p[i]} : Point2{p[i], p[j]});
  return flat;
}

class EarClipper {
 public:
  explicit EarClipper(std::vector<Point2> corners) : corners_(std::move(corners)), ring_(corners_.size()) {
    std::iota(ring_.begin(), ring_.end(), 0);
  }

  std::vector<Triangle> run() {
    std::vector<Triangle> triangles;
    while (ring_.size() > 3) {
      const std::size_t ear = shortest_ear();
      triangles.push_back(around(ear));
      ring_.erase(ring_.begin() + std::ptrdiff_t(ear));
    }
    triangles.push_back(around(1));
    return triangles;
  }

 private:
  Triangle around(std::size_t at) const {
    const std::size_t n = ring_.size();
    return {ring_[(at + n - 1) % n], ring_[at], ring_[(at + 1) % n]};
  }

  double turn(const Triangle& t) const { return signed_area(corners_[t[0]], corners_[t[1]], corners_[t[2]]); }

  // The second corner where there is no ear, which makes a fan.
  std::size_t shortest_ear() const {
    std::vector<int> reflex;
    for (std::size_t i = 0; i < ring_.size(); ++i)
      if (turn(around(i)) <= 0) reflex.push_back(ring_[i]);
    std::size_t best = 1;
    double shortest = HUGE_VAL;
    for (std::size_t i = 0; i < ring_.size(); ++i) {
      const Triangle t = around(i);
      const double cut = norm(corners_[t[2]] - corners_[t[0]]);
      if (cut < shortest && turn(t) > 0 && is_empty(t, reflex)) {
        shortest = cut;
        best = i;
      }
    }
    return best;
  }

  bool is_empty(const Triangle& t, const std::vector<int>& reflex) const {
    const Point2 &a = corners_[t[0]], &b = corners_[t[1]], &c = corners_[t[2]];
    for (const int i : reflex) {
      const Point2& p = corners_[i];
      if (p == a || p == b || p == c) continue;
      if (signed_area(a, b, p) >= 0 && signed_area(b, c, p) >= 0 && signed_area(c, a, p) >= 0) return false;
    }
    return true;
  }

  std::vector<Point2> corners_;
  std::vector<int> ring_;  // corners not yet cut off
};

}  // namespace

std::vector<geometry::Triangle> triangulate(std::span<const geometry::Point3> corners) {
  if (corners.size() == 3) return {{0, 1, 2}};
  return EarClipper(flatten(corners)).run();
}

}  // namespace plisse::io

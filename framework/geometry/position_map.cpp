// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/position_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "framework/config/error.hpp"
#include "framework/geometry/uv_triangle.hpp"

namespace plisse::geometry {
namespace {

constexpr int border = 2;           // texels
constexpr double rounding = 1e-12;  // in UV: a texel on the rim is inside

// Gives each texel to the triangle that holds it or, within the border, to the nearest one.
class Painter {
 public:
  explicit Painter(RestSurfaceData& rest)
      : rest_(rest), size_(rest.map_size), distance_(std::size_t(size_) * std::size_t(size_), std::numeric_limits<float>::infinity()) {}

  void paint(int t) {
    const UvTriangle triangle(rest_, t);
    const auto [left, right] = span(triangle, 0);
    const auto [bottom, top] = span(triangle, 1);
    for (int j = bottom; j <= top; ++j)
      for (int i = left; i <= right; ++i) paint(triangle, i, j);
  }

 private:
  std::pair<int, int> span(const UvTriangle& triangle, std::size_t axis) const {
    const double a = triangle.corner(0)[axis], b = triangle.corner(1)[axis], c = triangle.corner(2)[axis];
    const double low = std::min({a, b, c}) * (size_ - 1), high = std::max({a, b, c}) * (size_ - 1);
    return {std::max(int(std::ceil(low)) - border, 0), std::min(int(std::floor(high)) + border, size_ - 1)};
  }

  void paint(const UvTriangle& triangle, int i, int j) {
    const std::size_t texel = std::size_t(j) * std::size_t(size_) + std::size_t(i);
    float& best = distance_[texel];
    if (best == 0) return;
    const Point2 p{double(i) / (size_ - 1), double(j) / (size_ - 1)};
    const bool inside = triangle.covers(p, rounding);
    const float distance = inside ? 0 : float(std::max(triangle.squared_distance(p), 1e-30));
    if (!(distance < best) || distance > reach()) return;
    best = distance;
    rest_.map_mask[texel] = inside;
    const Point3 X = triangle.at(triangle.barycentric(p));
    for (std::size_t c = 0; c < 3; ++c) rest_.map_position[3 * texel + c] = float(X[c]);
  }

  // Squared reach of the border, to the corner of a square of texels.
  float reach() const { return float(2.001 * border * border / ((size_ - 1.0) * (size_ - 1.0))); }

  RestSurfaceData& rest_;
  int size_;
  std::vector<float> distance_;  // squared, to the triangle that painted the texel
};

}  // namespace

void add_position_map(RestSurfaceData& rest, int size) {
  if (size < 2) throw std::invalid_argument("a position map needs at least 2 texels a side");
  rest.map_size = size;
  rest.map_position.assign(std::size_t(size) * std::size_t(size) * 3, 0);
  rest.map_mask.assign(std::size_t(size) * std::size_t(size), 0);
  Painter painter(rest);
  const int triangles = int(rest.corner_uv.size() / 6);
  for (int t = 0; t < triangles; ++t) painter.paint(t);
  if (std::find(rest.map_mask.begin(), rest.map_mask.end(), 1) == rest.map_mask.end())
    throw config::Error(
        fmt::format("no texel of a rest-position map of {} x {} lies in a chart: raise map_resolution, or use lookup exact", size, size));
}

bool map_position(const RestSurfaceData& rest, double u, double v, Point3& X) {
  constexpr double slack = 16 * std::numeric_limits<double>::epsilon();
  if (!(u >= -slack && u <= 1 + slack && v >= -slack && v <= 1 + slack)) return false;
  const int n = rest.map_size;
  const auto clamped = [](double x, int last) { return std::clamp(int(std::floor(x)), 0, last); };
  const double x = u * (n - 1), y = v * (n - 1);
  if (!rest.map_mask[std::size_t(clamped(y + 0.5, n - 1)) * std::size_t(n) + std::size_t(clamped(x + 0.5, n - 1))]) return false;
  const int i = clamped(x, n - 2), j = clamped(y, n - 2);
  const double a = x - i, b = y - j;
  const float* low = &rest.map_position[3 * (std::size_t(j) * std::size_t(n) + std::size_t(i))];
  const float* high = low + 3 * std::size_t(n);
  for (std::size_t c = 0; c < 3; ++c) X[c] = (1 - b) * ((1 - a) * low[c] + a * low[c + 3]) + b * ((1 - a) * high[c] + a * high[c + 3]);
  return true;
}

}  // namespace plisse::geometry

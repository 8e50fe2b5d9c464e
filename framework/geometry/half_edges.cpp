// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/half_edges.hpp"

#include <algorithm>
#include <tuple>

namespace plisse::geometry {

std::vector<HalfEdge> sorted_half_edges(const std::vector<Triangle>& triangles) {
  std::vector<HalfEdge> sides;
  sides.reserve(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const int a = triangles[t][std::size_t(k)], b = triangles[t][std::size_t((k + 1) % 3)];
      sides.push_back({std::min(a, b), std::max(a, b), a <= b, int(t), k});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const HalfEdge& a, const HalfEdge& b) {
    return std::tie(a.low, a.high, a.triangle, a.corner) < std::tie(b.low, b.high, b.triangle, b.corner);
  });
  return sides;
}

std::vector<SideEnds> sorted_side_ends(const std::vector<Triangle>& triangles) {
  std::vector<SideEnds> sides;
  sides.reserve(3 * triangles.size());
  for (const Triangle& t : triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax({t[k], t[(k + 1) % 3]});
      sides.push_back({std::uint64_t(low) << 32 | std::uint64_t(high)});
    }
  std::sort(sides.begin(), sides.end());
  return sides;
}

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
#include "kernels/surfaces/space_order.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace plisse::surfaces {

namespace {

constexpr int bits = 20;  // an axis

std::uint64_t interleaved(const std::uint64_t (&cell)[3]) {
  std::uint64_t code = 0;
  for (int b = bits - 1; b >= 0; --b)
    for (const auto c : cell) code = code << 1 | (c >> b & 1);
  return code;
}

}  // namespace

std::vector<int> space_order(const std::vector<Vec3<double>>& points) {
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  if (points.empty()) return order;
  Vec3<double> low = points.front(), high = low;
  for (const auto& x : points) {
    low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
    high = {std::max(high.x, x.x), std::max(high.y, x.y), std::max(high.z, x.z)};
  }
  const auto size = high - low;
  const double extent = std::max({size.x, size.y, size.z}), cells = double((1 << bits) - 1);
  std::vector<std::uint64_t> code;
  for (const auto& x : points) {
    const auto offset = (extent > 0 ? cells / extent : 0.0) * (x - low);
    code.push_back(interleaved({std::uint64_t(offset.x), std::uint64_t(offset.y), std::uint64_t(offset.z)}));
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return code[std::size_t(a)] < code[std::size_t(b)]; });
  return order;
}

}  // namespace plisse::surfaces

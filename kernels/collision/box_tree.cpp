// SPDX-License-Identifier: Apache-2.0
#include "kernels/collision/box_tree.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>

namespace plisse::collision {
namespace {

// Spreads the lowest 21 bits to every third bit.
std::uint64_t spread(std::uint64_t x) {
  x = (x | x << 32) & 0x001f00000000ffffull;
  x = (x | x << 16) & 0x001f0000ff0000ffull;
  x = (x | x << 8) & 0x100f00f00f00f00full;
  x = (x | x << 4) & 0x10c30c30c30c30c3ull;
  return (x | x << 2) & 0x1249249249249249ull;
}

// Features along a Morton curve through the centres of their boxes; equal codes in order of their index.
template <class T>
std::vector<int> morton_order(const std::vector<Vec3<T>>& low, const std::vector<Vec3<T>>& high) {
  const std::size_t n = low.size();
  double least[3], most[3];
  for (int k = 0; k < 3; ++k) {
    least[k] = most[k] = low[0][k];
    for (std::size_t i = 0; i < n; ++i) {
      least[k] = std::min(least[k], double(low[i][k]));
      most[k] = std::max(most[k], double(high[i][k]));
    }
  }
  const double extent = std::max({most[0] - least[0], most[1] - least[1], most[2] - least[2], 1e-30});
  std::vector<std::uint64_t> code(n, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) {
      const double centre = 0.5 * (double(low[i][k]) + double(high[i][k]));
      code[i] |= spread(std::uint64_t((centre - least[k]) / extent * 2097151.)) << k;
    }
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return code[a] != code[b] ? code[a] < code[b] : a < b; });
  return order;
}

template <class T>
struct BoxOf {
  Vec3<T> low, high;
};

// Boxes of groups of eight.
template <class T>
std::vector<BoxOf<T>> grouped(const std::vector<BoxOf<T>>& items, int width) {
  std::vector<BoxOf<T>> groups;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i % width == 0) {
      groups.push_back(items[i]);
      continue;
    }
    Vec3<T>&low = groups.back().low, &high = groups.back().high;
    low = {std::min(low.x, items[i].low.x), std::min(low.y, items[i].low.y), std::min(low.z, items[i].low.z)};
    high = {std::max(high.x, items[i].high.x), std::max(high.y, items[i].high.y), std::max(high.z, items[i].high.z)};
  }
  return groups;
}

}  // namespace

template <class T>
BoxTree<T>::BoxTree(const std::vector<Vec3<T>>& low, const std::vector<Vec3<T>>& high, std::vector<int>& order) {
  if (low.empty() || low.size() != high.size()) throw std::logic_error("box tree: one box a feature, and at least one feature");
  order = morton_order(low, high);
  while (order.size() % width != 0) order.push_back(order.back());

  std::vector<BoxOf<T>> level;
  for (const int i : order) level.push_back({low[i], high[i]});
  std::vector<BoxOf<T>> all = level;
  constexpr T away = T(1e18);  // an empty box: farther than anything, and its square is finite
  do {
    if (levels_ == most_levels) throw std::invalid_argument("the body has too many features for one box tree");
    level = grouped(level, width);
    level_start_[levels_++] = int(all.size());
    all.insert(all.end(), level.begin(), level.end());
    while (all.size() % width != 0) all.push_back({{away, away, away}, {away, away, away}});
  } while (level.size() > width);

  box_ = Array2<T>("plisse::collision::boxes", 6, all.size());
  const auto host = Kokkos::create_mirror_view(box_);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      host(k, i) = all[i].low[k];
      host(3 + k, i) = all[i].high[k];
    }
  Kokkos::deep_copy(box_, host);
}

template class BoxTree<float>;
template class BoxTree<double>;

}  // namespace plisse::collision

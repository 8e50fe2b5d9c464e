// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/garment_size.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plisse::geometry {
namespace {

constexpr double largest = 5, smallest = 0.05;  // [m]

}  // namespace

std::string size_note(const std::vector<Point3>& positions) {
  if (positions.empty()) return {};
  double extent = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto [low, high] =
        std::minmax_element(positions.begin(), positions.end(), [k](const Point3& a, const Point3& b) { return a[k] < b[k]; });
    extent = std::max(extent, (*high)[k] - (*low)[k]);
  }
  if (extent > largest) return fmt::format("the garment is {:.4g} m across: is the file in centimetres? set 'unit'", extent);
  if (extent < smallest) return fmt::format("the garment is {:.4g} m across: is it in another unit than 'unit' says?", extent);
  return {};
}

}  // namespace plisse::geometry

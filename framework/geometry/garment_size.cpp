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
  Point3 low = positions[0], high = low;
  for (const Point3& p : positions) {
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  }
  const Point3 extent = high - low;
  const double most = *std::max_element(extent.begin(), extent.end());
  std::string note = fmt::format("{:.3g} x {:.3g} x {:.3g} m (x, y and z, which is up)", extent[0], extent[1], extent[2]);
  if (most > largest) note += fmt::format(": the garment is {:.3g} m across: is the file in centimetres? set 'unit'", most);
  if (most < smallest) note += fmt::format(": the garment is {:.3g} m across: is it in another unit than 'unit' says?", most);
  return note;
}

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
// Whether a garment is of the size of clothes.
#pragma once

#include <string>
#include <vector>

#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

// A note where the largest extent is above 5 m or below 5 cm, which often means another unit; else empty.
std::string size_note(const std::vector<Point3>& positions);

}  // namespace plisse::geometry

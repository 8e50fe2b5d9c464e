// SPDX-License-Identifier: Apache-2.0
// The size of a garment, for the user to see whether unit and axis are right.
#pragma once

#include <string>
#include <vector>

#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

// "0.5 x 0.3 x 0.7 m (x, y and z, which is up)", and a question where the largest extent is above 5 m or below 5 cm.
std::string size_note(const std::vector<Point3>& positions);

}  // namespace plisse::geometry

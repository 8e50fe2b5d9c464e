// SPDX-License-Identifier: Apache-2.0
// An order of points in space in which neighbours in the list lie close together: along Morton's curve over their bounding cube.
#pragma once

#include "kernels/core/vec.hpp"

#include <vector>

namespace plisse::surfaces {

// Indices into `points`; of points in one cell of the curve, the first comes first.
std::vector<int> space_order(const std::vector<Vec3<double>>& points);

}  // namespace plisse::surfaces

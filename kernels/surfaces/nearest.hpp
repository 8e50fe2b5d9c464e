// SPDX-License-Identifier: Apache-2.0
// The nearest point of any smooth map of the unit square, for surfaces without a closed form.
#pragma once

#include <functional>

#include "kernels/surfaces/surface.hpp"

namespace plisse::surfaces {

// Newton's method with bounds for |X(u, v) - x|^2 / 2, from every valley of a coarse grid.  The map is evaluated up to 1e-5
// outside the unit square.
Located nearest(const std::function<ChartPoint<double>(double, double)>& map, const Vec3<double>& x);

}  // namespace plisse::surfaces

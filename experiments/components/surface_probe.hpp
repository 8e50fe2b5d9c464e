// SPDX-License-Identifier: Apache-2.0
// Which points of a surface lie on a region: a grid over the chart, refined where the region is near.
#pragma once

#include "experiments/components/regions.hpp"
#include "kernels/surfaces/surface.hpp"

#include <vector>

namespace plisse::experiments {

struct RegionContact {
  std::vector<surfaces::Frame<double>> points;  // of the surface, on the region
  double gap = 0, reach = 0;                    // least and largest distance of the surface to the region [m]
};

// Points within 1e-6 of the surface's size count as on the region.
RegionContact contact(const RegionData& region, const surfaces::SurfaceMap& surface);

// Largest extent of the surface's box [m].
double size_of(const surfaces::SurfaceMap& surface);

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// Which points of a surface lie on a region: of a chart, a grid refined where the region is near; else points spread over the surface, and
// the places between neighbours where the region passes.
#pragma once

#include "experiments/components/regions.hpp"
#include "kernels/surfaces/surface.hpp"

#include <string>
#include <vector>

namespace plisse::experiments {

struct RegionContact {
  std::vector<surfaces::Frame<double>> points;  // of the surface, on the region; of a region with an area there, on its rim
  std::vector<int> piece;                       // of each: the connected piece of the surface it lies on; empty where there is one
  double gap = 0, reach = 0;                    // least and largest distance of the surface to the region [m]
};

constexpr double on_surface = 1e-6;  // of the surface's size: how far off a region or off the surface a point still counts as on it

RegionContact contact(const RegionData& region, const surfaces::Shape& surface);

// Largest extent of the surface's box [m].
double size_of(const surfaces::Shape& surface);

// What to tell whoever gave a point, as the option `path`, that lies off the surface.
std::string off_surface(const std::string& path, const surfaces::Shape::Nearest& found);

}  // namespace plisse::experiments

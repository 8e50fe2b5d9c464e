// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/boundary.hpp"

#include "experiments/components/regions.hpp"
#include "framework/config/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plisse::experiments {

namespace {

double nearest_vertex(const RegionData& region, const geometry::SurfaceMesh& rest) {
  double nearest = INFINITY;
  for (const auto& x : rest.positions) nearest = std::min(nearest, region.distance(x));
  return nearest;
}

}  // namespace

template <class T> boundary::PinSet<T> make_pins(const std::vector<PinOptions>& options, const geometry::SurfaceMesh& rest) {
  boundary::PinSet<T> set;
  RegionCorners corners;
  for (std::size_t k = 0; k < options.size(); ++k) {
    const auto& option = options[k];
    const auto path = fmt::format("scene.boundary[{}]", k);
    const auto region = region_of(option.where, path + ".where", &rest);
    const auto fixed = fixed_components(option.fix, path + ".fix");
    const double gap = nearest_vertex(region, rest);
    if (gap > option.falloff)
      throw config::Error(fmt::format(
          "{}.where: holds nothing, the garment at rest stays {:g} m away from it; move the region or check the garment's unit and up axis", path, gap));
    const auto& move = option.move;
    set.pins.push_back(
        {corners.add<T>(region), {fixed[0], fixed[1], fixed[2]}, {T(move[0]), T(move[1]), T(move[2])}, T(option.falloff), option.clamped});
  }
  set.corners = corners.to_device<T>();
  return set;
}

template boundary::PinSet<float> make_pins(const std::vector<PinOptions>&, const geometry::SurfaceMesh&);
template boundary::PinSet<double> make_pins(const std::vector<PinOptions>&, const geometry::SurfaceMesh&);

}  // namespace plisse::experiments

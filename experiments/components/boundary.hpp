// SPDX-License-Identifier: Apache-2.0
// Pins in a configuration: [{where: {type: box, lower: [...], upper: [...]}, fix: [x, y, z], move: [0, 0, 0.1], falloff: 0.05}]
#pragma once

#include "framework/config/options.hpp"
#include "framework/geometry/surface_mesh.hpp"
#include "kernels/boundary/pins.hpp"

#include <string>
#include <vector>

namespace plisse::experiments {

struct PinOptions {
  config::Component where;
  std::vector<std::string> fix{"x", "y", "z"};
  std::vector<double> move{0, 0, 0};
  double falloff = 0.05;
  bool clamped = false;

  template <class V> void describe(V& v) {
    v.component("where", where, "regions").required().doc("the set that is held, measured on the rest positions");
    v.option("fix", fix).length(1, 3).doc("components that are held: x, y, z");
    v.option("move", move).length(3, 3).unit("m").doc("displacement of the held set");
    v.option("falloff", falloff).at_least(0).unit("m").doc("distance over which the field takes over");
    v.option("clamped", clamped).doc("hold the slope at the set too");
  }
};

// Device pins.  Throws config::Error where a pin holds no vertex of the garment at rest or names an unknown component.
template <class T> boundary::PinSet<T> make_pins(const std::vector<PinOptions>& options, const geometry::SurfaceMesh& rest);

}  // namespace plisse::experiments

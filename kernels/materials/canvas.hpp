// SPDX-License-Identifier: Apache-2.0
// Canvas of "NeuralGarSim": a11, a12, a22, G12 [N/m], thickness [m], density [kg/m^2].
#pragma once

#include "kernels/materials/fabric.hpp"

namespace plisse::materials {

template <class T>
class Canvas : public Orthotropic<T> {
 public:
  static constexpr const char *name = "canvas", *doc = "a heavy canvas, with the constants of NeuralGarSim";
  using Options = FabricOptions;

  Canvas(const Options& options, const Context& context) : Orthotropic<T>(options.with(5.366, 2.683, 19.804, 2.009, 0.37e-3, 0.294), context) {}
};

}  // namespace plisse::materials

PLISSE_COMPONENT(materials::Canvas)

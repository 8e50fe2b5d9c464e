// SPDX-License-Identifier: Apache-2.0
// Cotton of "NeuralGarSim": a11, a12, a22, G12 [N/m], thickness [m], density [kg/m^2].
#pragma once

#include "kernels/materials/fabric.hpp"

namespace plisse::materials {

template <class T>
class Cotton : public Orthotropic<T> {
 public:
  static constexpr const char *name = "cotton", *doc = "a light plain cotton, with the constants of NeuralGarSim";
  using Options = FabricOptions;

  Cotton(const Options& options, const Context& context) : Orthotropic<T>(options.with(15.557, 7.779, 25.004, 1.076, 0.253e-3, 0.1036), context) {}
};

}  // namespace plisse::materials

PLISSE_COMPONENT(materials::Cotton)

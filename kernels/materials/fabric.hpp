// SPDX-License-Identifier: Apache-2.0
// Fabrics with measured constants: the two of "NeuralGarSim", each the law of kernels/materials/orthotropic.hpp.
#pragma once

#include "kernels/materials/orthotropic.hpp"

namespace plisse::materials {

struct FabricOptions {
  double warp_angle = 0;

  template <class V>
  void describe(V& v) {
    v.option("warp_angle", warp_angle).unit("degree").doc("from the first tangent of the surface to the warp, about the normal");
  }

  // With stiffnesses [N/m], thickness [m] and density [kg/m^2].
  OrthotropicOptions with(double a11, double a12, double a22, double g12, double thickness, double density) const {
    return {a11, a12, a22, g12, thickness, density, warp_angle, 3};
  }
};

}  // namespace plisse::materials

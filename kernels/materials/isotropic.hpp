// SPDX-License-Identifier: Apache-2.0
// Isotropic linear elasticity in plane stress, integrated through the thickness in closed form:
//   psi = 1/2 E h / (1 - nu^2) [(1 - nu) e:e + nu tr(e)^2] + 1/2 E h^3 / (12 (1 - nu^2)) [(1 - nu) k:k + nu tr(k)^2]
// E Young's modulus, nu Poisson's ratio, h thickness, e membrane strain, k change of curvature.
#pragma once

#include "kernels/materials/material.hpp"

namespace plisse::materials {

struct IsotropicOptions {
  double young = 1e6;
  double poisson = 0.3;
  double thickness = 1e-3;
  double density = 0;

  template <class V>
  void describe(V& v) {
    v.option("young", young).above(0).required().unit("Pa").doc("Young's modulus");
    v.option("poisson", poisson).above(-1).below(0.5).required().doc("Poisson's ratio");
    v.option("thickness", thickness).above(0).required().unit("m").doc("of the sheet");
    v.option("density", density).at_least(0).unit("kg/m^2").doc("mass per area, where a load needs it");
  }
};

template <class T>
class Isotropic : public Material<T> {
 public:
  static constexpr const char *name = "isotropic", *doc = "linear elasticity, the same in all directions";
  using Options = IsotropicOptions;

  Isotropic(const Options& options, const Context& context);

  Stiffness<T> stiffness() const override;
  double thickness() const override { return options_.thickness; }
  double density() const override { return options_.density; }

 private:
  Options options_;
};

}  // namespace plisse::materials

PLISSE_COMPONENT(materials::Isotropic)

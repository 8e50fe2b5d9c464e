// SPDX-License-Identifier: Apache-2.0
// Orthotropic St. Venant-Kirchhoff cloth.  In warp/weft axes, with E(zeta) = e + zeta k at height zeta of the thickness h,
//   psi(E) = 1/2 a11 E11^2 + a12 E11 E22 + 1/2 a22 E22^2 + G12 E12^2
//   energy per area = 1/h int_(-h/2)^(h/2) psi(E(zeta)) d zeta      by the composite Simpson rule (all weights positive)
// psi is quadratic, so its integral is a quadratic form whose matrices are the same weighted sums of the coefficients: they are taken
// once, when the material is made.  The nodes lie symmetric about the middle surface: membrane and bending do not couple.
#pragma once

#include <string>
#include <vector>

#include "kernels/materials/material.hpp"

namespace plisse::materials {

struct OrthotropicOptions {
  double a11 = 15.557, a12 = 7.779, a22 = 25.004, g12 = 1.076;
  double thickness = 0.253e-3;
  double density = 0;
  double warp_angle = 0;
  int simpson_points = 3;

  template <class V>
  void describe(V& v) {
    v.option("a11", a11).above(0).required().unit("N/m").doc("stiffness along the warp");
    v.option("a12", a12).required().unit("N/m").doc("coupling of warp and weft");
    v.option("a22", a22).above(0).required().unit("N/m").doc("stiffness along the weft");
    v.option("g12", g12).above(0).required().unit("N/m").doc("shear stiffness");
    v.option("thickness", thickness).above(0).required().unit("m").doc("of the sheet");
    v.option("density", density).at_least(0).unit("kg/m^2").doc("mass per area, where a load needs it");
    v.option("warp_angle", warp_angle).unit("degree").doc("from the first tangent of the surface to the warp, about the normal");
    v.option("simpson_points", simpson_points).at_least(3).doc("points through the thickness, an odd number");
    v.rule("a12", [this] { return indefinite(); });
    v.rule("simpson_points", [this] { return even(); });
  }

  // Why the stiffness matrix of warp and weft is not positive definite, or the number of points does not fit; else empty.
  std::string indefinite() const;
  std::string even() const;
};

// A node of an integral over the thickness.
struct ThicknessPoint {
  double height;  // [m] from the middle surface
  double weight;  // [m]; all of them sum to the thickness
};

// The composite Simpson rule over [-h/2, h/2] with an odd number of points, at least 3.
std::vector<ThicknessPoint> simpson(double thickness, int points);

template <class T>
class Orthotropic : public Material<T> {
 public:
  static constexpr const char *name = "orthotropic", *doc = "St. Venant-Kirchhoff cloth with warp and weft";
  using Options = OrthotropicOptions;

  Orthotropic(const Options& options, const Context& context);

  Stiffness<T> stiffness() const override;
  double thickness() const override { return options_.thickness; }
  double density() const override { return options_.density; }

 private:
  Options options_;
};

}  // namespace plisse::materials

PLISSE_COMPONENT(materials::Orthotropic)

// SPDX-License-Identifier: Apache-2.0
// A circular cylinder around an axis a, or a part of it: X = p + R e_r(theta) + L v a, theta from the first to the last angle with u;
// n = e_r, outward; H = 1/R around the axis.
#pragma once

#include "kernels/surfaces/cone.hpp"

namespace plisse::surfaces {

struct CylinderOptions {
  double radius = 0.5, length = 1;
  std::vector<double> angle{0, 360};
  AxisFrameOptions frame;

  template <class V>
  void describe(V& v) {
    v.option("radius", radius).above(0).unit("m").doc("radius");
    v.option("length", length).above(0).unit("m").doc("length along the axis");
    v.option("angle", angle).length(2, 2).range(-360, 360).unit("degrees").doc("first and last angle around the axis, at most 360 apart");
    frame.describe(v, "centre of the circle at v = 0");
    v.rule("angle", [this] { return angles_mistake(angle, -360, 360, 360); });
  }
};

template <class S>
struct CylinderMap : ConeMap<S> {
  explicit CylinderMap(const CylinderOptions& options) : ConeMap<S>(as_cone(options)) {}

 private:
  static ConeOptions as_cone(const CylinderOptions& options) {
    refuse("radius", positive_mistake(options.radius));
    refuse("length", positive_mistake(options.length));
    ConeOptions cone;
    cone.radii = {options.radius, options.radius};
    cone.height = options.length;
    cone.angle = options.angle;
    cone.frame = options.frame;
    return cone;
  }
};

template <class T>
class Cylinder : public Mapped<T, CylinderMap> {
 public:
  static constexpr const char *name = "cylinder", *doc = "a circular cylinder, or a part of it: roofs, tubes, sleeves";
  using Options = CylinderOptions;

  explicit Cylinder(const Options& options, const Context& = {}) : Mapped<T, CylinderMap>(options) {}
};

}  // namespace plisse::surfaces

PLISSE_COMPONENT(surfaces::Cylinder)

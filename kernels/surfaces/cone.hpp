// SPDX-License-Identifier: Apache-2.0
// A truncated cone around an axis a: X = p + r(v) e_r(theta) + h v a, r(v) = r0 + v (r1 - r0), theta from the first to the last angle
// with u; n = (h e_r + (r0 - r1) a) / s, outward, with the slant s = sqrt(h^2 + (r0 - r1)^2).  H = h / (s r) along the parallels.
// One radius may be 0: the cone ends in its apex, where H grows without bound; it is cut off there at a millionth of the larger
// radius.  A height of 0 makes a flat ring or disk.
#pragma once

#include <string>

#include "kernels/surfaces/arc.hpp"
#include "kernels/surfaces/mapped.hpp"
#include "kernels/surfaces/placement.hpp"

namespace plisse::surfaces {

struct ConeOptions {
  std::vector<double> radii{0.5, 0.25}, angle{0, 360};
  double height = 0.5;
  AxisFrameOptions frame;

  template <class V>
  void describe(V& v) {
    v.option("radii", radii).length(2, 2).at_least(0).unit("m").doc("radii at v = 0 and at v = 1; one of them may be 0, an apex");
    v.option("height", height).at_least(0).unit("m").doc("distance along the axis between the two; 0 makes a flat ring");
    v.option("angle", angle).length(2, 2).range(-360, 360).unit("degrees").doc("first and last angle around the axis, at most 360 apart");
    frame.describe(v, "centre of the circle at v = 0");
    v.rule("radii", [this] { return radii_mistake(); });
    v.rule("angle", [this] { return angles_mistake(angle, -360, 360, 360); });
  }
  std::string radii_mistake() const {
    if (radii.size() != 2) return "has " + std::to_string(radii.size()) + " numbers, but needs two";
    if (!(radii[0] >= 0 && radii[1] >= 0 && std::isfinite(radii[0] + radii[1]))) return "must be two radii of 0 or more";
    if (radii[0] == 0 && radii[1] == 0) return "are both 0, which leaves a line: give one above 0";
    if (radii[0] == radii[1] && height == 0) return "are equal and height is 0, which leaves a circle: give a height";
    return "";
  }
};

template <class S>
struct ConeMap {
  Placement<S> placement;
  S r0, r1, height, slant, least_radius;
  Arc arc;

  explicit ConeMap(const ConeOptions& options) : ConeMap(checked(options), options.frame.placement()) {}

  KOKKOS_FUNCTION ChartPoint<S> operator()(S u, S v) const {
    const S angle = S(arc.from) + u * S(arc.span), c = math::cos(angle), s = math::sin(angle), radius = (1 - v) * r0 + v * r1;
    ChartPoint<S> p;
    p.frame.x = placement.place(radius * c, radius * s, height * v);
    p.frame.t1 = placement.direction(-s, c, 0);
    const S rise = height / slant, growth = (r1 - r0) / slant;
    p.frame.t2 = placement.direction(growth * c, growth * s, rise);
    p.frame.n = placement.direction(rise * c, rise * s, -growth);
    p.frame.h11 = rise / math::fmax(radius, least_radius);
    p.u1 = radius * S(arc.span);
    p.v2 = slant;
    return p;
  }

  double area() const { return 0.5 * (r0 + r1) * slant * arc.span; }

  // The nearest meridian comes first, then the nearest point of that segment.
  Located locate(const Vec3<double>& x) const {
    const auto c = placement.coordinates(x);
    const double distance = std::hypot(c.x, c.y), angle = std::atan2(c.y, c.x);
    const double u = arc.nearest(angle), off = angle - arc.at(u);
    const double outward = distance * std::cos(off), sideways = distance * std::sin(off);
    const double v = std::clamp(((outward - r0) * (r1 - r0) + c.z * height) / (slant * slant), 0.0, 1.0);
    return {u, v, std::hypot(outward - (r0 + v * (r1 - r0)), sideways, c.z - v * height)};
  }

  double reach(const Vec3<double>& d) const {
    const auto c = placement.components(d);
    const double around = arc.reach(c.x, c.y);
    return dot(d, placement.origin) + std::max(r0 * around, r1 * around + height * c.z);
  }

 private:
  static const ConeOptions& checked(const ConeOptions& options) {
    refuse("height", options.height >= 0 && std::isfinite(options.height) ? "" : "must be 0 or more");
    refuse("radii", options.radii_mistake());
    refuse("angle", angles_mistake(options.angle, -360, 360, 360));
    return options;
  }
  ConeMap(const ConeOptions& options, const Placement<double>& place)
      : placement(place.cast<S>()),
        r0(S(options.radii[0])),
        r1(S(options.radii[1])),
        height(S(options.height)),
        slant(S(std::hypot(options.height, options.radii[1] - options.radii[0]))),
        least_radius(S(1e-6 * std::max(options.radii[0], options.radii[1]))),
        arc(options.angle) {}
};

template <class T>
class Cone : public Mapped<T, ConeMap> {
 public:
  static constexpr const char *name = "cone", *doc = "a truncated cone, or a part of it; a flat ring where its height is 0";
  using Options = ConeOptions;

  explicit Cone(const Options& options, const Context& = {}) : Mapped<T, ConeMap>(options) {}
};

}  // namespace plisse::surfaces

PLISSE_COMPONENT(surfaces::Cone)

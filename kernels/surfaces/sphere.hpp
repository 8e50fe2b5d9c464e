// SPDX-License-Identifier: Apache-2.0
// A sphere, or the part of it between two latitudes and two azimuths: X = c + R (cos(lat) e_r(azimuth) + sin(lat) a), azimuth growing
// with u, latitude with v, from -90 degrees at one pole to 90 at the other, where the axis a leaves; n outward; H = 1/R.
#pragma once

#include "kernels/surfaces/arc.hpp"
#include "kernels/surfaces/mapped.hpp"
#include "kernels/surfaces/placement.hpp"

namespace plisse::surfaces {

struct SphereOptions {
  double radius = 0.5;
  std::vector<double> latitude{-90, 90}, azimuth{0, 360};
  AxisFrameOptions frame;

  template <class V>
  void describe(V& v) {
    v.option("radius", radius).above(0).unit("m").doc("radius");
    v.option("latitude", latitude)
        .length(2, 2)
        .range(-90, 90)
        .unit("degrees")
        .doc("first and last angle above the equator; 90 is the pole");
    v.option("azimuth", azimuth)
        .length(2, 2)
        .range(-360, 360)
        .unit("degrees")
        .doc("first and last angle around the axis, at most 360 apart");
    frame.describe(v, "centre");
    v.rule("latitude", [this] { return angles_mistake(latitude, -90, 90, 180); });
    v.rule("azimuth", [this] { return angles_mistake(azimuth, -360, 360, 360); });
  }
};

template <class S>
struct SphereMap {
  Placement<S> placement;
  S radius;
  Arc azimuth, latitude;

  explicit SphereMap(const SphereOptions& options) : SphereMap(checked(options), options.frame.placement()) {}

  KOKKOS_FUNCTION ChartPoint<S> operator()(S u, S v) const {
    const S around = S(azimuth.from) + u * S(azimuth.span), up = S(latitude.from) + v * S(latitude.span);
    const S c = math::cos(around), s = math::sin(around), level = math::fmax(math::cos(up), S(0)), height = math::sin(up);
    ChartPoint<S> p;
    p.frame.n = placement.direction(level * c, level * s, height);
    p.frame.x = placement.origin + radius * p.frame.n;
    p.frame.t1 = placement.direction(-s, c, 0);
    p.frame.t2 = placement.direction(-height * c, -height * s, level);
    p.frame.h11 = p.frame.h22 = 1 / radius;
    p.u1 = radius * level * S(azimuth.span);
    p.v2 = radius * S(latitude.span);
    return p;
  }

  double area() const {
    const double middle = latitude.at(0.5);
    return radius * radius * azimuth.span * 2 * std::cos(middle) * std::sin(0.5 * latitude.span);
  }

  // The nearest meridian comes first, then the nearest point of that arc.
  Located locate(const Vec3<double>& x) const {
    const auto c = placement.coordinates(x);
    const double distance = std::hypot(c.x, c.y), angle = std::atan2(c.y, c.x);
    const double u = azimuth.nearest(angle), off = angle - azimuth.at(u);
    const double outward = distance * std::cos(off), sideways = distance * std::sin(off);
    const double v = latitude.nearest(std::atan2(c.z, outward)), up = latitude.at(v);
    return {u, v, std::hypot(outward - radius * std::cos(up), sideways, c.z - radius * std::sin(up))};
  }

  double reach(const Vec3<double>& d) const {
    const auto c = placement.components(d);
    return dot(d, placement.origin) + radius * latitude.reach(azimuth.reach(c.x, c.y), c.z);
  }

 private:
  static const SphereOptions& checked(const SphereOptions& options) {
    refuse("radius", positive_mistake(options.radius));
    refuse("latitude", angles_mistake(options.latitude, -90, 90, 180));
    refuse("azimuth", angles_mistake(options.azimuth, -360, 360, 360));
    return options;
  }
  SphereMap(const SphereOptions& options, const Placement<double>& place)
      : placement(place.cast<S>()), radius(S(options.radius)), azimuth(options.azimuth), latitude(options.latitude) {}
};

template <class T>
class Sphere : public Mapped<T, SphereMap> {
 public:
  static constexpr const char *name = "sphere", *doc = "a sphere, or the part between two latitudes and two azimuths";
  using Options = SphereOptions;

  explicit Sphere(const Options& options, const Context& = {}) : Mapped<T, SphereMap>(options) {}
};

}  // namespace plisse::surfaces

PLISSE_COMPONENT(surfaces::Sphere)

// SPDX-License-Identifier: Apache-2.0
// A flat rectangle: X = p + a u e1 + b v e2 with e2 = n x e1.
#pragma once

#include <algorithm>

#include "kernels/surfaces/mapped.hpp"
#include "kernels/surfaces/placement.hpp"

namespace plisse::surfaces {

struct PlaneOptions {
  std::vector<double> size{1, 1};
  PlaneFrameOptions frame;

  template <class V>
  void describe(V& v) {
    v.option("size", size).length(1, 2).above(0).unit("m").doc("lengths along u and along v; one number for a square");
    frame.describe(v, "the corner u = v = 0");
  }
};

template <class S>
struct PlaneMap {
  Placement<S> placement;
  S a, b;

  explicit PlaneMap(const PlaneOptions& options)
      : placement((refuse("size", positive_mistake(options.size)), options.frame.placement().cast<S>())),
        a(S(first(options.size))),
        b(S(second(options.size))) {}

  KOKKOS_FUNCTION ChartPoint<S> operator()(S u, S v) const {
    return {{placement.place(a * u, b * v, 0), placement.e1, placement.e2, placement.e3, 0, 0, 0}, a, 0, b};
  }

  double area() const { return a * b; }
  Located locate(const Vec3<double>& x) const {
    const auto c = placement.coordinates(x);
    const double u = std::clamp(c.x / a, 0.0, 1.0), v = std::clamp(c.y / b, 0.0, 1.0);
    return {u, v, norm(c - Vec3<double>{a * u, b * v, 0})};
  }
  double reach(const Vec3<double>& d) const {
    return dot(d, placement.origin) + std::max(0.0, a * dot(d, placement.e1)) + std::max(0.0, b * dot(d, placement.e2));
  }
};

template <class T>
class Plane : public Mapped<T, PlaneMap> {
 public:
  static constexpr const char *name = "plane", *doc = "a flat rectangle: plates and strips";
  using Options = PlaneOptions;

  explicit Plane(const Options& options, const Context& = {}) : Mapped<T, PlaneMap>(options) {}
};

}  // namespace plisse::surfaces

PLISSE_COMPONENT(surfaces::Plane)

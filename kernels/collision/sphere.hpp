// SPDX-License-Identifier: Apache-2.0
// A ball: distance |x - c| - r.
#pragma once

#include "kernels/collision/shape.hpp"

namespace plisse::collision {

struct SphereOptions {
  std::vector<double> center{0, 0, 0};
  double radius = 0.25;

  template <class V>
  void describe(V& v) {
    v.option("center", center).length(3, 3).unit("m").doc("centre");
    v.option("radius", radius).above(0).unit("m").doc("radius");
  }
};

template <class T>
struct SphereShape {
  Vec3<T> center;
  T radius;

  KOKKOS_FUNCTION Hit<T> operator()(const Vec3<T>& x) const { return ball(x - center, radius, Vec3<T>{0, 0, 1}); }
};

template <class T>
class Sphere : public Collider<T> {
 public:
  static constexpr const char *name = "sphere", *doc = "a ball";
  static constexpr bool needs_body = false;
  using Options = SphereOptions;

  Sphere(const Options& options, const Context& context);

  void query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const override;
  Body mesh(double extent) const override;

 private:
  Vec3<double> center_;
  double radius_;
};

}  // namespace plisse::collision

PLISSE_COMPONENT(collision::Sphere)

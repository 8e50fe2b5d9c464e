// SPDX-License-Identifier: Apache-2.0
// All points within a radius of the segment a-b; a ball where a = b.
#pragma once

#include "kernels/collision/shape.hpp"

namespace plisse::collision {

struct CapsuleOptions {
  std::vector<double> a{0, 0, 0}, b{0, 0, 1};
  double radius = 0.1;

  template <class V>
  void describe(V& v) {
    v.option("a", a).length(3, 3).unit("m").doc("one end of the axis");
    v.option("b", b).length(3, 3).unit("m").doc("the other end of the axis");
    v.option("radius", radius).above(0).unit("m").doc("radius");
  }
};

template <class T>
struct CapsuleShape {
  Vec3<T> a, axis;
  T radius;

  KOKKOS_FUNCTION Hit<T> operator()(const Vec3<T>& x) const {
    const T squared = dot(axis, axis), along = dot(x - a, axis);
    const T t = along <= 0 || squared <= 0 ? T(0) : along >= squared ? T(1) : along / squared;
    return ball(x - (a + t * axis), radius, perpendicular(axis));
  }
};

template <class T>
class Capsule : public Collider<T> {
 public:
  static constexpr const char *name = "capsule", *doc = "a cylinder with round ends";
  static constexpr bool needs_body = false;
  using Options = CapsuleOptions;

  Capsule(const Options& options, const Context& context);

  void query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const override;
  Body mesh(double extent) const override;

 private:
  Vec3<double> a_, b_;
  double radius_;
};

}  // namespace plisse::collision

PLISSE_COMPONENT(collision::Capsule)

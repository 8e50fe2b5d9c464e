// SPDX-License-Identifier: Apache-2.0
// The half-space below a plane: distance (x - point) . normal.
#pragma once

#include "kernels/collision/shape.hpp"

namespace plisse::collision {

struct PlaneOptions {
  std::vector<double> point{0, 0, 0}, normal{0, 0, 1};

  template <class V>
  void describe(V& v) {
    v.option("point", point).length(3, 3).unit("m").doc("a point of the plane");
    v.option("normal", normal).length(3, 3).doc("direction that points out, of any length above 0");
  }
};

template <class T>
struct PlaneShape {
  Vec3<T> point, normal;

  KOKKOS_FUNCTION Hit<T> operator()(const Vec3<T>& x) const { return {dot(x - point, normal), normal}; }
};

template <class T>
class Plane : public Collider<T> {
 public:
  static constexpr const char *name = "plane", *doc = "the half-space below a plane";
  static constexpr bool needs_body = false;
  using Options = PlaneOptions;

  Plane(const Options& options, const Context& context);

  void query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const override;
  Body mesh(double extent) const override;

 private:
  Vec3<double> point_, normal_;
};

}  // namespace plisse::collision

PLISSE_COMPONENT(collision::Plane)

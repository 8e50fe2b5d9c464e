// SPDX-License-Identifier: Apache-2.0
// A box along the axes with rounded edges: the box of half size h - r, grown by the rounding r.  With q = |x - c| - (h - r):
// distance = |max(q, 0)| + min(max(q_x, q_y, q_z), 0) - r.
#pragma once

#include "kernels/collision/shape.hpp"

namespace plisse::collision {

struct BoxOptions {
  std::vector<double> center{0, 0, 0}, half_size{0.25, 0.25, 0.25};
  double rounding = 0;

  template <class V>
  void describe(V& v) {
    v.option("center", center).length(3, 3).unit("m").doc("centre");
    v.option("half_size", half_size).length(3, 3).above(0).unit("m").doc("half the edge lengths, rounding included");
    v.option("rounding", rounding).at_least(0).unit("m").doc("radius of edges and corners, at most the smallest half size");
  }
};

template <class T>
struct BoxShape {
  Vec3<T> center, core;  // core: half size less rounding
  T rounding;

  KOKKOS_FUNCTION Hit<T> operator()(const Vec3<T>& x) const {
    const Vec3<T> d = x - center;
    const Vec3<T> q{math::fabs(d.x) - core.x, math::fabs(d.y) - core.y, math::fabs(d.z) - core.z};
    const Vec3<T> outside{math::fmax(q.x, T(0)), math::fmax(q.y, T(0)), math::fmax(q.z, T(0))};
    const T length = norm(outside);
    if (length > no_length<T>) {
      const T inverse = 1 / length;
      return {length - rounding,
              {signed_like(inverse * outside.x, d.x), signed_like(inverse * outside.y, d.y), signed_like(inverse * outside.z, d.z)}};
    }
    if (q.x >= q.y && q.x >= q.z) return {q.x - rounding, {signed_like(T(1), d.x), 0, 0}};
    if (q.y >= q.z) return {q.y - rounding, {0, signed_like(T(1), d.y), 0}};
    return {q.z - rounding, {0, 0, signed_like(T(1), d.z)}};
  }

  KOKKOS_FUNCTION static T signed_like(T size, T direction) { return direction < 0 ? -size : size; }
};

template <class T>
class Box : public Collider<T> {
 public:
  static constexpr const char *name = "box", *doc = "a box along the axes, with sharp or rounded edges";
  static constexpr bool needs_body = false;
  using Options = BoxOptions;

  Box(const Options& options, const Context& context);

  void query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const override;
  Body mesh(double extent) const override;

 private:
  Vec3<double> center_, half_size_;
  double rounding_;
};

}  // namespace plisse::collision

PLISSE_COMPONENT(collision::Box)

// SPDX-License-Identifier: Apache-2.0
#include "kernels/collision/closest_point.hpp"

#include <algorithm>
#include <limits>

#include "kernels/collision/shape.hpp"

namespace plisse::collision {
namespace {

template <class T>
struct Corners {
  Vec3<T> a, b, c;

  Vec3<T> low() const { return {std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::min({a.z, b.z, c.z})}; }
  Vec3<T> high() const { return {std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y}), std::max({a.z, b.z, c.z})}; }
  // An area that survives rounding to T.
  bool has_area() const {
    const Vec3<T> u = b - a, v = c - a, n = cross(u, v);
    return dot(n, n) > T(1e-12) * std::max(dot(u, u), dot(v, v)) * std::max(dot(u, u), dot(v, v));
  }
};

}  // namespace

template <class T>
ClosestPoint<T>::ClosestPoint(const Body& body) {
  const auto pseudo = pseudo_normals(body);
  std::vector<int> kept;
  std::vector<Corners<T>> corners;
  std::vector<Vec3<T>> low, high;
  double size = 0;
  for (const double x : body.positions) size = std::max(size, std::abs(x));
  on_surface_ = T(32 * size) * std::numeric_limits<T>::epsilon();
  for (int t = 0; t < int(pseudo.size()); ++t) {
    const int* v = body.triangles.data() + 3 * std::size_t(t);
    const Corners<T> triangle{cast<T>(position(body, v[0])), cast<T>(position(body, v[1])), cast<T>(position(body, v[2]))};
    if (!triangle.has_area()) continue;
    kept.push_back(t);
    corners.push_back(triangle);
    low.push_back(triangle.low());
    high.push_back(triangle.high());
  }
  if (kept.empty()) throw std::invalid_argument("no triangle of the body has an area in this precision: give a closed triangle mesh");
  std::vector<int> order;
  search_.tree = BoxTree<T>(low, high, order);
  search_.feature.corner = Array2<T>("plisse::collision::triangles", 9, order.size());
  pseudo_normal_ = Array2<T>("plisse::collision::pseudo_normals", 21, order.size());
  const auto host_corner = Kokkos::create_mirror_view(search_.feature.corner), host_normal = Kokkos::create_mirror_view(pseudo_normal_);
  for (std::size_t slot = 0; slot < order.size(); ++slot) {
    const Corners<T>& triangle = corners[order[slot]];
    for (int k = 0; k < 3; ++k) {
      host_corner(k, slot) = triangle.a[k];
      host_corner(3 + k, slot) = triangle.b[k];
      host_corner(6 + k, slot) = triangle.c[k];
      for (int f = 0; f < 7; ++f) {
        const auto& n = pseudo[kept[order[slot]]][f];
        const double length = norm(n);  // two faces folded onto each other cancel: use the face then
        host_normal(3 * f + k, slot) = T(length > 1e-6 ? n[k] / length : pseudo[kept[order[slot]]][0][k]);
      }
    }
  }
  Kokkos::deep_copy(search_.feature.corner, host_corner);
  Kokkos::deep_copy(pseudo_normal_, host_normal);
  search_.cells = CellGrid<T>::over(body, 0.5, 8);
  search_.seed = Array1<int>("plisse::collision::seeds", search_.cells.count());
  Kokkos::parallel_for("plisse::collision::seed", Range(Exec(), 0, search_.cells.count()), search_);
}

template <class T>
void ClosestPoint<T>::query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const {
  const auto search = search_;
  const auto pseudo_normals = pseudo_normal_;
  const T on_surface = on_surface_;
  using Dynamic = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;  // far points search longer
  Kokkos::parallel_for(
      "plisse::collision::closest_point", Dynamic(exec, 0, n).set_chunk_size(64), KOKKOS_LAMBDA(int p) {
        const Vec3<T> x{positions(0, 0, p), positions(1, 0, p), positions(2, 0, p)};
        const int slot = search.nearest(x);
        const auto closest = search.feature.closest(slot, x);
        const int f = 3 * closest.feature;
        const Vec3<T> pseudo{pseudo_normals(f, slot), pseudo_normals(f + 1, slot), pseudo_normals(f + 2, slot)};
        const Vec3<T> away = x - closest.point;
        const T length = norm(away), side = dot(away, pseudo);
        const bool direct = length > on_surface;
        const T signed_length = side < 0 ? -length : length;
        const Vec3<T> out = direct ? (1 / signed_length) * away : pseudo;
        distance(p) = direct ? signed_length : side;
        normal(0, p) = out.x;
        normal(1, p) = out.y;
        normal(2, p) = out.z;
      });
}

template class ClosestPoint<float>;
template class ClosestPoint<double>;

}  // namespace plisse::collision

// SPDX-License-Identifier: Apache-2.0
#include "kernels/surfaces/sampled.hpp"

#include "kernels/surfaces/space_order.hpp"

#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace plisse::surfaces {

namespace {

// The element that a share of the area falls into.
KOKKOS_INLINE_FUNCTION int element_at(const Array1<double>& up_to, double share) {
  int low = 0, high = int(up_to.extent(0)) - 1;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (up_to(middle) > share) high = middle;
    else low = middle + 1;
  }
  return low;
}

template <class T> struct Row {
  Vec3<T> x, n;
  Symmetric3<T> h;
};

template <class T> KOKKOS_INLINE_FUNCTION Row<T> row(const Array2<T>& data, int i) {
  return {{data(0, i), data(1, i), data(2, i)},
          {data(3, i), data(4, i), data(5, i)},
          {data(6, i), data(7, i), data(8, i), data(9, i), data(10, i), data(11, i)}};
}

template <class T> KOKKOS_INLINE_FUNCTION void add(Row<T>& sum, T share, const Row<T>& other) {
  sum.x += share * other.x;
  sum.n += share * other.n;
  sum.h.xx += share * other.h.xx;
  sum.h.xy += share * other.h.xy;
  sum.h.xz += share * other.h.xz;
  sum.h.yy += share * other.h.yy;
  sum.h.yz += share * other.h.yz;
  sum.h.zz += share * other.h.zz;
}

template <class T> Array2<T> to_device(const PointData& data, const std::vector<int>& order, const std::string& label) {
  const Array2<T> device(label, 12, order.size());
  const auto host = Kokkos::create_mirror_view(device);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto k = std::size_t(order[i]);
    const auto &x = data.position[k], &n = data.normal[k];
    const auto& h = data.weingarten[k];
    const double values[12] = {x.x, x.y, x.z, n.x, n.y, n.z, h.xx, h.xy, h.xz, h.yy, h.yz, h.zz};
    for (std::size_t r = 0; r < 12; ++r) host(r, i) = T(values[r]);
  }
  Kokkos::deep_copy(device, host);
  return device;
}

// Areas in an order as shares summed up, the last exactly 1; and their sum [m^2].
std::pair<Array1<double>, double> summed(const std::vector<double>& areas, const std::vector<int>& order) {
  const Array1<double> device("plisse::surfaces::up_to", order.size());
  const auto host = Kokkos::create_mirror_view(device);
  double sum = 0;
  for (std::size_t i = 0; i < order.size(); ++i) host(i) = sum += areas[std::size_t(order[i])];
  for (std::size_t i = 0; i < order.size(); ++i) host(i) /= sum;
  Kokkos::deep_copy(device, host);
  return {device, sum};
}

// Of a triangle; 0 where it is no more than rounding leaves of none.
double area_of(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  const auto ab = b - a, ac = c - a;
  const double area = 0.5 * norm(cross(ab, ac));
  return area > 1e-15 * (dot(ab, ab) + dot(ac, ac)) ? area : 0;
}

void check_areas(const std::vector<double>& areas, const char* what) {
  if (areas.empty()) throw std::invalid_argument(std::string("the surface has no ") + what);
  for (std::size_t i = 0; i < areas.size(); ++i)
    if (!(areas[i] > 0)) throw std::invalid_argument(std::string(what) + " " + std::to_string(i) + " of the surface has no area");
}

template <class T> Warp<T> cast(const Warp<double>& w) {
  return {{T(w.warp.x), T(w.warp.y), T(w.warp.z)}, {T(w.level.x), T(w.level.y), T(w.level.z)}};
}

std::vector<int> every(std::size_t count) {
  std::vector<int> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = int(i);
  return order;
}

}  // namespace

template <class T>
SampledTriangles<T>::SampledTriangles(const PointData& vertices, const std::vector<std::array<int, 3>>& corners, const Warp<double>& warp)
    : corners_("plisse::surfaces::corners", 3, corners.size()),
      vertices_(to_device<T>(vertices, every(vertices.position.size()), "plisse::surfaces::vertices")), warp_(cast<T>(warp)) {
  std::vector<double> areas;
  std::vector<Vec3<double>> centres;
  for (const auto& triangle : corners) {
    for (const int c : triangle)
      if (c < 0 || std::size_t(c) >= vertices.position.size())
        throw std::invalid_argument("a triangle names vertex " + std::to_string(c) + ", but there are " + std::to_string(vertices.position.size()));
    const auto corner = [&](std::size_t k) { return vertices.position[std::size_t(triangle[k])]; };
    areas.push_back(area_of(corner(0), corner(1), corner(2)));
    centres.push_back((1.0 / 3) * (corner(0) + corner(1) + corner(2)));
  }
  check_areas(areas, "triangle");
  const auto order = space_order(centres);
  const auto host = Kokkos::create_mirror_view(corners_);
  for (std::size_t f = 0; f < order.size(); ++f)
    for (std::size_t k = 0; k < 3; ++k) host(k, f) = corners[std::size_t(order[f])][k];
  Kokkos::deep_copy(corners_, host);
  double area;
  std::tie(up_to_, area) = summed(areas, order);
  area_ = T(area);
}

template <class T>
void SampledTriangles<T>::frames(const Exec& exec, const Array2<T>& places, int first, int n, const SurfacePoints<T>& points) const {
  const auto corners = corners_;
  const auto vertices = vertices_;
  const auto up_to = up_to_;
  const auto warp = warp_;
  const T area = area_;
  Kokkos::parallel_for("plisse::surfaces::sampled_triangles", Range(exec, 0, n), KOKKOS_LAMBDA(int i) {
    const double share = double(places(0, i));
    const int f = element_at(up_to, share);
    const double before = f > 0 ? up_to(f - 1) : 0;
    const T inside = T(math::fmin(math::fmax((share - before) / (up_to(f) - before), 0.0), 1.0));
    const T r = math::sqrt(inside), v = places(1, i);
    Row<T> sum{};
    add(sum, 1 - r, row(vertices, corners(0, f)));
    add(sum, r * (1 - v), row(vertices, corners(1, f)));
    add(sum, r * v, row(vertices, corners(2, f)));
    points.set(first + i, frame_of(sum.x, (1 / norm(sum.n)) * sum.n, sum.h, warp));
    points.weight(first + i) *= area;
  });
}

template <class T>
SampledPoints<T>::SampledPoints(const PointData& points, const std::vector<double>& areas, const Warp<double>& warp) : warp_(cast<T>(warp)) {
  check_areas(areas, "point");
  const auto order = space_order(points.position);
  points_ = to_device<T>(points, order, "plisse::surfaces::points");
  double area;
  std::tie(up_to_, area) = summed(areas, order);
  area_ = T(area);
}

template <class T>
void SampledPoints<T>::frames(const Exec& exec, const Array2<T>& places, int first, int n, const SurfacePoints<T>& points) const {
  const auto data = points_;
  const auto up_to = up_to_;
  const auto warp = warp_;
  const T area = area_;
  Kokkos::parallel_for("plisse::surfaces::sampled_points", Range(exec, 0, n), KOKKOS_LAMBDA(int i) {
    const auto p = row(data, element_at(up_to, double(places(0, i))));
    points.set(first + i, frame_of(p.x, p.n, p.h, warp));
    points.weight(first + i) *= area;
  });
}

template class SampledTriangles<float>;
template class SampledTriangles<double>;
template class SampledPoints<float>;
template class SampledPoints<double>;

}  // namespace plisse::surfaces

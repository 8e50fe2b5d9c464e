// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/surface.hpp"

#include "experiments/components/device.hpp"
#include "framework/geometry/curvature.hpp"
#include "framework/geometry/topology.hpp"

#include <algorithm>
#include <cmath>

namespace plisse::experiments {

namespace {

double length(const std::array<double, 3>& a, const std::array<double, 3>& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

}  // namespace

template <class T> void displace(const Field<T>& field, const Array1<T>& parameters, geometry::SurfaceMesh& mesh) {
  const int chunk = field.capacity(), total = int(mesh.positions.size());
  const Exec exec;
  Jets<T> points("plisse::surface::points", 2, 1, std::size_t(chunk)), rest("plisse::surface::rest", 3, 1, std::size_t(chunk)),
      displacement("plisse::surface::displacement", 3, 1, std::size_t(chunk));
  const auto host_points = Kokkos::create_mirror_view(points);
  const auto host_rest = Kokkos::create_mirror_view(rest);
  const auto host_displacement = Kokkos::create_mirror_view(displacement);
  auto& stored = mesh.fields["displacement"];
  stored = {3, "m", std::vector<double>(3 * std::size_t(total))};
  for (int first = 0; first < total; first += chunk) {
    const int n = std::min(chunk, total - first);
    for (int p = 0; p < n; ++p) {
      for (int i = 0; i < 2; ++i) host_points(i, 0, p) = T(mesh.uv[std::size_t(first + p)][std::size_t(i)]);
      for (int i = 0; i < 3; ++i) host_rest(i, 0, p) = T(mesh.positions[std::size_t(first + p)][std::size_t(i)]);
    }
    Kokkos::deep_copy(points, host_points);
    Kokkos::deep_copy(rest, host_rest);
    field.forward(exec, parameters, points, rest, n, displacement, false);
    exec.fence();
    Kokkos::deep_copy(host_displacement, displacement);
    for (int p = 0; p < n; ++p)
      for (int i = 0; i < 3; ++i) {
        const double u = double(host_displacement(i, 0, p));
        stored.values[3 * std::size_t(first + p) + std::size_t(i)] = u;
        mesh.positions[std::size_t(first + p)][std::size_t(i)] += u;
      }
  }
}

double add_strain(const geometry::SurfaceMesh& rest, geometry::SurfaceMesh& deformed) {
  const auto points = rest.positions.size();
  std::vector<double> sum(points, 0.0), count(points, 0.0);
  double largest = 0;
  for (const auto& triangle : rest.triangles)
    for (int k = 0; k < 3; ++k) {
      const auto a = std::size_t(triangle[std::size_t(k)]), b = std::size_t(triangle[std::size_t((k + 1) % 3)]);
      const double before = length(rest.positions[a], rest.positions[b]);
      if (before == 0) continue;
      const double strain = std::abs(length(deformed.positions[a], deformed.positions[b]) - before) / before;
      largest = std::max(largest, strain);
      for (const auto v : {a, b}) {
        sum[v] += strain;
        count[v] += 1;
      }
    }
  for (std::size_t v = 0; v < points; ++v) sum[v] = count[v] > 0 ? sum[v] / count[v] : 0.0;
  deformed.fields["strain"] = {1, "", std::move(sum)};
  return largest;
}

std::vector<double> add_curvature(geometry::SurfaceMesh& mesh) {
  const auto curvature = geometry::curvature(mesh);
  auto inner = curvature.inner();
  for (auto& value : inner) value = std::abs(value);
  mesh.fields["mean_curvature"] = {1, "1/m", curvature.mean};
  return inner;
}

template void displace(const Field<float>&, const Array1<float>&, geometry::SurfaceMesh&);
template void displace(const Field<double>&, const Array1<double>&, geometry::SurfaceMesh&);

}  // namespace plisse::experiments

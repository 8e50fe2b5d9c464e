// SPDX-License-Identifier: Apache-2.0
// Batches for the tests of the losses: local structures over the unit square, a triangulated square, deformations, and the
// comparison of adjoints with central differences.
#pragma once

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "kernels/losses/local_structure.hpp"

namespace plisse::losses::testing {

template <class T>
using Map = std::function<Vec3<T>(T u, T v)>;  // (u, v) -> position [m]

template <class View>
typename View::host_mirror_type to_host(const View& view) {
  const auto host = Kokkos::create_mirror_view(view);
  Kokkos::deep_copy(host, view);
  return host;
}

template <class T>
sampling::RestSurface<T> unit_square() {
  sampling::RestSurfaceData data;
  data.corner_uv = {0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1};
  data.corner_position = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0};
  data.bins = 1;
  data.bin_start = {0, 2};
  data.bin_triangle = {0, 1};
  data.area = data.uv_area = data.metres_per_uv = 1;
  return sampling::RestSurface<T>(data);
}

// Positions (3, 1, N) of a map at points (2, N).
template <class T>
Jets<T> mapped(const Array2<T>& uv, const Map<T>& map) {
  Jets<T> positions("positions", 3, 1, uv.extent(1));
  const auto host = Kokkos::create_mirror_view(positions);
  const auto at = to_host(uv);
  for (std::size_t p = 0; p < uv.extent(1); ++p) {
    const Vec3<T> x = map(at(0, p), at(1, p));
    for (int i = 0; i < 3; ++i) host(i, 0, p) = x[i];
  }
  Kokkos::deep_copy(positions, host);
  return positions;
}

// n structures at random places of a margin around and inside the unit square's middle part: with margin 0 some cross the border
// and have invalid vertices.  Random weights that sum to 1.
template <class T>
Structures<T> random_structures(Workspace& workspace, int n, int capacity, double edge, double margin) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> place(margin, 1 - margin), share(0.5, 1.5);
  Array2<T> uv("uv", 2, n);
  Array1<T> weight("weight", n);
  const auto host_uv = Kokkos::create_mirror_view(uv);
  const auto host_weight = Kokkos::create_mirror_view(weight);
  double total = 0;
  std::vector<double> shares;
  for (int s = 0; s < n; ++s) total += shares.emplace_back(share(generator));
  for (int s = 0; s < n; ++s) {
    host_uv(0, s) = T(place(generator));
    host_uv(1, s) = T(place(generator));
    host_weight(s) = T(shares[s] / total);
  }
  Kokkos::deep_copy(uv, host_uv);
  Kokkos::deep_copy(weight, host_weight);
  auto structures = make_structures<T>(capacity, workspace);
  build_structures(Exec(), unit_square<T>(), uv, weight, n, edge, 11, 5, structures);
  return structures;
}

// The unit square as (cells + 1)^2 vertices, each cell split along its diagonal.
MeshElements<double> square_mesh(int cells, const Map<double>& rest);

template <class T>
Context<T> context_for(Workspace& workspace, int samples, int points, int elements, const collision::Collider<T>* collider = nullptr) {
  Context<T> context;
  context.collider = collider;
  context.capacity = samples;
  context.points = points;
  context.elements = elements;
  context.workspace = &workspace;
  return context;
}

inline Map<double> flat() {
  return [](double u, double v) { return Vec3<double>{u, v, 0}; };
}

// A smooth wavy surface without symmetries.
inline Map<double> wavy(double amplitude) {
  return [amplitude](double u, double v) {
    return Vec3<double>{u + amplitude * std::sin(3 * v + 0.3), v - amplitude * std::cos(4 * u), 2 * amplitude * std::sin(5 * u + 2 * v)};
  };
}

// A rotation and a translation after a map.
inline Map<double> moved(const Map<double>& map) {
  return [map](double u, double v) {
    const Vec3<double> p = map(u, v), axis{2. / 7, 3. / 7, 6. / 7};  // Rodrigues' formula, 1.1 rad
    return Vec3<double>{0.7, -1.3, 2.1} + std::cos(1.1) * p + std::sin(1.1) * cross(axis, p) + (1 - std::cos(1.1)) * dot(axis, p) * axis;
  };
}

// |adjoint - central differences| / |central differences| over all coordinates of all columns; `value` evaluates without adjoint.
double gradient_error(const Jets<double>& positions, const Jets<double>& adjoint, const std::function<double(const Jets<double>&)>& value);

}  // namespace plisse::losses::testing

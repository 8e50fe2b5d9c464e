// SPDX-License-Identifier: Apache-2.0
// Small meshes for tests.
#pragma once

#include <functional>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::tests {

// n x n cells over [u0, u1] x [v0, v1], positions by a function of UV; appended to `mesh` as a chart of its own.
inline void add_patch(geometry::SurfaceMesh& mesh, int n, const geometry::Point2& low, const geometry::Point2& high,
                      const std::function<geometry::Point3(double, double)>& position) {
  const int first = int(mesh.positions.size());
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i <= n; ++i) {
      const double u = low[0] + (high[0] - low[0]) * i / n, v = low[1] + (high[1] - low[1]) * j / n;
      mesh.uv.push_back({u, v});
      mesh.positions.push_back(position(u, v));
    }
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const int a = first + j * (n + 1) + i, b = a + 1, d = a + n + 1, c = d + 1;
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, c, d});
    }
  }
  mesh.uv_triangles = mesh.triangles;
}

inline geometry::Point3 flat(double u, double v) { return {u, v, 0}; }

inline geometry::SurfaceMesh patch(int n, const geometry::Point2& low = {0, 0}, const geometry::Point2& high = {1, 1},
                                   const std::function<geometry::Point3(double, double)>& position = flat) {
  geometry::SurfaceMesh mesh;
  add_patch(mesh, n, low, high, position);
  return mesh;
}

}  // namespace plisse::tests

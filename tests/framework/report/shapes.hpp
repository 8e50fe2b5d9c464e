// SPDX-License-Identifier: Apache-2.0
// Surfaces with known answers.
#pragma once

#include <cmath>
#include <numbers>

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::testing {

// Height z(x, y) over [-size/2, size/2]², n × n cells.
template <class Height>
geometry::SurfaceMesh sheet(int n, double size, const Height& height) {
  geometry::SurfaceMesh mesh;
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i <= n; ++i) {
      const double x = size * (double(i) / n - 0.5), y = size * (double(j) / n - 0.5);
      mesh.positions.push_back({x, y, height(x, y)});
    }
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const int a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
      mesh.triangles.push_back({a, b, d});
      mesh.triangles.push_back({a, d, c});
    }
  }
  return mesh;
}

inline geometry::SurfaceMesh flat(int n, double size, double z = 0) {
  return sheet(n, size, [z](double, double) { return z; });
}

inline geometry::SurfaceMesh wavy(int n) {
  return sheet(n, 1, [](double x, double y) { return 0.03 * std::sin(20 * x + 5 * y) + 0.1 * std::cos(4 * y); });
}

// Latitude and longitude grid with outward triangles, closed.
inline geometry::SurfaceMesh sphere(int n, double radius, std::array<double, 3> center) {
  geometry::SurfaceMesh mesh;
  const auto add = [&](double polar, double azimuth) {
    mesh.positions.push_back({center[0] + radius * std::sin(polar) * std::cos(azimuth),
                              center[1] + radius * std::sin(polar) * std::sin(azimuth), center[2] + radius * std::cos(polar)});
  };
  add(0, 0);
  for (int j = 1; j < n; ++j) {
    for (int i = 0; i < 2 * n; ++i) add(std::numbers::pi * j / n, std::numbers::pi * i / n);
  }
  add(std::numbers::pi, 0);
  const auto at = [&](int j, int i) { return j == 0 ? 0 : j == n ? int(mesh.positions.size()) - 1 : 1 + (j - 1) * 2 * n + i % (2 * n); };
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < 2 * n; ++i) {
      if (j < n - 1) mesh.triangles.push_back({at(j, i), at(j + 1, i), at(j + 1, i + 1)});
      if (j > 0) mesh.triangles.push_back({at(j, i), at(j + 1, i + 1), at(j, i + 1)});
    }
  }
  return mesh;
}

}  // namespace plisse::testing

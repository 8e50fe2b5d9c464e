// SPDX-License-Identifier: Apache-2.0
// Meshes of analytic surfaces, regular or jittered.
#pragma once

#include "framework/geometry/body.hpp"
#include "tests/framework/geometry/analytic_surfaces.hpp"

namespace plisse::tests {

using geometry::operator*, geometry::operator+, geometry::operator-;

// nu x nv cells; inner vertices move by up to `jitter` cells, and diagonals then run either way.
inline geometry::SurfaceMesh chart_mesh(const AnalyticSurface& surface, int nu, int nv, double jitter) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> shift(-jitter, jitter);
  geometry::SurfaceMesh mesh;
  const int columns = nu + !surface.wrap_u, rows = nv + !surface.wrap_v;
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) {
      const double du = shift(random), dv = shift(random);
      const bool side = !surface.wrap_u && (i == 0 || i == nu), end = !surface.wrap_v && (j == 0 || j == nv);
      mesh.positions.push_back(surface.chart((i + (side ? 0 : du)) / nu, (j + (end ? 0 : dv)) / nv));
    }
  const auto at = [&](int i, int j) { return (j % rows) * columns + i % columns; };
  for (int j = 0; j < nv; ++j)
    for (int i = 0; i < nu; ++i) {
      const int a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
      const bool other = jitter > 0 && shift(random) > 0;
      mesh.triangles.push_back(other ? geometry::Triangle{a, b, d} : geometry::Triangle{a, b, c});
      mesh.triangles.push_back(other ? geometry::Triangle{b, c, d} : geometry::Triangle{a, c, d});
    }
  return mesh;
}

// A sphere is a subdivided icosahedron, its vertices moved along the sphere.
inline geometry::SurfaceMesh analytic_mesh(const AnalyticSurface& surface, int level, double jitter) {
  if (surface.name != "sphere") {
    const int cells = 8 << level;
    return chart_mesh(surface, cells, std::max(4, int(std::lround(cells * surface.length_v / surface.length_u))), jitter);
  }
  const double radius = geometry::norm(surface.chart(0, 0));
  geometry::SurfaceMesh mesh = geometry::icosphere(radius, {}, level + 1);
  std::mt19937_64 random(7);
  const double edge = 1.15 * radius / double(1 << (level + 1));
  std::uniform_real_distribution<double> shift(-jitter * edge, jitter * edge);
  for (Point3& p : mesh.positions) p = surface.project(p + Point3{shift(random), shift(random), shift(random)});
  return mesh;
}

}  // namespace plisse::tests

// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/chart_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace plisse::experiments {

namespace {

using surfaces::Edge;

// Cells along each direction, and which grid points are one position.
struct Grid {
  int columns, rows;
  bool closed_u, closed_v;
  bool pole[4];  // by edge

  Grid(const surfaces::SurfaceMap& surface, int resolution) : closed_u(surface.closed_u()), closed_v(surface.closed_v()) {
    const double u = surface.length_u(), v = surface.length_v(), longer = std::max(u, v);
    const auto cells = [&](double length, bool closed) { return std::max(int(std::round(resolution * length / longer)), closed ? 3 : 1); };
    columns = cells(u, closed_u);
    rows = cells(v, closed_v);
    for (const auto edge : surfaces::edges) pole[int(edge)] = surface.degenerate(edge);
  }

  int point(int i, int j) const { return j * (columns + 1) + i; }

  // The grid point that stands for (i, j).
  int representative(int i, int j) const {
    if (closed_u && i == columns) i = 0;
    if (closed_v && j == rows) j = 0;
    if ((pole[int(Edge::u_min)] && i == 0) || (pole[int(Edge::u_max)] && i == columns)) j = 0;
    if ((pole[int(Edge::v_min)] && j == 0) || (pole[int(Edge::v_max)] && j == rows)) i = 0;
    return point(i, j);
  }
};

// Two triangles a cell, apart from those that a pole leaves no area.
void add_cell(const Grid& grid, const std::vector<int>& position, int i, int j, geometry::SurfaceMesh& mesh) {
  const int a = grid.point(i, j), b = grid.point(i + 1, j), c = grid.point(i + 1, j + 1), d = grid.point(i, j + 1);
  for (const auto& [p, q, r] : {geometry::Triangle{a, b, c}, geometry::Triangle{a, c, d}}) {
    const int x = position[p], y = position[q], z = position[r];
    if (x == y || y == z || z == x) continue;
    mesh.triangles.push_back({x, y, z});
    mesh.uv_triangles.push_back({p, q, r});
  }
}

}  // namespace

geometry::MeshSize chart_mesh_size(const surfaces::SurfaceMap& surface, int resolution) {
  const Grid grid(surface, resolution);
  const auto points = std::size_t(grid.columns + 1) * std::size_t(grid.rows + 1);
  return {points, 2 * std::size_t(grid.columns) * std::size_t(grid.rows), points};
}

ChartMesh chart_mesh(const surfaces::SurfaceMap& surface, int resolution) {
  if (resolution < 1) throw std::invalid_argument("resolution is " + std::to_string(resolution) + ", but must be at least 1");
  const Grid grid(surface, resolution);
  ChartMesh out;
  std::vector<int> position(std::size_t(grid.columns + 1) * (grid.rows + 1), -1);
  for (int j = 0; j <= grid.rows; ++j)
    for (int i = 0; i <= grid.columns; ++i) {
      const double u = double(i) / grid.columns, v = double(j) / grid.rows;
      out.mesh.uv.push_back({u, v});
      const int first = grid.representative(i, j);
      if (first == grid.point(i, j)) {
        const auto x = surface.at(u, v).x;
        position[first] = int(out.mesh.positions.size());
        out.mesh.positions.push_back({x.x, x.y, x.z});
        out.chart.push_back({u, v});
      }
      position[grid.point(i, j)] = position[first];
    }
  for (int j = 0; j < grid.rows; ++j)
    for (int i = 0; i < grid.columns; ++i) add_cell(grid, position, i, j, out.mesh);
  return out;
}

}  // namespace plisse::experiments

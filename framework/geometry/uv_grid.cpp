// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/uv_grid.hpp"

#include <algorithm>
#include <stdexcept>

#include "framework/geometry/charts.hpp"
#include "framework/geometry/uv_triangle.hpp"

namespace plisse::geometry {
namespace {

// The chart of each triangle of a rest surface.
std::vector<int> chart_labels(const RestSurfaceData& rest) {
  SurfaceMesh corners;
  for (int t = 0; t < int(rest.corner_uv.size() / 6); ++t) {
    const UvTriangle triangle(rest, t);
    for (int k = 0; k < 3; ++k) {
      corners.uv.push_back(triangle.corner(k));
      corners.positions.push_back({triangle.position[3 * k], triangle.position[3 * k + 1], triangle.position[3 * k + 2]});
    }
    corners.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  corners.uv_triangles = corners.triangles;
  return charts(corners).first;
}

class GridBuilder {
 public:
  GridBuilder(const RestSurfaceData& rest, int n)
      : rest_(rest), n_(n), chart_(chart_labels(rest)), triangle_(std::size_t(n) * std::size_t(n)) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        triangle_[at(i, j)] = find_triangle(rest, coordinate(i), coordinate(j), i > 0 ? triangle_[at(i - 1, j)] : -1);
  }

  SurfaceMesh run() {
    vertex_.assign(triangle_.size(), -1);
    mesh_.triangles.reserve(2 * triangle_.size());
    for (int j = 0; j + 1 < n_; ++j) {
      for (int i = 0; i + 1 < n_; ++i) {
        const Node a{i, j}, b{i + 1, j}, c{i + 1, j + 1}, d{i, j + 1};
        if ((i + j) % 2 == 0) {
          add(a, b, c);
          add(a, c, d);
        } else {
          add(a, b, d);
          add(b, c, d);
        }
      }
    }
    number_vertices();
    return std::move(mesh_);
  }

 private:
  struct Node {
    int i, j;
  };

  double coordinate(double i) const { return i / (n_ - 1); }
  std::size_t at(int i, int j) const { return std::size_t(j) * std::size_t(n_) + std::size_t(i); }

  void add(const Node& a, const Node& b, const Node& c) {
    const int ta = triangle_[at(a.i, a.j)], tb = triangle_[at(b.i, b.j)], tc = triangle_[at(c.i, c.j)];
    if (ta < 0 || tb < 0 || tc < 0) return;
    const auto chart = [&](int t) { return chart_[std::size_t(t)]; };
    if (chart(ta) != chart(tb) || chart(tb) != chart(tc)) return;
    if (!middle_inside(a, b) || !middle_inside(b, c) || !middle_inside(c, a)) return;
    mesh_.triangles.push_back({int(at(a.i, a.j)), int(at(b.i, b.j)), int(at(c.i, c.j))});
    for (const Node& p : {a, b, c}) vertex_[at(p.i, p.j)] = 0;
  }

  bool middle_inside(const Node& a, const Node& b) const {
    const int guess = triangle_[at(a.i, a.j)];
    return guess == triangle_[at(b.i, b.j)] ||
           find_triangle(rest_, coordinate(0.5 * (a.i + b.i)), coordinate(0.5 * (a.j + b.j)), guess) >= 0;
  }

  // Keeps the vertices in use, in the order of the grid.
  void number_vertices() {
    for (int j = 0; j < n_; ++j) {
      for (int i = 0; i < n_; ++i) {
        int& vertex = vertex_[at(i, j)];
        if (vertex < 0) continue;
        vertex = int(mesh_.positions.size());
        const Point2 uv{coordinate(i), coordinate(j)};
        const UvTriangle triangle(rest_, triangle_[at(i, j)]);
        Point3 X = triangle.at(triangle.barycentric(uv));
        if (rest_.lookup == Lookup::map) rest_position(rest_, uv[0], uv[1], X);
        mesh_.uv.push_back(uv);
        mesh_.positions.push_back(X);
      }
    }
    for (Triangle& t : mesh_.triangles)
      for (int& v : t) v = vertex_[std::size_t(v)];
    mesh_.uv_triangles = mesh_.triangles;
  }

  const RestSurfaceData& rest_;
  int n_;
  std::vector<int> chart_;     // of each triangle of the rest surface
  std::vector<int> triangle_;  // of the rest surface at each node, -1: outside
  std::vector<int> vertex_;    // of each node, -1: not in use
  SurfaceMesh mesh_;
};

}  // namespace

MeshSize uv_grid_size(const RestSurfaceData& rest, int n) {
  const double share = std::clamp(rest.uv_area, 0., 1.), points = share * n * n;
  return {std::size_t(points), std::size_t(2 * share * (n - 1) * (n - 1)), std::size_t(points)};
}

SurfaceMesh uv_grid_mesh(const RestSurfaceData& rest, int n) {
  if (n < 2) throw std::invalid_argument("a UV grid needs at least 2 vertices a side");
  return GridBuilder(rest, n).run();
}

}  // namespace plisse::geometry

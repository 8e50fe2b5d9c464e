// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/curvature.hpp"

#include "framework/geometry/half_edges.hpp"

namespace plisse::geometry {
namespace {

// Adds one triangle's share to the Laplacian (already without the factor 1 / (4 A)) and to the mixed areas of its corners.
void add_triangle(const SurfaceMesh& mesh, const Triangle& t, std::vector<Point3>& laplacian, std::vector<double>& area) {
  std::array<Point3, 3> x;
  for (std::size_t k = 0; k < 3; ++k) x[k] = mesh.positions[std::size_t(t[k])];
  const double twice_area = norm(area_vector(x[0], x[1], x[2]));
  if (!(twice_area > 0)) return;
  std::array<double, 3> cotangent;
  int obtuse = -1;
  for (std::size_t k = 0; k < 3; ++k) {
    const double cosine = dot(x[(k + 1) % 3] - x[k], x[(k + 2) % 3] - x[k]);
    cotangent[k] = cosine / twice_area;
    if (cosine < 0) obtuse = int(k);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;  // the side opposite to corner k
    const Point3 side = x[i] - x[j];
    const Point3 pull = cotangent[k] * side;
    laplacian[std::size_t(t[i])] = laplacian[std::size_t(t[i])] + pull;
    laplacian[std::size_t(t[j])] = laplacian[std::size_t(t[j])] - pull;
    const double voronoi = cotangent[k] * dot(side, side) / 8;
    if (obtuse < 0) {
      area[std::size_t(t[i])] += voronoi;
      area[std::size_t(t[j])] += voronoi;
    } else {
      area[std::size_t(t[k])] += twice_area / (int(k) == obtuse ? 4 : 8);
    }
  }
}

}  // namespace

std::vector<double> Curvature::inner() const {
  std::vector<double> values;
  for (std::size_t v = 0; v < mean.size(); ++v)
    if (!on_boundary[v]) values.push_back(mean[v]);
  return values;
}

std::vector<Point3> vertex_normals(const SurfaceMesh& mesh) {
  std::vector<Point3> normal(mesh.positions.size(), Point3{});
  for (const Triangle& t : mesh.triangles) {
    const auto at = [&](std::size_t k) { return mesh.positions[std::size_t(t[k])]; };
    const Point3 weighted = area_vector(at(0), at(1), at(2));
    for (const int v : t) normal[std::size_t(v)] = normal[std::size_t(v)] + weighted;
  }
  for (Point3& n : normal)
    if (const double length = norm(n); length > 0) n = (1 / length) * n;
  return normal;
}

Curvature curvature(const SurfaceMesh& mesh) {
  const std::size_t vertices = mesh.positions.size();
  Curvature result;
  result.normal = vertex_normals(mesh);
  result.area.assign(vertices, 0);
  result.mean.assign(vertices, 0);
  result.on_boundary.assign(vertices, 1);
  std::vector<Point3> laplacian(vertices, Point3{});
  for (const Triangle& t : mesh.triangles) {
    add_triangle(mesh, t, laplacian, result.area);
    for (const int v : t) result.on_boundary[std::size_t(v)] = 0;
  }
  for_each_edge(sorted_side_ends(mesh.triangles), [&](const SideEnds& ends, std::size_t sides) {
    if (sides == 1) result.on_boundary[std::size_t(ends.low())] = result.on_boundary[std::size_t(ends.high())] = 1;
  });
  for (std::size_t v = 0; v < vertices; ++v)
    if (!result.on_boundary[v] && result.area[v] > 0) result.mean[v] = dot(laplacian[v], result.normal[v]) / (4 * result.area[v]);
  return result;
}

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/reference.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>

#include "framework/config/error.hpp"
#include "framework/geometry/inspection.hpp"

namespace plisse::geometry {
namespace {

Point3 unit(const Point3& a) { return (1 / norm(a)) * a; }

// Symmetric part of sum_k n_k (x) grad phi_k with the hat functions phi_k of the triangle, made tangential to the mean of the normals.
Symmetric3 gradient_of_normals(const std::array<Point3, 3>& x, const std::array<Point3, 3>& n) {
  const Point3 across = area_vector(x[0], x[1], x[2]);
  Symmetric3 gradient{};
  for (std::size_t k = 0; k < 3; ++k)
    gradient = gradient + symmetric_product(n[k], (1 / dot(across, across)) * cross(across, x[(k + 2) % 3] - x[(k + 1) % 3]));
  const Point3 mean = n[0] + n[1] + n[2];
  return tangential(gradient, norm(mean) > 0 ? unit(mean) : unit(across));
}

void require_areas(const SurfaceMesh& mesh) {
  const Report report = inspect(SurfaceMesh{mesh.positions, mesh.triangles, {}, {}, {}});
  if (!report.non_finite && !report.zero_area) return;
  throw config::Error("a shell needs triangles with an area at rest; repair the mesh:\n" + report.text());
}

}  // namespace

MeshReference mesh_reference(const SurfaceMesh& mesh, MeshNormals kind) {
  require_areas(mesh);
  MeshReference reference;
  reference.normals = mesh_normals(mesh, kind);
  reference.vertex_weingarten.assign(mesh.positions.size(), Symmetric3{});
  std::vector<double> around(mesh.positions.size(), 0);
  for (const Triangle& t : mesh.triangles) {
    const auto at = [&](const std::vector<Point3>& of) {
      return std::array{of[std::size_t(t[0])], of[std::size_t(t[1])], of[std::size_t(t[2])]};
    };
    const auto x = at(mesh.positions);
    const double area = 0.5 * norm(area_vector(x[0], x[1], x[2]));
    reference.weingarten.push_back(gradient_of_normals(x, at(reference.normals)));
    reference.area.push_back(area);
    for (const int v : t) {
      Symmetric3& sum = reference.vertex_weingarten[std::size_t(v)];
      sum = sum + area * reference.weingarten.back();
      around[std::size_t(v)] += area;
    }
  }
  for (std::size_t v = 0; v < around.size(); ++v)
    if (around[v] > 0) reference.vertex_weingarten[v] = tangential((1 / around[v]) * reference.vertex_weingarten[v], reference.normals[v]);
  return reference;
}

}  // namespace plisse::geometry

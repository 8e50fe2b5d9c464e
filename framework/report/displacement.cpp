// SPDX-License-Identifier: Apache-2.0
#include "framework/report/displacement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "framework/config/error.hpp"

namespace plisse::report {
namespace {

const std::vector<double>* displacements(const geometry::SurfaceMesh& mesh) {
  const auto found = mesh.fields.find("displacement");
  return found == mesh.fields.end() || found->second.components != 3 ? nullptr : &found->second.values;
}

}  // namespace

double largest_displacement(const geometry::SurfaceMesh& mesh) {
  double largest = 0;
  if (const auto* u = displacements(mesh))
    for (std::size_t i = 0; i + 2 < u->size(); i += 3) largest = std::max(largest, std::hypot((*u)[i], (*u)[i + 1], (*u)[i + 2]));
  return largest;
}

double size_at_rest(const geometry::SurfaceMesh& mesh) {
  const auto* u = displacements(mesh);
  std::array<double, 3> low{INFINITY, INFINITY, INFINITY}, high{-INFINITY, -INFINITY, -INFINITY};
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    for (std::size_t i = 0; i < 3; ++i) {
      const double x = mesh.positions[v][i] - (u ? (*u)[3 * v + i] : 0);
      low[i] = std::min(low[i], x);
      high[i] = std::max(high[i], x);
    }
  return mesh.positions.empty() ? 0 : std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

void exaggerate(geometry::SurfaceMesh& mesh, double factor) {
  const auto* u = displacements(mesh);
  if (!u) throw config::Error("this surface has no displacement to exaggerate; leave --exaggerate out");
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    for (std::size_t i = 0; i < 3; ++i) mesh.positions[v][i] += (factor - 1) * (*u)[3 * v + i];
}

}  // namespace plisse::report

// SPDX-License-Identifier: Apache-2.0
#include "framework/report/wrinkles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "framework/geometry/curvature.hpp"
#include "framework/geometry/union_find.hpp"

namespace plisse::report {
namespace {

using namespace geometry;

constexpr double share = 0.25;          // of the area
constexpr double least_bending = 1e-9;  // |H| times the size of the surface, below which it is flat
constexpr int halvings = 60;

// A triangle between inner vertices, with |H| at its corners.
struct BentTriangle {
  std::array<Point3, 3> corner;
  std::array<double, 3> bending;  // [1/m]
  double area;                    // [m^2]
};

std::vector<BentTriangle> inner_triangles(const SurfaceMesh& mesh) {
  const Curvature curvature = geometry::curvature(mesh);
  std::vector<BentTriangle> inner;
  for (const Triangle& t : mesh.triangles) {
    if (std::any_of(t.begin(), t.end(), [&](int v) { return curvature.on_boundary[std::size_t(v)] != 0; })) continue;
    BentTriangle& bent = inner.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      bent.corner[k] = mesh.positions[std::size_t(t[k])];
      bent.bending[k] = std::abs(curvature.mean[std::size_t(t[k])]);
    }
    bent.area = 0.5 * norm(area_vector(bent.corner[0], bent.corner[1], bent.corner[2]));
  }
  return inner;
}

// The part of a triangle's area where the linear |H| is above t.
double area_above(const BentTriangle& triangle, double t) {
  auto h = triangle.bending;
  std::sort(h.begin(), h.end());
  if (t < h[0]) return triangle.area;
  if (t >= h[2]) return 0;
  if (t >= h[1]) return triangle.area * (h[2] - t) * (h[2] - t) / ((h[2] - h[0]) * (h[2] - h[1]));
  return triangle.area * (1 - (t - h[0]) * (t - h[0]) / ((h[1] - h[0]) * (h[2] - h[0])));
}

double area_above(const std::vector<BentTriangle>& triangles, double t) {
  double area = 0;
  for (const BentTriangle& triangle : triangles) area += area_above(triangle, t);
  return area;
}

// The least t above which there is no more than `share` of the area.
double percentile_by_area(const std::vector<BentTriangle>& triangles, double largest) {
  double wanted = 0, low = 0, high = largest;
  for (const BentTriangle& triangle : triangles) wanted += share * triangle.area;
  if (area_above(triangles, 0) <= wanted) return 0;
  for (int i = 0; i < halvings; ++i) {
    const double middle = 0.5 * (low + high);
    (area_above(triangles, middle) > wanted ? low : high) = middle;
  }
  return high;
}

// Adds the polygon of a triangle where |H| is above t, of three or four corners.
void add_above(const BentTriangle& triangle, double t, SurfaceMesh& mesh) {
  const int first = int(mesh.positions.size());
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t next = (k + 1) % 3;
    const double here = triangle.bending[k], there = triangle.bending[next];
    if (here > t) mesh.positions.push_back(triangle.corner[k]);
    if ((here > t) == (there > t)) continue;
    const double part = (t - here) / (there - here);
    mesh.positions.push_back((1 - part) * triangle.corner[k] + part * triangle.corner[next]);
  }
  for (int last = first + 2; last < int(mesh.positions.size()); ++last) mesh.triangles.push_back({first, last - 1, last});
}

int pieces_of(const SurfaceMesh& mesh) {
  UnionFind sets(mesh.positions.size());
  for (const Triangle& t : mesh.triangles) sets.unite(t[0], t[1]), sets.unite(t[1], t[2]);
  std::vector<int> roots;
  for (const Triangle& t : mesh.triangles) roots.push_back(sets.find(t[0]));
  std::sort(roots.begin(), roots.end());
  return int(std::unique(roots.begin(), roots.end()) - roots.begin());
}

double size_of(const std::vector<BentTriangle>& triangles) {
  double area = 0;
  for (const BentTriangle& triangle : triangles) area += triangle.area;
  return std::sqrt(area);
}

}  // namespace

Wrinkles wrinkles(const SurfaceMesh& mesh) {
  Wrinkles result;
  const auto triangles = inner_triangles(mesh);
  if (triangles.empty()) {
    result.missing = fmt::format(
        "no triangle lies away from a boundary ({} triangles in {} pieces), so mean curvature is not defined; a garment of points wants "
        "a connected mesh to be drawn on: set evaluate.template",
        mesh.triangles.size(), pieces_of(mesh));
    return result;
  }
  double largest = 0;
  for (const BentTriangle& triangle : triangles)
    largest = std::max(largest, *std::max_element(triangle.bending.begin(), triangle.bending.end()));
  if (!(largest * size_of(triangles) > least_bending)) {
    result.missing = "the surface is flat";
    return result;
  }
  result.threshold = percentile_by_area(triangles, largest);
  for (const BentTriangle& triangle : triangles) add_above(triangle, result.threshold, result.mesh);
  if (!(area_above(triangles, result.threshold) > 0)) result.missing = "the surface bends alike everywhere";
  return result;
}

}  // namespace plisse::report

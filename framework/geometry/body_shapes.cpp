// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "framework/geometry/body.hpp"

namespace plisse::geometry {
namespace {

SurfaceMesh icosahedron() {
  const double g = std::numbers::phi;
  SurfaceMesh mesh;
  mesh.positions = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                    {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  mesh.triangles = {{0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                    {3, 9, 4},  {3, 4, 2}, {3, 2, 6}, {3, 6, 8},  {3, 8, 9},   {4, 9, 5}, {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  return mesh;
}

// Each triangle becomes four.
SurfaceMesh subdivide(const SurfaceMesh& coarse) {
  SurfaceMesh fine;
  fine.positions = coarse.positions;
  std::map<std::pair<int, int>, int> middles;
  const auto middle = [&](int a, int b) {
    const auto [it, is_new] = middles.try_emplace(std::minmax(a, b), int(fine.positions.size()));
    if (is_new) fine.positions.push_back(0.5 * (coarse.positions[std::size_t(a)] + coarse.positions[std::size_t(b)]));
    return it->second;
  };
  for (const auto& [a, b, c] : coarse.triangles) {
    const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    for (const Triangle& t : {Triangle{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}}) fine.triangles.push_back(t);
  }
  return fine;
}

// Unit vectors across a unit direction, right-handed with it.
std::pair<Point3, Point3> across(const Point3& direction) {
  std::size_t least = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (std::abs(direction[k]) < std::abs(direction[least])) least = k;
  Point3 helper{};
  helper[least] = 1;
  const Point3 raw = cross(helper, direction), e1 = (1 / norm(raw)) * raw;
  return {e1, cross(direction, e1)};
}

}  // namespace

SurfaceMesh icosphere(double radius, const Point3& centre, int subdivisions) {
  SurfaceMesh mesh = icosahedron();
  const auto project = [&] {
    for (Point3& p : mesh.positions) p = (1 / norm(p)) * p;
  };
  project();
  for (int level = 0; level < subdivisions; ++level) {
    mesh = subdivide(mesh);
    project();
  }
  for (Point3& p : mesh.positions) p = centre + radius * p;
  return mesh;
}

SurfaceMesh capsule(const Point3& a, const Point3& b, double radius, int segments) {
  const double length = norm(b - a);
  const Point3 direction = length > 0 ? (1 / length) * (b - a) : Point3{0, 0, 1};
  const auto [e1, e2] = across(direction);
  const int rings = std::max(1, segments / 4);
  SurfaceMesh mesh;
  // Circles from the cap at a to the cap at b, then the two poles.
  const auto add_circle = [&, &x = e1, &y = e2](const Point3& centre, double latitude) {
    for (int k = 0; k < segments; ++k) {
      const double angle = 2 * std::numbers::pi * k / segments;
      const Point3 out = std::cos(angle) * x + std::sin(angle) * y;
      mesh.positions.push_back(centre + radius * (std::cos(latitude) * out + std::sin(latitude) * direction));
    }
  };
  const double step = std::numbers::pi / 2 / rings;
  for (int r = 1 - rings; r <= 0; ++r) add_circle(a, r * step);
  for (int r = length > 0 ? 0 : 1; r < rings; ++r) add_circle(b, r * step);
  const int circles = int(mesh.positions.size()) / segments, south = int(mesh.positions.size()), north = south + 1;
  mesh.positions.push_back(a - radius * direction);
  mesh.positions.push_back(b + radius * direction);
  const auto vertex = [&](int circle, int k) { return circle * segments + k % segments; };
  for (int k = 0; k < segments; ++k) {
    mesh.triangles.push_back({south, vertex(0, k + 1), vertex(0, k)});
    mesh.triangles.push_back({north, vertex(circles - 1, k), vertex(circles - 1, k + 1)});
    for (int c = 0; c + 1 < circles; ++c) {
      mesh.triangles.push_back({vertex(c, k), vertex(c, k + 1), vertex(c + 1, k + 1)});
      mesh.triangles.push_back({vertex(c, k), vertex(c + 1, k + 1), vertex(c + 1, k)});
    }
  }
  return mesh;
}

SurfaceMesh box(const Point3& low, const Point3& high) {
  SurfaceMesh mesh;
  for (int corner = 0; corner < 8; ++corner)
    mesh.positions.push_back({corner & 1 ? high[0] : low[0], corner & 2 ? high[1] : low[1], corner & 4 ? high[2] : low[2]});
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/weld.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "framework/geometry/vector.hpp"

namespace plisse::geometry {
namespace {

struct Cell {
  std::int64_t x, y, z;
  bool operator==(const Cell&) const = default;
};

struct CellHash {
  std::size_t operator()(const Cell& c) const {
    return std::size_t(c.x) * 0x9E3779B97F4A7C15u ^ std::size_t(c.y) * 0xC2B2AE3D27D4EB4Fu ^ std::size_t(c.z) * 0x165667B19E3779F9u;
  }
};

}  // namespace

std::vector<int> coincident(const std::vector<Point3>& points, double distance) {
  const double width = std::max(4 * distance, 1e-300);
  const auto index = [&](double x) { return std::int64_t(std::clamp(std::floor(x / width), -9e18, 9e18)); };
  std::unordered_multimap<Cell, int, CellHash> kept;
  kept.reserve(points.size());
  std::vector<int> first(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point3& p = points[i];
    int found = int(i);
    for (std::int64_t x = index(p[0] - distance); x <= index(p[0] + distance); ++x)
      for (std::int64_t y = index(p[1] - distance); y <= index(p[1] + distance); ++y)
        for (std::int64_t z = index(p[2] - distance); z <= index(p[2] + distance); ++z)
          for (auto [it, end] = kept.equal_range({x, y, z}); it != end; ++it)
            if (norm(points[std::size_t(it->second)] - p) <= distance) found = std::min(found, it->second);
    first[i] = found;
    if (found == int(i)) kept.emplace(Cell{index(p[0]), index(p[1]), index(p[2])}, int(i));
  }
  return first;
}

double bounding_diagonal(const std::vector<Point3>& points) {
  if (points.empty()) return 0;
  Point3 low = points[0], high = points[0];
  for (const Point3& p : points) {
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  }
  return norm(high - low);
}

Welded weld(const SurfaceMesh& mesh, double tolerance) {
  Welded result;
  SurfaceMesh& out = result.mesh;
  const std::vector<int> first = coincident(mesh.positions, tolerance * bounding_diagonal(mesh.positions));
  std::vector<char> used(mesh.positions.size(), 0), named(mesh.positions.size(), 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    Triangle corners = mesh.triangles[t];
    for (int& v : corners) {
      named[std::size_t(v)] = 1;
      v = first[std::size_t(v)];
    }
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) {
      ++result.collapsed;
      continue;
    }
    for (const int v : corners) used[std::size_t(v)] = 1;
    out.triangles.push_back(corners);
    if (!mesh.uv_triangles.empty()) out.uv_triangles.push_back(mesh.uv_triangles[t]);
  }
  out.uv = mesh.uv;
  std::vector<int> place(mesh.positions.size(), -1);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    if (first[i] != int(i) && named[i]) ++result.merged;
    if (first[i] == int(i) && !used[i]) ++result.unreferenced;
    if (!used[i]) continue;
    place[i] = int(out.positions.size());
    out.positions.push_back(mesh.positions[i]);
  }
  for (Triangle& t : out.triangles)
    for (int& v : t) v = place[std::size_t(v)];
  for (const auto& [name, field] : mesh.fields) {
    SurfaceMesh::Field& kept = out.fields[name];
    kept.components = field.components;
    kept.unit = field.unit;
    for (std::size_t i = 0; i < place.size(); ++i) {
      if (place[i] < 0) continue;
      const auto begin = field.values.begin() + std::ptrdiff_t(i) * field.components;
      kept.values.insert(kept.values.end(), begin, begin + field.components);
    }
  }
  return result;
}

}  // namespace plisse::geometry

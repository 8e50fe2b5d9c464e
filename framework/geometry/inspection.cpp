// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/inspection.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "framework/geometry/charts.hpp"
#include "framework/geometry/half_edges.hpp"
#include "framework/geometry/union_find.hpp"
#include "framework/geometry/uv_overlap.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {
namespace {

constexpr double negligible_area = 1e-12;  // relative to the squared extent
constexpr double overlap_width = 1e-5;     // relative to the UV extent
constexpr std::size_t overlap_limit = 100000;

template <class Point>
bool is_finite(const Point& p) {
  return std::all_of(p.begin(), p.end(), [](double x) { return std::isfinite(x); });
}

void inspect_vertices(const SurfaceMesh& mesh, Report& report) {
  std::vector<char> used(mesh.positions.size(), 0);
  for (const Triangle& t : mesh.triangles)
    for (const int v : t) used[std::size_t(v)] = 1;
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (!is_finite(mesh.positions[v])) report.non_finite.add(int(v));
    if (!used[v]) report.unreferenced.add(int(v));
  }
  if (report.non_finite) return;
  std::vector<int> order(mesh.positions.size());
  std::iota(order.begin(), order.end(), 0);
  const auto& p = mesh.positions;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return p[std::size_t(a)] < p[std::size_t(b)]; });
  std::vector<std::array<int, 2>> pairs;
  for (std::size_t i = 1, first = 0; i < order.size(); ++i) {
    if (p[std::size_t(order[i])] == p[std::size_t(order[first])]) {
      pairs.push_back({order[i], order[first]});
    } else {
      first = i;
    }
  }
  std::sort(pairs.begin(), pairs.end());
  for (const auto& [later, earlier] : pairs) report.duplicates.add(later, earlier);
}

int count_components(const SurfaceMesh& mesh) {
  UnionFind sets(mesh.positions.size());
  for (const Triangle& t : mesh.triangles) {
    sets.unite(t[0], t[1]);
    sets.unite(t[0], t[2]);
  }
  std::vector<int> roots;
  for (const Triangle& t : mesh.triangles) roots.push_back(sets.find(t[0]));
  std::sort(roots.begin(), roots.end());
  return int(std::unique(roots.begin(), roots.end()) - roots.begin());
}

void inspect_edges(const SurfaceMesh& mesh, Report& report) {
  UnionFind loops(mesh.positions.size());
  std::vector<int> rim;
  for_each_edge(sorted_half_edges(mesh.triangles), [&](const HalfEdge* first, const HalfEdge* last) {
    if (last - first == 1 && first->low != first->high) {
      ++report.boundary_edges;
      loops.unite(first->low, first->high);
      rim.push_back(first->low);
    } else if (last - first > 2) {
      report.non_manifold.add(first->low, first->high);
    } else if (last - first == 2 && first[0].forward == first[1].forward) {
      report.inconsistent.add(first->low, first->high);
    }
  });
  for (int& v : rim) v = loops.find(v);
  std::sort(rim.begin(), rim.end());
  report.boundary_loops = int(std::unique(rim.begin(), rim.end()) - rim.begin());
}

void inspect_areas(const SurfaceMesh& mesh, Report& report) {
  if (mesh.positions.empty()) return;
  Point3 low = mesh.positions[0], high = low;
  for (const Point3& p : mesh.positions) {
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  }
  const double negligible = negligible_area * dot(high - low, high - low);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto at = [&](std::size_t k) { return mesh.positions[std::size_t(mesh.triangles[t][k])]; };
    const double area = 0.5 * norm(area_vector(at(0), at(1), at(2)));
    report.area += area;
    if (!(area > negligible)) report.zero_area.add(int(t));
  }
}

void inspect_uv(const SurfaceMesh& mesh, Report& report) {
  const std::size_t n = mesh.triangles.size();
  const Point2& reference = uv_corner(mesh, 0, 0);
  report.single_uv = true;
  for (std::size_t t = 0; t < n; ++t) {
    bool finite = true, outside = false;
    for (std::size_t k = 0; k < 3; ++k) {
      const Point2& uv = uv_corner(mesh, t, k);
      finite &= is_finite(uv);
      outside |= uv[0] < 0 || uv[0] > 1 || uv[1] < 0 || uv[1] > 1;
      report.single_uv &= uv == reference;
    }
    if (!finite) report.uv_non_finite.add(int(t));
    if (outside) report.uv_outside.add(int(t));
  }
  if (report.uv_non_finite) return;
  std::tie(report.chart, report.charts) = charts(mesh);
  const double extent = uv_bounds(mesh).extent();
  std::vector<double> area(n);
  std::vector<std::array<Point2, 3>> corners(n);
  std::ptrdiff_t balance = 0;
  for (std::size_t t = 0; t < n; ++t) {
    corners[t] = {uv_corner(mesh, t, 0), uv_corner(mesh, t, 1), uv_corner(mesh, t, 2)};
    area[t] = uv_area(mesh, t);
    report.uv_area += std::abs(area[t]);
    balance += (area[t] > 0) - (area[t] < 0);
  }
  report.mirrored = balance < 0;
  for (std::size_t t = 0; t < n; ++t) {
    if (!(std::abs(area[t]) > negligible_area * extent * extent)) report.uv_zero_area.add(int(t));
    if (report.mirrored ? area[t] > 0 : area[t] < 0) report.uv_flipped.add(int(t));
  }
  for (const auto& [a, b] : overlapping_pairs(corners, overlap_width * extent, overlap_limit)) report.uv_overlaps.add(a, b);
}

}  // namespace

Report inspect(const SurfaceMesh& mesh) {
  Report report;
  report.vertices = mesh.positions.size();
  report.triangles = mesh.triangles.size();
  report.components = count_components(mesh);
  inspect_vertices(mesh, report);
  inspect_edges(mesh, report);
  if (!report.non_finite) inspect_areas(mesh, report);
  report.has_uv = !mesh.uv_triangles.empty() && mesh.uv_triangles.size() == mesh.triangles.size();
  if (report.has_uv) inspect_uv(mesh, report);
  return report;
}

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/panel_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/polygon/voronoi.hpp>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

#include "framework/config/error.hpp"
#include "framework/geometry/quiet_arithmetic.hpp"

namespace plisse::geometry {
namespace {

double distance_to_segment(const Point2& p, const Point2& a, const Point2& b) {
  const Point2 along = b - a;
  const double t = std::clamp(dot(p - a, along) / dot(along, along), 0., 1.);
  return norm(p - a - t * along);
}

double distance_to(const std::vector<Point2>& polygon, const Point2& p) {
  double least = HUGE_VAL;
  for (std::size_t i = 0; i < polygon.size(); ++i)
    least = std::min(least, distance_to_segment(p, polygon[i], polygon[(i + 1) % polygon.size()]));
  return least;
}

// Points of a hexagonal lattice inside, none so near to the outline that its sides would not be Delaunay's.
std::vector<Point2> lattice_points(const std::vector<Point2>& outline, double spacing) {
  constexpr double margin = 0.62;  // of the spacing
  Point2 low = outline.front(), high = outline.front();
  for (const Point2& p : outline)
    for (std::size_t k = 0; k < 2; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  const double rise = spacing * std::sqrt(0.75);
  const Point2 middle = 0.5 * (low + high);
  const int rows = int((high[1] - low[1]) / rise) / 2 + 1, columns = int((high[0] - low[0]) / spacing) / 2 + 2;
  std::vector<Point2> points;
  for (int j = -rows; j <= rows; ++j)
    for (int i = -columns; i <= columns; ++i) {
      const Point2 p = middle + Point2{(i + (j % 2 == 0 ? 0 : 0.5)) * spacing, j * rise};
      if (inside(outline, p) && distance_to(outline, p) > margin * spacing) points.push_back(p);
    }
  return points;
}

// Delaunay's triangulation of the points' convex hull, as the dual of their Voronoi diagram.  On integers, in units of 10 nm, it is exact.
std::vector<Triangle> delaunay(const std::vector<Point2>& points) {
  using Site = boost::polygon::point_data<std::int32_t>;
  constexpr double unit = 1e-8;
  std::vector<Site> sites;
  for (const Point2& p : points) sites.emplace_back(std::int32_t(std::lround(p[0] / unit)), std::int32_t(std::lround(p[1] / unit)));
  boost::polygon::voronoi_diagram<double> diagram;
  const QuietArithmetic quiet;  // predicates divide by zero before they find out and compute exactly
  boost::polygon::construct_voronoi(sites.begin(), sites.end(), &diagram);

  std::vector<Triangle> triangles;
  for (const auto& vertex : diagram.vertices()) {
    std::vector<int> around;  // counterclockwise; more than three where points lie on one circle
    const auto* edge = vertex.incident_edge();
    do {
      around.push_back(int(edge->cell()->source_index()));
      edge = edge->rot_next();
    } while (edge != vertex.incident_edge());
    for (std::size_t i = 1; i + 1 < around.size(); ++i) triangles.push_back({around[0], around[i], around[i + 1]});
  }
  return triangles;
}

// Slivers between points of a straight side are none.
std::vector<Triangle> triangles_inside(const std::vector<Point2>& outline, const std::vector<Point2>& points, double spacing) {
  std::vector<Triangle> kept;
  for (const Triangle& t : delaunay(points)) {
    const Point2 a = points[std::size_t(t[0])], b = points[std::size_t(t[1])], c = points[std::size_t(t[2])];
    if (signed_area(a, b, c) > 1e-3 * spacing * spacing && inside(outline, (1. / 3) * (a + b + c))) kept.push_back(t);
  }
  return kept;
}

// Moves the points inside to the mean of their neighbours.
void relax(PanelMesh& mesh, std::size_t fixed) {
  std::vector<Point2> sum(mesh.points.size());
  std::vector<int> count(mesh.points.size());
  for (const Triangle& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto a = std::size_t(t[k]), b = std::size_t(t[(k + 1) % 3]);
      sum[a] = sum[a] + mesh.points[b];
      ++count[a];
    }
  for (std::size_t v = fixed; v < mesh.points.size(); ++v)
    if (count[v] > 0) mesh.points[v] = (1. / count[v]) * sum[v];
}

void check_outline(const PanelMesh& mesh, std::size_t corners, double spacing) {
  std::set<std::pair<int, int>> sides;
  for (const Triangle& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) sides.emplace(t[k], t[(k + 1) % 3]);
  for (std::size_t i = 0; i < corners; ++i)
    if (!sides.count({int(i), int((i + 1) % corners)}))
      throw config::Error(fmt::format("edges of {} m are too long for this pattern near ({:.4g}, {:.4g}); lower edge", spacing,
                                      mesh.points[i][0], mesh.points[i][1]));
}

}  // namespace

bool inside(const std::vector<Point2>& polygon, const Point2& p) {
  bool result = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Point2 &a = polygon[i], &b = polygon[j];
    if ((a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])) result = !result;
  }
  return result;
}

PanelMesh mesh_panel(const std::vector<Point2>& outline, double spacing) {
  PanelMesh mesh{outline, {}};
  const std::vector<Point2> lattice = lattice_points(outline, spacing);
  mesh.points.insert(mesh.points.end(), lattice.begin(), lattice.end());
  mesh.triangles = triangles_inside(outline, mesh.points, spacing);
  for (int round = 0; round < 3; ++round) {
    relax(mesh, outline.size());
    mesh.triangles = triangles_inside(outline, mesh.points, spacing);
  }
  check_outline(mesh, outline.size(), spacing);
  return mesh;
}

}  // namespace plisse::geometry

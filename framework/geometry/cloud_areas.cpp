// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/cloud_areas.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "framework/geometry/quadric_fit.hpp"

namespace plisse::geometry {
namespace {

using std::numbers::pi;

constexpr int circle_corners = 16;
constexpr double reach_share = 0.6;              // of the farthest neighbour's distance: how far a cell may extend
constexpr double most_stretch = 1.5;             // of a projected offset by the curvature
constexpr double boundary_gap = 140 * pi / 180;  // between the directions of neighbours
constexpr double margin_of_random = 0.26;        // of the mean spacing: calibrated on independent uniform points
constexpr double random_evenness = 0.47,
                 even = 0.9;  // median distance of the nearest neighbour over the mean spacing: random points, even ones

// A half plane: points x with dot(normal, x) <= offset.
struct HalfPlane {
  Point2 normal;
  double offset;
};

using Polygon = std::vector<Point2>;

Polygon clip(const Polygon& polygon, const HalfPlane& half) {
  Polygon inside;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point2 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double over_a = dot(half.normal, a) - half.offset, over_b = dot(half.normal, b) - half.offset;
    if (over_a <= 0) inside.push_back(a);
    if ((over_a < 0 && over_b > 0) || (over_a > 0 && over_b < 0)) inside.push_back(a + (over_a / (over_a - over_b)) * (b - a));
  }
  return inside;
}

double area(const Polygon& polygon) {
  double twice = 0;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) twice += cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]);
  return twice / 2;
}

Polygon circle(double radius) {
  const double circumscribed = radius * std::sqrt(pi / (circle_corners * std::sin(pi / circle_corners) * std::cos(pi / circle_corners)));
  Polygon polygon;
  for (int k = 0; k < circle_corners; ++k) {
    const double angle = 2 * pi * k / circle_corners;
    polygon.push_back({circumscribed * std::cos(angle), circumscribed * std::sin(angle)});
  }
  return polygon;
}

// Offsets of the neighbours that face the same way, laid out in the tangent plane.
Polygon flattened(const std::vector<Point3>& points, const Neighbours& neighbours, const std::vector<Point3>& normals, const Symmetric3& h,
                  std::size_t i) {
  const auto [t1, t2] = tangents(normals[i]);
  Polygon flat;
  for (const int j : neighbours.of(i)) {
    if (dot(normals[i], normals[std::size_t(j)]) < 0) continue;
    const Point3 offset = points[std::size_t(j)] - points[i];
    const double height = dot(offset, h * offset) / 2, length = norm(cross(offset, normals[i]));
    if (length > 0) flat.push_back(std::min(std::hypot(1, height / length), most_stretch) * Point2{dot(offset, t1), dot(offset, t2)});
  }
  return flat;
}

// The widest sector without neighbours: from angle `begin` on, `width` wide.
struct Gap {
  double begin, width;
};

Gap widest_gap(const Polygon& offsets) {
  std::vector<double> angles;
  for (const Point2& d : offsets) angles.push_back(std::atan2(d[1], d[0]));
  std::sort(angles.begin(), angles.end());
  Gap widest{angles.back(), angles.front() + 2 * pi - angles.back()};
  for (std::size_t k = 0; k + 1 < angles.size(); ++k)
    if (angles[k + 1] - angles[k] > widest.width) widest = {angles[k], angles[k + 1] - angles[k]};
  return widest;
}

// What a cell keeps when the gap, moved outward by `margin`, is cut off.
double area_without(const Polygon& cell, const Gap& gap, double margin) {
  const double end = gap.begin + gap.width;
  const HalfPlane first{{-std::sin(gap.begin), std::cos(gap.begin)}, margin}, last{{std::sin(end), -std::cos(end)}, margin};
  if (gap.width >= pi) return area(clip(clip(cell, first), last));
  const auto outside = [](const HalfPlane& h) { return HalfPlane{-1.0 * h.normal, -h.offset}; };
  return area(cell) - area(clip(clip(cell, outside(first)), outside(last)));
}

double spacing(const Neighbours& neighbours, std::size_t i) { return neighbours.distances(i).back() * std::sqrt(pi / neighbours.count()); }

// From 0 for random points to 1 for even ones.
double evenness(const Neighbours& neighbours) {
  std::vector<double> ratio;
  for (std::size_t i = 0; i < neighbours.points(); ++i) ratio.push_back(neighbours.distances(i).front() / spacing(neighbours, i));
  const auto middle = ratio.begin() + std::ptrdiff_t(ratio.size() / 2);
  std::nth_element(ratio.begin(), middle, ratio.end());
  return std::clamp((*middle - random_evenness) / (even - random_evenness), 0.0, 1.0);
}

}  // namespace

std::vector<double> cloud_areas(const std::vector<Point3>& points, const Neighbours& neighbours, const std::vector<Point3>& normals,
                                const std::vector<Symmetric3>& weingarten) {
  const double margin = margin_of_random * (1 - evenness(neighbours));
  std::vector<double> areas(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Polygon offsets = flattened(points, neighbours, normals, weingarten[i], i);
    const double reach = neighbours.distances(i).back();
    Polygon cell = circle(reach_share * reach);
    areas[i] = area(cell);
    if (offsets.empty()) continue;
    for (const Point2& d : offsets) cell = clip(cell, {d, dot(d, d) / 2});
    const Gap gap = widest_gap(offsets);
    areas[i] = gap.width > boundary_gap ? area_without(cell, gap, margin * spacing(neighbours, i)) : area(cell);
  }
  return areas;
}

}  // namespace plisse::geometry

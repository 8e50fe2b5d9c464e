// SPDX-License-Identifier: Apache-2.0
// Surfaces whose normal and Weingarten map are known: level sets f = 0, with n = grad f / |grad f| and H = P Hess f P / |grad f|.  Each
// with a chart (u, v) of the unit square, for meshes and samples.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "framework/geometry/reference.hpp"
#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::tests {

using geometry::operator*, geometry::operator+, geometry::operator-;

using geometry::Point3;
using geometry::Symmetric3;

struct LevelSet {
  double value;
  Point3 gradient;
  Symmetric3 hessian;
};

struct AnalyticSurface {
  std::string name;
  double area;                // [m^2]
  bool even_chart;            // the chart keeps ratios of areas
  bool wrap_u, wrap_v;        // the chart closes in that direction
  double length_u, length_v;  // about, for cells of even sides [m]
  std::function<Point3(double, double)> chart;
  std::function<LevelSet(const Point3&)> level;

  bool closed() const { return wrap_u && wrap_v; }
  // The foot of a point near the surface.
  Point3 project(Point3 p) const {
    for (int i = 0; i < 4; ++i) {
      const LevelSet f = level(p);
      p = p - (f.value / geometry::dot(f.gradient, f.gradient)) * f.gradient;
    }
    return p;
  }
  Point3 normal(const Point3& p) const {
    const Point3 g = level(p).gradient;
    return (1 / geometry::norm(g)) * g;
  }
  Symmetric3 weingarten(const Point3& p) const {
    const LevelSet f = level(p);
    const double length = geometry::norm(f.gradient);
    const Point3 n = (1 / length) * f.gradient;
    const auto& h = f.hessian;
    const std::array<Point3, 3> row{{{h[0], h[1], h[2]}, {h[1], h[3], h[4]}, {h[2], h[4], h[5]}}};
    const Point3 hn{geometry::dot(row[0], n), geometry::dot(row[1], n), geometry::dot(row[2], n)};
    const double nhn = geometry::dot(n, hn);
    const auto at = [&](std::size_t i, std::size_t j) { return (row[i][j] - n[i] * hn[j] - hn[i] * n[j] + nhn * n[i] * n[j]) / length; };
    return {at(0, 0), at(0, 1), at(0, 2), at(1, 1), at(1, 2), at(2, 2)};
  }
};

inline AnalyticSurface sphere(double radius = 0.4) {
  const double pi = std::numbers::pi;
  return {"sphere",
          4 * pi * radius * radius,
          true,
          true,
          true,
          2 * pi * radius,
          pi * radius,
          [=](double u, double v) {  // equal areas
            const double z = 2 * v - 1, r = std::sqrt(std::max(0., 1 - z * z));
            return radius * Point3{r * std::cos(2 * pi * u), r * std::sin(2 * pi * u), z};
          },
          [=](const Point3& p) {
            return LevelSet{(geometry::dot(p, p) - radius * radius) / 2, p, {1, 0, 0, 1, 0, 1}};
          }};
}

inline AnalyticSurface cylinder(double radius = 0.3, double length = 1) {
  const double pi = std::numbers::pi;
  return {"cylinder",
          2 * pi * radius * length,
          true,
          true,
          false,
          2 * pi * radius,
          length,
          [=](double u, double v) {
            return Point3{radius * std::cos(2 * pi * u), radius * std::sin(2 * pi * u), length * v};
          },
          [=](const Point3& p) {
            return LevelSet{(p[0] * p[0] + p[1] * p[1] - radius * radius) / 2, {p[0], p[1], 0}, {1, 0, 0, 1, 0, 0}};
          }};
}

inline AnalyticSurface torus(double ring = 0.5, double tube = 0.2) {
  const double pi = std::numbers::pi;
  return {"torus",
          4 * pi * pi * ring * tube,
          false,
          true,
          true,
          2 * pi * ring,
          2 * pi * tube,
          [=](double u, double v) {
            const double a = 2 * pi * u, b = 2 * pi * v, r = ring + tube * std::cos(b);
            return Point3{r * std::cos(a), r * std::sin(a), tube * std::sin(b)};
          },
          [=](const Point3& p) {
            const double s = std::hypot(p[0], p[1]), k = 1 - ring / s, c = ring / (s * s * s);
            return LevelSet{((s - ring) * (s - ring) + p[2] * p[2] - tube * tube) / 2,
                            {k * p[0], k * p[1], p[2]},
                            {k + c * p[0] * p[0], c * p[0] * p[1], 0, k + c * p[1] * p[1], 0, 1}};
          }};
}

// z = bend (x^2 - y^2) / 2 over a square of side 1.
inline AnalyticSurface saddle(double bend = 1.5) {
  double area = 0;
  constexpr int n = 400;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const double x = (i + 0.5) / n - 0.5, y = (j + 0.5) / n - 0.5;
      area += std::sqrt(1 + bend * bend * (x * x + y * y)) / (n * n);
    }
  return {"saddle",
          area,
          false,
          false,
          false,
          1,
          1,
          [=](double u, double v) {
            const double x = u - 0.5, y = v - 0.5;
            return Point3{x, y, bend * (x * x - y * y) / 2};
          },
          [=](const Point3& p) {
            return LevelSet{p[2] - bend * (p[0] * p[0] - p[1] * p[1]) / 2, {-bend * p[0], bend * p[1], 1}, {-bend, 0, 0, bend, 0, 0}};
          }};
}

inline std::vector<AnalyticSurface> analytic_surfaces() { return {sphere(), cylinder(), torus(), saddle()}; }

}  // namespace plisse::tests

// SPDX-License-Identifier: Apache-2.0
// Small rest surfaces for tests: charts made of UV triangles, turned into the data of both look-ups.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "kernels/sampling/rest_surface.hpp"

namespace plisse::test {

using Uv = std::array<double, 2>;
using Position = std::array<double, 3>;

// UV triangles that do not overlap.
struct Charts {
  std::vector<std::array<Uv, 3>> triangles;

  Charts& triangle(Uv a, Uv b, Uv c) {
    triangles.push_back({a, b, c});
    return *this;
  }
  Charts& quad(Uv a, Uv b, Uv c, Uv d) { return triangle(a, b, c).triangle(a, c, d); }
  // n x m quads between two corners.
  Charts& rectangle(Uv low, Uv high, int n = 1, int m = 1) {
    for (int j = 0; j < m; ++j)
      for (int i = 0; i < n; ++i) {
        const auto at = [&](int k, int l) { return Uv{low[0] + (high[0] - low[0]) * k / n, low[1] + (high[1] - low[1]) * l / m}; };
        quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
      }
    return *this;
  }

  static double twice_area(const Uv& a, const Uv& b, const Uv& c) { return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]); }
  double area() const {
    double sum = 0;
    for (const auto& [a, b, c] : triangles) sum += std::fabs(twice_area(a, b, c)) / 2;
    return sum;
  }
  // Whether a triangle, grown by `tolerance` on every side, holds the point.
  bool contains(double u, double v, double tolerance) const {
    return std::any_of(triangles.begin(), triangles.end(), [&](const std::array<Uv, 3>& t) {
      const double sign = twice_area(t[0], t[1], t[2]) < 0 ? -1 : 1;
      for (int k = 0; k < 3; ++k) {
        const Uv &a = t[k], &b = t[(k + 1) % 3];
        if (sign * twice_area(a, b, {u, v}) < -tolerance * std::hypot(b[0] - a[0], b[1] - a[1])) return false;
      }
      return true;
    });
  }
};

inline Charts square_charts(int n = 8) { return Charts().rectangle({0, 0}, {1, 1}, n, n); }

// A polygon of n corners around the middle; it touches u = 1.
inline Charts disk_charts(int n = 48, double radius = 0.5) {
  Charts charts;
  const auto rim = [&](int k) {
    const double angle = 2 * std::numbers::pi * k / n;
    return Uv{0.5 + radius * std::cos(angle), 0.5 + radius * std::sin(angle)};
  };
  for (int k = 0; k < n; ++k) charts.triangle({0.5, 0.5}, rim(k), rim((k + 1) % n));
  return charts;
}

inline Charts l_charts() { return Charts().rectangle({0.1, 0.05}, {0.35, 0.95}, 3, 9).rectangle({0.35, 0.05}, {0.9, 0.25}, 5, 2); }

// A long band from one side of the unit square to the other, at an angle to the grid.
inline Charts strip_charts(double width = 0.004) { return Charts().quad({0, 0.2}, {1, 0.7}, {1, 0.7 + width}, {0, 0.2 + width}); }

// An inextensible sheet, 1 m a UV unit, tilted in space.
inline Position sheet(double u, double v) { return {0.3 + 0.8 * u, v - 0.5, 0.6 * u}; }

inline sampling::RestSurfaceData rest_surface(const Charts& charts, sampling::Lookup lookup = sampling::Lookup::exact,
                                              const std::function<Position(double, double)>& position = sheet, int bins = 16,
                                              int map_size = 257) {
  sampling::RestSurfaceData data;
  data.lookup = lookup;
  data.uv_area = charts.area();
  for (const auto& triangle : charts.triangles) {
    std::array<Position, 3> x;
    for (int k = 0; k < 3; ++k) {
      x[k] = position(triangle[k][0], triangle[k][1]);
      data.corner_uv.insert(data.corner_uv.end(), triangle[k].begin(), triangle[k].end());
      data.corner_position.insert(data.corner_position.end(), x[k].begin(), x[k].end());
    }
    const auto edge = [&](int k) { return Vec3<double>{x[k][0] - x[0][0], x[k][1] - x[0][1], x[k][2] - x[0][2]}; };
    data.area += norm(cross(edge(1), edge(2))) / 2;
  }
  data.metres_per_uv = std::sqrt(data.area / data.uv_area);
  if (lookup == sampling::Lookup::exact) {
    data.bins = bins;
    const auto bin = [&](double x) { return std::clamp(int(std::floor(x * bins)), 0, bins - 1); };
    std::vector<std::vector<int>> lists(std::size_t(bins) * bins);
    for (int i = 0; i < int(charts.triangles.size()); ++i) {
      const auto& [a, b, c] = charts.triangles[i];
      for (int row = bin(std::min({a[1], b[1], c[1]})); row <= bin(std::max({a[1], b[1], c[1]})); ++row)
        for (int column = bin(std::min({a[0], b[0], c[0]})); column <= bin(std::max({a[0], b[0], c[0]})); ++column)
          lists[std::size_t(row) * bins + column].push_back(i);
    }
    data.bin_start.push_back(0);
    for (const auto& list : lists) {
      data.bin_triangle.insert(data.bin_triangle.end(), list.begin(), list.end());
      data.bin_start.push_back(int(data.bin_triangle.size()));
    }
  } else {
    data.map_size = map_size;
    for (int row = 0; row < map_size; ++row)
      for (int column = 0; column < map_size; ++column) {
        const double u = double(column) / (map_size - 1), v = double(row) / (map_size - 1);
        const auto x = position(u, v);
        data.map_position.insert(data.map_position.end(), x.begin(), x.end());
        data.map_mask.push_back(charts.contains(u, v, 1e-12));
      }
  }
  return data;
}

}  // namespace plisse::test

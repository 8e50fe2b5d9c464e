// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/rest_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "framework/geometry/charts.hpp"
#include "framework/geometry/position_map.hpp"
#include "framework/geometry/uv_triangle.hpp"

namespace plisse::geometry {
namespace {

constexpr double slack = 16 * std::numeric_limits<double>::epsilon();  // in UV, as on the device
constexpr double bin_margin = 1e-3;                                    // in bins: a point rounded to float still meets its triangle

void add_triangles(const SurfaceMesh& mesh, RestSurfaceData& rest) {
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    Point3 corners[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const Point2& uv = uv_corner(mesh, t, k);
      if (!(uv[0] >= 0 && uv[0] <= 1 && uv[1] >= 0 && uv[1] <= 1)) throw std::invalid_argument("rest surface: UV outside the unit square");
      corners[k] = mesh.positions[std::size_t(mesh.triangles[t][k])];
      rest.corner_uv.insert(rest.corner_uv.end(), uv.begin(), uv.end());
      rest.corner_position.insert(rest.corner_position.end(), corners[k].begin(), corners[k].end());
    }
    rest.area += 0.5 * norm(area_vector(corners[0], corners[1], corners[2]));
    rest.uv_area += std::abs(uv_area(mesh, t));
  }
  rest.metres_per_uv = std::sqrt(rest.area / rest.uv_area);
}

int bin_of(double x, int bins) { return std::clamp(int(std::floor(x * bins)), 0, bins - 1); }

// Whether a triangle reaches into a box: no side of the triangle has the whole box on its outer side.
bool touches(const UvTriangle& triangle, const Point2& low, const Point2& high) {
  const double sign = signed_area(triangle.corner(0), triangle.corner(1), triangle.corner(2)) < 0 ? -1 : 1;
  for (int k = 0; k < 3; ++k) {
    const Point2 a = triangle.corner(k), side = sign * (triangle.corner(k + 1) - a);
    const Point2 innermost{side[1] > 0 ? low[0] : high[0], side[0] > 0 ? high[1] : low[1]};
    if (cross(side, innermost - a) < 0) return false;
  }
  return true;
}

template <class Visit>
void for_each_touched_bin(const UvTriangle& triangle, int bins, Visit visit) {
  const double margin = bin_margin / bins;
  Point2 low = triangle.corner(0), high = low;
  for (int k = 1; k < 3; ++k) {
    for (std::size_t c = 0; c < 2; ++c) {
      low[c] = std::min(low[c], triangle.corner(k)[c]);
      high[c] = std::max(high[c], triangle.corner(k)[c]);
    }
  }
  for (int row = bin_of(low[1] - margin, bins); row <= bin_of(high[1] + margin, bins); ++row) {
    for (int column = bin_of(low[0] - margin, bins); column <= bin_of(high[0] + margin, bins); ++column) {
      const Point2 from{double(column) / bins - margin, double(row) / bins - margin};
      if (touches(triangle, from, from + Point2{1.0 / bins + 2 * margin, 1.0 / bins + 2 * margin})) visit(row * bins + column);
    }
  }
}

void add_bins(RestSurfaceData& rest) {
  const int n = int(rest.corner_uv.size() / 6);
  rest.bins = std::clamp(int(std::ceil(std::sqrt(n))), 1, 1024);
  rest.bin_start.assign(std::size_t(rest.bins) * std::size_t(rest.bins) + 1, 0);
  for (int t = 0; t < n; ++t)
    for_each_touched_bin(UvTriangle(rest, t), rest.bins, [&](int bin) { ++rest.bin_start[std::size_t(bin) + 1]; });
  for (std::size_t b = 1; b < rest.bin_start.size(); ++b) rest.bin_start[b] += rest.bin_start[b - 1];
  rest.bin_triangle.resize(std::size_t(rest.bin_start.back()));
  std::vector<int> next(rest.bin_start.begin(), rest.bin_start.end() - 1);
  for (int t = 0; t < n; ++t) {
    for_each_touched_bin(UvTriangle(rest, t), rest.bins, [&](int bin) { rest.bin_triangle[std::size_t(next[std::size_t(bin)]++)] = t; });
  }
}

}  // namespace

RestSurfaceData build_rest_surface(const SurfaceMesh& mesh, Lookup lookup, int map_size) {
  if (mesh.triangles.empty() || mesh.uv_triangles.size() != mesh.triangles.size())
    throw std::invalid_argument("rest surface: the mesh has no UV");
  RestSurfaceData rest;
  rest.lookup = lookup;
  add_triangles(mesh, rest);
  add_bins(rest);
  if (lookup == Lookup::map) add_position_map(rest, map_size);
  return rest;
}

int find_triangle(const RestSurfaceData& rest, double u, double v, int guess) {
  if (guess >= 0 && UvTriangle(rest, guess).covers({u, v}, slack)) return guess;
  if (!(u >= -slack && u <= 1 + slack && v >= -slack && v <= 1 + slack)) return -1;
  const std::size_t bin = std::size_t(bin_of(v, rest.bins) * rest.bins + bin_of(u, rest.bins));
  for (int k = rest.bin_start[bin]; k < rest.bin_start[bin + 1]; ++k) {
    const int t = rest.bin_triangle[std::size_t(k)];
    if (UvTriangle(rest, t).covers({u, v}, slack)) return t;
  }
  return -1;
}

bool rest_position(const RestSurfaceData& rest, double u, double v, Point3& X) {
  if (rest.lookup == Lookup::map) return map_position(rest, u, v, X);
  const int t = find_triangle(rest, u, v);
  if (t < 0) return false;
  const UvTriangle triangle(rest, t);
  X = triangle.at(triangle.barycentric({u, v}));
  return true;
}

}  // namespace plisse::geometry

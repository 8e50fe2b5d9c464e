// SPDX-License-Identifier: Apache-2.0
// The garment at rest, as a function of UV: where the charts are (the mask) and the rest position X(u, v) there.
// Two look-ups: `exact` finds the UV triangle in a uniform grid of bins and interpolates barycentrically (eq. 15-16 of
// "Spatially Adaptive Cloth Regression"); `map` reads a precomputed image of positions with a mask.
#pragma once

#include <limits>
#include <vector>

#include "kernels/core/types.hpp"
#include "kernels/core/vec.hpp"

namespace plisse::sampling {

enum class Lookup { exact, map };

// Host data of a rest surface, as the geometry code prepares it.  UV lies in [0, 1]^2.
struct RestSurfaceData {
  Lookup lookup = Lookup::exact;
  // exact: triangles (n x 3 corners), corner UV (2 numbers) and rest position (3 numbers) [m]
  std::vector<double> corner_uv;        // (n, 3, 2)
  std::vector<double> corner_position;  // (n, 3, 3) [m]
  // bins x bins cells over the unit square; triangles that touch bin b: bin_triangle[bin_start[b] .. bin_start[b + 1])
  int bins = 0;
  std::vector<int> bin_start, bin_triangle;
  // map: texels at u = i / (map_size - 1), row = v; positions also fill a border of texels around the charts (dilated by
  // extrapolation) so that interpolation at the rim is right; the mask says which texels are inside.
  int map_size = 0;
  std::vector<float> map_position;      // (map_size, map_size, 3) [m]
  std::vector<unsigned char> map_mask;  // (map_size, map_size)
  double area = 0;                      // of the rest surface [m^2]
  double uv_area = 0;                   // of the charts [1]
  double metres_per_uv = 1;             // sqrt(area / uv_area)
};

// The charts as convex polygons of three or four corners (a triangle repeats its last one): (n, 4, 2), on the host.
using ChartPolygons = Kokkos::View<double* [4][2], Kokkos::LayoutRight, Kokkos::HostSpace>;

// X = position + along_u (u - u0) + along_v (v - v0), relative to a corner: in float, neighbouring points keep their distance.
template <class T>
struct RestTriangle {
  T u, v;                              // corner 0
  T l0u, l0v, l1u, l1v, l2u, l2v;      // gradients of the barycentric coordinates of the corners
  Vec3<T> position, along_u, along_v;  // [m]
};

// Device form.  position() returns false outside the charts and leaves X alone.  Points within `slack` of a chart are inside,
// so that rounding opens no cracks along edges: for `exact` the charts are the triangles, for `map` the squares around the
// texels of the mask.
template <class T>
class RestSurface {
 public:
  static constexpr T slack = 16 * std::numeric_limits<T>::epsilon();  // in UV

  RestSurface() = default;
  // Throws std::invalid_argument on arrays of inconsistent length and on triangles without UV area.
  explicit RestSurface(const RestSurfaceData& data);

  KOKKOS_FUNCTION bool position(T u, T v, Vec3<T>& X) const { return lookup_ == Lookup::exact ? exact(u, v, X) : mapped(u, v, X); }
  KOKKOS_FUNCTION bool contains(T u, T v) const {
    Vec3<T> ignored;
    return position(u, v, ignored);
  }
  const ChartPolygons& charts() const { return charts_; }
  double area() const { return area_; }                    // [m^2]
  double uv_area() const { return uv_area_; }              // [1]
  double metres_per_uv() const { return metres_per_uv_; }  // [m]

 private:
  void set_triangles(const RestSurfaceData& data);
  void set_map(const RestSurfaceData& data);

  KOKKOS_FUNCTION bool exact(T u, T v, Vec3<T>& X) const;
  KOKKOS_FUNCTION bool mapped(T u, T v, Vec3<T>& X) const;
  KOKKOS_FUNCTION static bool covers(const RestTriangle<T>& triangle, T u, T v);
  // Index of the interval that holds x of n intervals of length 1 / scale starting at -offset / scale.
  KOKKOS_FUNCTION static int interval(T x, double scale, double offset, int n) {
    const double place = double(x) * scale + offset, last = n - 1.0;
    return int(place > 0 ? (place < last ? place : last) : 0.0);
  }

  Lookup lookup_ = Lookup::exact;
  int bins_ = 0, map_size_ = 0;
  double area_ = 0, uv_area_ = 0, metres_per_uv_ = 1;
  Array1<RestTriangle<T>> triangle_;
  Array1<int> bin_start_, bin_triangle_;
  Array1<float> map_position_;
  Array1<unsigned char> map_mask_;
  ChartPolygons charts_;
};

template <class T>
KOKKOS_INLINE_FUNCTION bool RestSurface<T>::covers(const RestTriangle<T>& triangle, T u, T v) {
  const T du = u - triangle.u, dv = v - triangle.v;
  // A coordinate falls by its gradient's length per unit of distance from its edge.
  const auto reaches = [=](T at_corner, T lu, T lv) { return at_corner + lu * du + lv * dv >= -slack * (math::fabs(lu) + math::fabs(lv)); };
  return reaches(1, triangle.l0u, triangle.l0v) && reaches(0, triangle.l1u, triangle.l1v) && reaches(0, triangle.l2u, triangle.l2v);
}

template <class T>
KOKKOS_INLINE_FUNCTION bool RestSurface<T>::exact(T u, T v, Vec3<T>& X) const {
  if (bins_ == 0) return false;
  const int last_row = interval(v + slack, bins_, 0, bins_), last_column = interval(u + slack, bins_, 0, bins_);
  for (int row = interval(v - slack, bins_, 0, bins_); row <= last_row; ++row)
    for (int column = interval(u - slack, bins_, 0, bins_); column <= last_column; ++column) {
      const int bin = row * bins_ + column;
      for (int k = bin_start_(bin); k < bin_start_(bin + 1); ++k) {
        const RestTriangle<T>& triangle = triangle_(bin_triangle_(k));
        if (!covers(triangle, u, v)) continue;
        const double du = double(u) - triangle.u, dv = double(v) - triangle.v;
        X.x = T(triangle.position.x + triangle.along_u.x * du + triangle.along_v.x * dv);
        X.y = T(triangle.position.y + triangle.along_u.y * du + triangle.along_v.y * dv);
        X.z = T(triangle.position.z + triangle.along_u.z * du + triangle.along_v.z * dv);
        return true;
      }
    }
  return false;
}

template <class T>
KOKKOS_INLINE_FUNCTION bool RestSurface<T>::mapped(T u, T v, Vec3<T>& X) const {
  if (u < -slack || u > 1 + slack || v < -slack || v > 1 + slack) return false;
  const int n = map_size_, scale = n - 1;
  const int last_row = interval(v + slack, scale, 0.5, n), last_column = interval(u + slack, scale, 0.5, n);
  bool inside = false;
  for (int row = interval(v - slack, scale, 0.5, n); row <= last_row; ++row)
    for (int column = interval(u - slack, scale, 0.5, n); column <= last_column; ++column) inside |= map_mask_(row * n + column) != 0;
  if (!inside) return false;
  const int i = interval(u, scale, 0, n - 1), j = interval(v, scale, 0, n - 1);
  const double a = double(u) * scale - i, b = double(v) * scale - j;
  const float* low = &map_position_(std::size_t(3) * (std::size_t(j) * n + i));
  const float* high = low + std::size_t(3) * n;
  const auto bilinear = [&](int c) { return T((1 - b) * ((1 - a) * low[c] + a * low[c + 3]) + b * ((1 - a) * high[c] + a * high[c + 3])); };
  X = {bilinear(0), bilinear(1), bilinear(2)};
  return true;
}

}  // namespace plisse::sampling

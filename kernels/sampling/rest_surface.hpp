// SPDX-License-Identifier: Apache-2.0
// The garment at rest, as a function of UV: where the charts are (the mask) and the rest position X(u, v) there.
// Two look-ups: `exact` finds the UV triangle in a uniform grid of bins and interpolates barycentrically (eq. 15-16 of
// "Spatially Adaptive Cloth Regression"); `map` reads a precomputed image of positions with a mask.
#pragma once

#include "kernels/core/types.hpp"
#include "kernels/core/vec.hpp"

#include <vector>

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
  std::vector<float> map_position;       // (map_size, map_size, 3) [m]
  std::vector<unsigned char> map_mask;   // (map_size, map_size)
  double area = 0;           // of the rest surface [m^2]
  double uv_area = 0;        // of the charts [1]
  double metres_per_uv = 1;  // sqrt(area / uv_area)
};

// Device form.  position() returns false outside the charts and leaves X alone.
template <class T> class RestSurface {
 public:
  RestSurface() = default;
  explicit RestSurface(const RestSurfaceData& data);

  KOKKOS_FUNCTION bool position(T u, T v, Vec3<T>& X) const { return lookup_ == Lookup::exact ? exact(u, v, X) : mapped(u, v, X); }
  KOKKOS_FUNCTION bool contains(T u, T v) const {
    Vec3<T> ignored;
    return position(u, v, ignored);
  }
  double area() const { return area_; }                    // [m^2]
  double uv_area() const { return uv_area_; }              // [1]
  double metres_per_uv() const { return metres_per_uv_; }  // [m]

 private:
  KOKKOS_FUNCTION bool exact(T u, T v, Vec3<T>& X) const;
  KOKKOS_FUNCTION bool mapped(T u, T v, Vec3<T>& X) const;

  Lookup lookup_ = Lookup::exact;
  int bins_ = 0, map_size_ = 0;
  double area_ = 0, uv_area_ = 0, metres_per_uv_ = 1;
  Array1<T> corner_uv_, corner_position_;
  Array1<int> bin_start_, bin_triangle_;
  Array1<float> map_position_;
  Array1<unsigned char> map_mask_;
};

}  // namespace plisse::sampling

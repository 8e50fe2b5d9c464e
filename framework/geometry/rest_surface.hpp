// SPDX-License-Identifier: Apache-2.0
// The garment at rest, as a function of UV: where the charts are and the rest position X(u, v) there.  Host data, prepared from a mesh with
// usable UV (inspection.hpp) in [0, 1]^2.
#pragma once

#include <vector>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

enum class Lookup { exact, map };

// Member for member the data that kernels/sampling/rest_surface.hpp takes.
struct RestSurfaceData {
  Lookup lookup = Lookup::exact;
  // exact: triangles (n x 3 corners), corner UV (2 numbers) and rest position (3 numbers) [m]; filled for `map` as well
  std::vector<double> corner_uv;        // (n, 3, 2)
  std::vector<double> corner_position;  // (n, 3, 3) [m]
  // bins x bins cells over the unit square, row = v; triangles that touch bin b: bin_triangle[bin_start[b] .. bin_start[b + 1])
  int bins = 0;
  std::vector<int> bin_start, bin_triangle;
  // map: texels at u = i / (map_size - 1), row = v; positions also fill a border of texels around the charts (dilated by extrapolation of
  // the nearest triangle) so that interpolation at the rim is right; the mask says which texels are inside.
  int map_size = 0;
  std::vector<float> map_position;      // (map_size, map_size, 3) [m]
  std::vector<unsigned char> map_mask;  // (map_size, map_size)
  double area = 0;                      // of the rest surface [m^2]
  double uv_area = 0;                   // of the charts [1]
  double metres_per_uv = 1;             // sqrt(area / uv_area)
};

// Throws config::Error when a map has no texel inside a chart; std::invalid_argument on a mesh without UV in [0, 1]^2.
RestSurfaceData build_rest_surface(const SurfaceMesh& mesh, Lookup lookup = Lookup::exact, int map_size = 1024);

// X(u, v) by the look-up of `rest`; false outside the charts, which leaves X alone.  Points within a rounding error of a chart are inside.
bool rest_position(const RestSurfaceData& rest, double u, double v, Point3& X);

// The triangle that holds (u, v), by the exact look-up, or -1.  `guess` is tried first.
int find_triangle(const RestSurfaceData& rest, double u, double v, int guess = -1);

}  // namespace plisse::geometry

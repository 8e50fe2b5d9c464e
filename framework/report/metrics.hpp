// SPDX-License-Identifier: Apache-2.0
// Measures of draped surfaces, all in double precision on the host.  Lengths in the mesh's unit (metres).
//   chamfer_l1 = (mean d(A→B) + mean d(B→A)) / 2,  chamfer_sq = mean d²(A→B) + mean d²(B→A),  hausdorff = max(max d(A→B), max d(B→A)).
// d_C and d_W are those of "NeuralGarSim": d_C is chamfer_l1; d_W is the same of the wrinkles (wrinkles.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"
#include "framework/report/closest_surface.hpp"
#include "framework/run/experiment.hpp"

namespace plisse::report {

using geometry::Point3;
using run::Metric;
using SignedDistance = std::function<double(const Point3&)>;  // [m], negative inside the body

struct Penetration {
  double max = 0, mean = 0;  // depth [m]; the mean over penetrating points, 0 where there are none
  std::int64_t penetrating = 0, points = 0;
};

// Throws std::invalid_argument on a NaN distance.
Penetration penetration(std::span<const Point3> points, const SignedDistance& distance);
Penetration penetration(std::span<const Point3> points, const ClosestSurface& body);

struct Sampling {
  std::int64_t points = 100000;  // on each surface
  std::uint64_t seed = 0;
  bool to_surface = false;  // distances to the other surface itself, not to its nearest sample: no floor from the sample spacing
};

// Points distributed uniformly by area, one in each of `count` strips of equal area; the same on every platform.
// Throws config::Error when the mesh is empty, not finite or without area.
std::vector<Point3> sample_surface(const geometry::SurfaceMesh& mesh, std::int64_t count, std::uint64_t seed);

struct Distances {
  double chamfer_l1 = 0, chamfer_sq = 0;                     // [m], [m²]
  double hausdorff = 0, hausdorff_ab = 0, hausdorff_ba = 0;  // [m]
  std::int64_t points_a = 0, points_b = 0;
  Sampling sampling;
};

// Between two clouds; throws std::invalid_argument when one is empty.
Distances point_distances(std::span<const Point3> a, std::span<const Point3> b);
// Between two surfaces, by sampling both.
Distances surface_distances(const geometry::SurfaceMesh& a, const geometry::SurfaceMesh& b, const Sampling& sampling);

struct Correspondence {
  double rmse = 0, mae = 0;  // of the distances between corresponding points [m]
  double psnr = 0;           // 20 log10(bounding-box diagonal of the reference / rmse) [dB]; infinite where nothing differs
  std::int64_t points = 0;
};

// Throws std::invalid_argument on clouds that are empty or of different sizes.
Correspondence correspondence(std::span<const Point3> result, std::span<const Point3> reference);

struct CurvatureStatistics {
  double mean = 0, rms = 0, p95 = 0, max = 0;  // of |mean curvature| [1/m]
  std::int64_t points = 0;
};

// Of inner vertices (geometry::Curvature::inner); values that are not finite are left out.  All zero where none remains.
CurvatureStatistics curvature_statistics(std::span<const double> inner_mean_curvature);

// With unit, direction, number of points and definition, for a result file.
std::vector<Metric> as_metrics(const Penetration&);
std::vector<Metric> as_metrics(const Distances&);  // chamfer_l1, chamfer_sq, hausdorff, hausdorff_ab, hausdorff_ba
Metric d_c(const Distances& of_surfaces);
Metric d_w(const Distances& of_wrinkles);
std::vector<Metric> as_metrics(const Correspondence&);
std::vector<Metric> as_metrics(const CurvatureStatistics&);

}  // namespace plisse::report

// SPDX-License-Identifier: Apache-2.0
// How each measure is named and defined in a result file.
#include <fmt/format.h>

#include <algorithm>

#include "framework/report/metrics.hpp"

namespace plisse::report {
namespace {

// `parts`: of the surfaces, where it is not the whole of them.
std::string between(const Distances& d, const char* parts = "") {
  if (d.sampling.points == 0) return fmt::format("between {} and {} given points, to the nearest one", d.points_a, d.points_b);
  return fmt::format("{} area-uniform samples a surface, seed {}, distance to the {}{}", d.sampling.points, d.sampling.seed,
                     d.sampling.to_surface ? "other surface" : "nearest sample of the other", parts);
}

std::int64_t samples(const Distances& d) { return std::min(d.points_a, d.points_b); }

}  // namespace

std::vector<Metric> as_metrics(const Penetration& p) {
  return {{"penetration_max", p.max, "m", "lower", p.points, "largest depth of a vertex inside the body"},
          {"penetration_mean", p.mean, "m", "lower", p.points, "mean depth of the vertices inside the body; 0 without any"},
          {"penetration_count", double(p.penetrating), "1", "lower", p.points, "number of vertices inside the body"}};
}

std::vector<Metric> as_metrics(const Distances& d) {
  const std::string how = between(d);
  const std::int64_t n = samples(d);
  return {{"chamfer_l1", d.chamfer_l1, "m", "lower", n, "(mean d(A→B) + mean d(B→A)) / 2; " + how},
          {"chamfer_sq", d.chamfer_sq, "m²", "lower", n, "mean d²(A→B) + mean d²(B→A); " + how},
          {"hausdorff", d.hausdorff, "m", "lower", n, "max(max d(A→B), max d(B→A)); " + how},
          {"hausdorff_ab", d.hausdorff_ab, "m", "lower", n, "max d(A→B); " + how},
          {"hausdorff_ba", d.hausdorff_ba, "m", "lower", n, "max d(B→A); " + how}};
}

Metric d_c(const Distances& d) {
  return {"d_c", d.chamfer_l1, "m", "lower", samples(d), "chamfer_l1 of the whole surfaces; " + between(d)};
}

Metric d_w(const Distances& d) {
  return {"d_w",
          d.chamfer_l1,
          "m",
          "lower",
          samples(d),
          "chamfer_l1 of the wrinkles, which are where |mean curvature|, linear between inner vertices, is above its "
          "75th percentile by area, triangles at a boundary left out; " +
              between(d, "'s wrinkles")};
}

std::vector<Metric> as_metrics(const Correspondence& c) {
  return {{"rmse", c.rmse, "m", "lower", c.points, "root of the mean squared distance of corresponding points"},
          {"mae", c.mae, "m", "lower", c.points, "mean distance of corresponding points"},
          {"psnr", c.psnr, "dB", "higher", c.points, "20 log10(bounding-box diagonal of the reference / rmse)"}};
}

std::vector<Metric> as_metrics(const CurvatureStatistics& c) {
  return {{"curvature_mean", c.mean, "1/m", "", c.points, "mean of |mean curvature| over inner vertices"},
          {"curvature_rms", c.rms, "1/m", "", c.points, "root mean square of the mean curvature over inner vertices"},
          {"curvature_p95", c.p95, "1/m", "", c.points, "95th percentile of |mean curvature| over inner vertices"},
          {"curvature_max", c.max, "1/m", "", c.points, "maximum of |mean curvature| over inner vertices"}};
}

}  // namespace plisse::report

// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/cloth_measures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/components/device.hpp"
#include "kernels/sampling/neighbour_grid.hpp"

namespace plisse::experiments {

template <class T>
Penetration add_penetration(const Scene& scene, geometry::SurfaceMesh& mesh) {
  return add_penetration<T>(scene.obstacle(), mesh);
}

template <class T>
void add_density(const Objective<T>& objective, geometry::SurfaceMesh& mesh) {
  const auto* sampler = objective.sampler();
  if (!sampler) return;
  const auto density = sampler->density();
  const int rows = int(density.extent(0)), columns = int(density.extent(1));
  if (rows == 0) return;
  const auto probability = to_host(density);
  const auto inside = std::count_if(probability.begin(), probability.end(), [](T p) { return p > 0; });
  std::vector<double> values;
  for (const auto& uv : mesh.uv) {
    const int row = std::clamp(int(uv[1] * rows), 0, rows - 1), column = std::clamp(int(uv[0] * columns), 0, columns - 1);
    values.push_back(double(probability[std::size_t(row) * std::size_t(columns) + std::size_t(column)]) * double(inside));
  }
  mesh.fields["density"] = {1, "", std::move(values)};
}

template <class T>
run::Archive sampling_state(const Objective<T>& objective) {
  run::Archive archive;
  if (!objective.sampler()) return archive;
  const auto density = objective.sampler()->density();
  if (density.size() == 0) return archive;
  archive.put("density", {{density.extent(0), density.extent(1)}, to_host(density), {}});
  const auto& uv = objective.samples()->uv;
  const auto flat = to_host(uv);
  const auto n = uv.extent(1);
  std::vector<T> points(flat.size());
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t i = 0; i < 2; ++i) points[2 * s + i] = flat[i * n + s];
  archive.put("points", {{n, 2}, std::move(points), {}});
  return archive;
}

std::vector<run::Metric> energy_metrics(const EnergyReport& report, double edge_length) {
  const auto how = fmt::format("mean over {} stratified local structures of edge {:g} m on the final surface, losses {}", report.structures,
                               edge_length, report.losses);
  std::string weights;
  for (std::size_t i = 0; i < report.names.size(); ++i)
    weights += fmt::format("{}{:g} {}", i ? " + " : "", report.weights[i], report.names[i]);
  std::vector<run::Metric> metrics{{"energy", report.total, "", "lower", report.structures, weights + ", " + how}};
  for (std::size_t i = 0; i < report.names.size(); ++i)
    metrics.push_back({"energy_" + report.names[i], report.values[i], "", "lower", report.structures, "unweighted, " + how});
  return metrics;
}

std::vector<run::Metric> strain_metrics(const geometry::SurfaceMesh& mesh, double largest) {
  const auto& values = mesh.fields.at("strain").values;
  double mean = 0;
  for (const double v : values) mean += v;
  const auto n = std::int64_t(values.size());
  return {{"strain_max", largest, "", "lower", n, "largest |length change| / length of any edge of the result mesh"},
          {"strain_mean", mean / double(n), "", "lower", n, "mean over vertices of the mean |length change| / length of their edges"}};
}

std::vector<run::Metric> curvature_metrics(std::vector<double> curvature) {
  if (curvature.empty()) return {};
  std::sort(curvature.begin(), curvature.end());
  double mean = 0;
  for (const double c : curvature) mean += c;
  const auto n = std::int64_t(curvature.size());
  return {{"curvature_mean", mean / double(n), "1/m", "", n, "mean |mean curvature| of inner vertices of the result mesh"},
          {"curvature_p95", curvature[std::size_t(0.95 * double(curvature.size() - 1))], "1/m", "", n,
           "95th percentile of |mean curvature| of inner vertices"}};
}

template <class T>
std::vector<run::Metric> sampling_metrics(const Objective<T>& objective) {
  if (!objective.samples()) return {};
  const auto& uv = objective.samples()->uv;
  const int n = int(uv.extent(1));
  if (n < 2) return {};
  Workspace workspace;
  sampling::NeighbourGrid<T> grid(n, sampling::Box{}, 1.0, workspace);
  return {{"sample_distance_min", sampling::minimum_distance(Exec(), grid, uv, n), "", "higher", n,
           "smallest distance in UV between two samples of the last step"}};
}

#define PLISSE_INSTANTIATE(T)                                                    \
  template Penetration add_penetration<T>(const Scene&, geometry::SurfaceMesh&); \
  template void add_density<T>(const Objective<T>&, geometry::SurfaceMesh&);     \
  template run::Archive sampling_state<T>(const Objective<T>&);                  \
  template std::vector<run::Metric> sampling_metrics<T>(const Objective<T>&);
PLISSE_INSTANTIATE(float)
PLISSE_INSTANTIATE(double)
#undef PLISSE_INSTANTIATE

}  // namespace plisse::experiments

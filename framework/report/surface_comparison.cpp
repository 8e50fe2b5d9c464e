// SPDX-License-Identifier: Apache-2.0
#include "framework/report/surface_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "framework/config/error.hpp"
#include "framework/report/scene.hpp"

namespace plisse::report {
namespace {

using namespace geometry;

enum class Family { surfaces, wrinkles, vertices };

const std::vector<std::pair<std::string, Family>>& families() {
  static const std::vector<std::pair<std::string, Family>> all{
      {"chamfer_l1", Family::surfaces},   {"chamfer_sq", Family::surfaces}, {"hausdorff", Family::surfaces},    {"d_c", Family::surfaces},
      {"d_c_relative", Family::surfaces}, {"d_w", Family::wrinkles},        {"d_w_relative", Family::wrinkles}, {"rmse", Family::vertices},
      {"mae", Family::vertices},          {"psnr", Family::vertices}};
  return all;
}

Family family_of(const std::string& name) {
  for (const auto& [known, family] : families())
    if (known == name) return family;
  throw std::invalid_argument("no surface distance is named " + name);
}

double area_of(const SurfaceMesh& mesh) {
  double area = 0;
  for (const auto& t : mesh.triangles) {
    const auto at = [&](std::size_t k) { return mesh.positions[std::size_t(t[k])]; };
    area += 0.5 * geometry::norm(geometry::area_vector(at(0), at(1), at(2)));
  }
  return area;
}

Metric relative(Metric metric, double diagonal) {
  metric.definition = fmt::format("{} over the diagonal of the bounding box of the reference; {}", metric.name, metric.definition);
  metric.name += "_relative";
  metric.unit = "";
  metric.value /= diagonal;
  return metric;
}

std::vector<Metric> measure(Family family, const DrapedSurface& reference, const DrapedSurface& result, const Sampling& sampling) {
  if (family == Family::vertices) return as_metrics(correspondence(result.mesh().positions, reference.mesh().positions));
  if (family == Family::wrinkles) {
    const Metric d = d_w(surface_distances(result.wrinkles().mesh, reference.wrinkles().mesh, sampling));
    return {d, relative(d, reference.diagonal())};
  }
  const Distances distances = surface_distances(result.mesh(), reference.mesh(), sampling);
  auto metrics = as_metrics(distances);
  metrics.push_back(d_c(distances));
  metrics.push_back(relative(d_c(distances), reference.diagonal()));
  return metrics;
}

}  // namespace

const std::vector<std::string>& surface_distance_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, family] : families()) all.push_back(name);
    return all;
  }();
  return names;
}

bool is_surface_distance(const std::string& name) {
  const auto& names = surface_distance_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

DrapedSurface::DrapedSurface(std::string name, SurfaceMesh mesh) : name_(std::move(name)), mesh_(std::move(mesh)) {
  check_mesh(mesh_, "the surface of " + name_);
  if (!(area_of(mesh_) > 0)) throw config::Error(fmt::format("the surface of {} has no area", name_));
}

double DrapedSurface::diagonal() const {
  Point3 low = mesh_.positions.at(0), high = low;
  for (const Point3& p : mesh_.positions)
    for (std::size_t c = 0; c < 3; ++c) low[c] = std::min(low[c], p[c]), high[c] = std::max(high[c], p[c]);
  return norm(high - low);
}

const Wrinkles& DrapedSurface::wrinkles() const {
  if (!wrinkles_) wrinkles_ = report::wrinkles(mesh_);
  return *wrinkles_;
}

std::string missing_distance(const std::string& name, const DrapedSurface& reference, const DrapedSurface& result) {
  const Family family = family_of(name);
  if (family == Family::wrinkles)
    for (const DrapedSurface* surface : {&reference, &result})
      if (const auto& why = surface->wrinkles().missing; !why.empty()) return fmt::format("{} has no wrinkles: {}", surface->name(), why);
  const SurfaceMesh &a = reference.mesh(), &b = result.mesh();
  if (family == Family::vertices && (a.positions.size() != b.positions.size() || a.triangles != b.triangles))
    return fmt::format(
        "the meshes of {} ({} vertices, {} triangles) and {} ({} vertices, {} triangles) have other triangles, so no vertices "
        "correspond",
        reference.name(), a.positions.size(), a.triangles.size(), result.name(), b.positions.size(), b.triangles.size());
  return {};
}

std::vector<Metric> surface_distances(const std::vector<std::string>& names, const DrapedSurface& reference, const DrapedSurface& result,
                                      const Sampling& sampling) {
  std::vector<Metric> measured;
  for (const Family family : {Family::surfaces, Family::wrinkles, Family::vertices}) {
    const auto wanted = std::find_if(names.begin(), names.end(), [&](const auto& name) { return family_of(name) == family; });
    if (wanted == names.end()) continue;
    if (const auto why = missing_distance(*wanted, reference, result); !why.empty()) throw std::invalid_argument(why);
    for (auto& metric : measure(family, reference, result, sampling)) measured.push_back(std::move(metric));
  }
  std::vector<Metric> metrics;
  for (const auto& name : names)
    metrics.push_back(*std::find_if(measured.begin(), measured.end(), [&](const Metric& m) { return m.name == name; }));
  return metrics;
}

}  // namespace plisse::report

// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/obstacle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "experiments/components/device.hpp"
#include "framework/geometry/body.hpp"
#include "kernels/collision/mesh.hpp"
#include "kernels/collision/plane.hpp"

namespace plisse::experiments {

namespace {

geometry::SurfaceMesh to_mesh(const collision::Body& body) {
  geometry::SurfaceMesh mesh;
  for (std::size_t v = 0; v + 2 < body.positions.size(); v += 3)
    mesh.positions.push_back({body.positions[v], body.positions[v + 1], body.positions[v + 2]});
  for (std::size_t f = 0; f + 2 < body.triangles.size(); f += 3)
    mesh.triangles.push_back({body.triangles[f], body.triangles[f + 1], body.triangles[f + 2]});
  return mesh;
}

// Largest coordinate of the garment, for bodies without an end.
double extent_of(const geometry::SurfaceMesh& mesh) {
  double extent = 0;
  for (const auto& x : mesh.positions)
    for (const double c : x) extent = std::max(extent, std::abs(c));
  return extent;
}

std::pair<std::array<double, 3>, std::array<double, 3>> bounds(const geometry::SurfaceMesh& mesh) {
  auto low = mesh.positions.front(), high = low;
  for (const auto& x : mesh.positions)
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], x[i]);
      high[i] = std::max(high[i], x[i]);
    }
  return {low, high};
}

// The same mesh collider with distances to its surface instead of its vertices.
config::Component exact_query(const config::Component& component) {
  if (component.type != collision::Mesh<double>::name) return component;
  auto options = std::make_shared<collision::MeshOptions>(component.as<collision::MeshOptions>());
  options->query = collision::MeshOptions::Query::closest_point;
  return {component.type, options};
}

}  // namespace

collision::Body read_body(const std::string& file) {
  const auto mesh = geometry::read_body(file);
  collision::Body body;
  for (const auto& x : mesh.positions) body.positions.insert(body.positions.end(), x.begin(), x.end());
  for (const auto& t : mesh.triangles) body.triangles.insert(body.triangles.end(), t.begin(), t.end());
  return body;
}

Obstacle::Obstacle(const config::Component& component, std::string path) : component_(component), path_(std::move(path)) {
  if (component_) body_ = collider_factory(component_).body(component_.options.get());
}

template <class T>
std::unique_ptr<collision::Collider<T>> Obstacle::collider(int capacity, Workspace& workspace, bool exact) const {
  if (!component_) return nullptr;
  const auto component = exact ? exact_query(component_) : component_;
  try {
    return collider_factory(component).factory.make<T>(component.options.get(), {body_, capacity, &workspace});
  } catch (const std::invalid_argument& error) {
    throw config::Error(path_ + ": " + error.what());
  }
}

std::optional<geometry::SurfaceMesh> Obstacle::mesh(const geometry::SurfaceMesh& garment) const {
  Workspace workspace;
  const auto body = collider<double>(1, workspace);
  if (!body) return {};
  return to_mesh(body->mesh(2 * extent_of(garment)));
}

std::string Obstacle::mismatch(const geometry::SurfaceMesh& garment) const {
  const auto body = mesh(garment);
  if (!body || component_.type == collision::Plane<double>::name) return "";
  const auto [cloth_low, cloth_high] = bounds(garment);
  const auto [body_low, body_high] = bounds(*body);
  double gap = 0, cloth = 0, size = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    gap = std::max({gap, body_low[i] - cloth_high[i], cloth_low[i] - body_high[i]});
    cloth = std::max(cloth, cloth_high[i] - cloth_low[i]);
    size = std::max(size, body_high[i] - body_low[i]);
  }
  if (size <= 20 * cloth && size >= cloth / 200 && gap <= 5 * cloth) return "";
  return fmt::format(
      "the body is {:.3g} m across and {:.3g} m away from the garment, which is {:.3g} m across: check units, up axes and "
      "positions",
      size, std::max(gap, 0.0), cloth);
}

template <class T>
Penetration add_penetration(const Obstacle& obstacle, geometry::SurfaceMesh& mesh) {
  const int chunk = 16384, total = int(mesh.positions.size());
  Workspace workspace;
  const auto collider = obstacle.collider<T>(chunk, workspace, true);
  if (!collider) return {};
  const Exec exec;
  const auto positions = workspace.take<T>("plisse::measure::positions", 3, 1, std::size_t(chunk));
  const auto normal = workspace.take<T>("plisse::measure::normal", 3, std::size_t(chunk));
  const auto distance = workspace.take<T>("plisse::measure::distance", std::size_t(chunk));
  const auto host = Kokkos::create_mirror_view(positions);
  std::vector<double> depth(std::size_t(total), 0.0);
  for (int first = 0; first < total; first += chunk) {
    const int n = std::min(chunk, total - first);
    for (int p = 0; p < n; ++p)
      for (int i = 0; i < 3; ++i) host(i, 0, p) = T(mesh.positions[std::size_t(first + p)][std::size_t(i)]);
    Kokkos::deep_copy(positions, host);
    collider->query(exec, positions, n, distance, normal);
    exec.fence();
    const auto values = to_host(distance);
    for (int p = 0; p < n; ++p) depth[std::size_t(first + p)] = std::max(0.0, -double(values[std::size_t(p)]));
  }
  mesh.fields["penetration"] = {1, "m", std::move(depth)};
  return penetration_of(mesh);
}

Penetration penetration_of(const geometry::SurfaceMesh& mesh) {
  Penetration result;
  for (const double depth : mesh.fields.at("penetration").values) {
    if (depth == 0) continue;
    result.max = std::max(result.max, depth);
    result.mean += depth;
    ++result.count;
  }
  if (result.count > 0) result.mean /= double(result.count);
  return result;
}

std::vector<run::Metric> penetration_metrics(const Penetration& penetration, const geometry::SurfaceMesh& mesh) {
  const auto n = std::int64_t(mesh.positions.size());
  return {{"penetration_max", penetration.max, "m", "lower", n, "largest depth of a vertex of the result mesh inside the body"},
          {"penetration_mean", penetration.mean, "m", "lower", n, "mean depth of the vertices inside the body"}};
}

template std::unique_ptr<collision::Collider<float>> Obstacle::collider(int, Workspace&, bool) const;
template std::unique_ptr<collision::Collider<double>> Obstacle::collider(int, Workspace&, bool) const;
template Penetration add_penetration<float>(const Obstacle&, geometry::SurfaceMesh&);
template Penetration add_penetration<double>(const Obstacle&, geometry::SurfaceMesh&);

}  // namespace plisse::experiments

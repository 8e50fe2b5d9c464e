// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/scene.hpp"

#include "framework/geometry/inspection.hpp"
#include "framework/geometry/body.hpp"
#include "kernels/collision/mesh.hpp"
#include "kernels/collision/plane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace plisse::experiments {

namespace {

geometry::Garment make_garment(const config::Component& component) {
  const auto& entry = config::Registry::global().get("garments", component.type);
  return std::any_cast<const geometry::GarmentFactory&>(entry.factory)(component.options.get());
}

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

Scene::Scene(const SceneOptions& options) : options_(options), garment_(make_garment(options.garment)) {
  if (!garment_.has_uv) geometry::require_uv(garment_.mesh, "scene.garment");
  if (options_.collider) body_ = collider_factory(options_.collider).body(options_.collider.options.get());
}

template <class T> sampling::RestSurface<T> Scene::rest_surface() const {
  const auto& rest = garment_.rest;
  sampling::RestSurfaceData data;
  data.lookup = rest.lookup == geometry::Lookup::map ? sampling::Lookup::map : sampling::Lookup::exact;
  data.corner_uv = rest.corner_uv;
  data.corner_position = rest.corner_position;
  data.bins = rest.bins;
  data.bin_start = rest.bin_start;
  data.bin_triangle = rest.bin_triangle;
  data.map_size = rest.map_size;
  data.map_position = rest.map_position;
  data.map_mask = rest.map_mask;
  data.area = rest.area;
  data.uv_area = rest.uv_area;
  data.metres_per_uv = rest.metres_per_uv;
  return sampling::RestSurface<T>(data);
}

template <class T> std::unique_ptr<collision::Collider<T>> Scene::collider(int capacity, Workspace& workspace, bool exact) const {
  if (!options_.collider) return nullptr;
  const auto component = exact ? exact_query(options_.collider) : options_.collider;
  try {
    return collider_factory(component).factory.make<T>(component.options.get(), {body_, capacity, &workspace});
  } catch (const std::invalid_argument& error) {
    throw config::Error("scene.collider: " + std::string(error.what()));
  }
}

std::optional<geometry::SurfaceMesh> Scene::body() const {
  Workspace workspace;
  const auto body = collider<double>(1, workspace);
  if (!body) return {};
  return to_mesh(body->mesh(2 * extent_of(garment_.mesh)));
}

std::string Scene::mismatch() const {
  const auto body = this->body();
  if (!body || options_.collider.type == collision::Plane<double>::name) return "";
  const auto [cloth_low, cloth_high] = bounds(garment_.mesh);
  const auto [body_low, body_high] = bounds(*body);
  double gap = 0, cloth = 0, size = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    gap = std::max({gap, body_low[i] - cloth_high[i], cloth_low[i] - body_high[i]});
    cloth = std::max(cloth, cloth_high[i] - cloth_low[i]);
    size = std::max(size, body_high[i] - body_low[i]);
  }
  if (size <= 20 * cloth && size >= cloth / 200 && gap <= 5 * cloth) return "";
  return fmt::format("the body is {:.3g} m across and {:.3g} m away from the garment, which is {:.3g} m across: check units, up axes and positions", size,
                     std::max(gap, 0.0), cloth);
}

template sampling::RestSurface<float> Scene::rest_surface() const;
template sampling::RestSurface<double> Scene::rest_surface() const;
template std::unique_ptr<collision::Collider<float>> Scene::collider(int, Workspace&, bool) const;
template std::unique_ptr<collision::Collider<double>> Scene::collider(int, Workspace&, bool) const;

}  // namespace plisse::experiments

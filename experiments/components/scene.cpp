// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/scene.hpp"

#include <fmt/format.h>

#include "experiments/components/rest_shape.hpp"
#include "framework/geometry/inspection.hpp"

namespace plisse::experiments {

Scene::Scene(const SceneOptions& options)
    : options_(options), garment_(make_garment(options.garment)), obstacle_(options.collider, "scene.collider") {
  if (garment_.mesh.triangles.empty())
    throw config::Error(
        fmt::format("scene.garment: a garment of type '{}' is made of points, and the experiment 'cloth' needs triangles with UV; take the "
                    "experiment 'shell', or a mesh",
                    options.garment.type));
  if (!garment_.has_uv) geometry::require_uv(garment_.mesh, "scene.garment");
}

template <class T>
sampling::RestSurface<T> Scene::rest_surface() const {
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

template sampling::RestSurface<float> Scene::rest_surface() const;
template sampling::RestSurface<double> Scene::rest_surface() const;

}  // namespace plisse::experiments

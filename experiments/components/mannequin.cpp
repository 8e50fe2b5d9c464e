// SPDX-License-Identifier: Apache-2.0
// The collider `mannequin`: a body made from its measures, with distances to the closest point of its surface.
#include "framework/geometry/mannequin.hpp"

#include <memory>

#include "experiments/components/colliders.hpp"
#include "kernels/collision/mesh.hpp"

namespace plisse::experiments {
namespace {

template <class T>
std::unique_ptr<collision::Collider<T>> make_mannequin(const void*, const collision::Context& context) {
  return std::make_unique<collision::Mesh<T>>(collision::MeshOptions{.query = collision::MeshOptions::Query::closest_point}, context);
}

collision::Body body_of(const void* options) {
  const geometry::SurfaceMesh mesh = geometry::mannequin(*static_cast<const geometry::MannequinOptions*>(options));
  collision::Body body;
  for (const auto& x : mesh.positions) body.positions.insert(body.positions.end(), x.begin(), x.end());
  for (const auto& t : mesh.triangles) body.triangles.insert(body.triangles.end(), t.begin(), t.end());
  return body;
}

const bool registered =
    config::register_component<geometry::MannequinOptions>("colliders", "mannequin", "a standing body of given height and girths",
                                                           ColliderFactory{{make_mannequin<float>, make_mannequin<double>}, body_of});

}  // namespace
}  // namespace plisse::experiments

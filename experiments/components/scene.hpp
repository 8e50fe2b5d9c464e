// SPDX-License-Identifier: Apache-2.0
// The scene of a run: a garment at rest, what it collides with, and where it is held.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/components/boundary.hpp"
#include "experiments/components/obstacle.hpp"
#include "framework/geometry/garment.hpp"
#include "kernels/sampling/rest_surface.hpp"

namespace plisse::experiments {

struct SceneOptions {
  config::Component garment = preset("garments", "square");
  config::Component collider;
  std::vector<PinOptions> boundary;

  template <class V>
  void describe(V& v) {
    v.component("garment", garment, "garments").doc("the cloth at rest");
    v.component("collider", collider, "colliders").doc("the body it falls on; none where absent");
    v.list("boundary", boundary).doc("sets that are held or moved");
  }
};

// Everything on the host; collider() brings the body to the device.
class Scene {
 public:
  // Throws config::Error where the garment has no usable UV or a file is unusable.
  explicit Scene(const SceneOptions& options);

  const geometry::Garment& garment() const { return garment_; }
  template <class T>
  sampling::RestSurface<T> rest_surface() const;
  template <class T>
  boundary::PinSet<T> pins() const {
    return make_pins<T>(options_.boundary, garment_.mesh);
  }
  const Obstacle& obstacle() const { return obstacle_; }
  // As those of Obstacle, for this garment.
  template <class T>
  std::unique_ptr<collision::Collider<T>> collider(int capacity, Workspace& workspace, bool exact = false) const {
    return obstacle_.collider<T>(capacity, workspace, exact);
  }
  std::optional<geometry::SurfaceMesh> body() const { return obstacle_.mesh(garment_.mesh); }
  std::string mismatch() const { return obstacle_.mismatch(garment_.mesh); }
  bool has_collider() const { return bool(obstacle_); }

 private:
  SceneOptions options_;
  geometry::Garment garment_;
  Obstacle obstacle_;
};

}  // namespace plisse::experiments

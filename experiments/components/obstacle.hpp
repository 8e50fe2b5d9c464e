// SPDX-License-Identifier: Apache-2.0
// A body that a garment must stay out of, as a configuration gives it; and how deep a surface lies in it.
#pragma once

#include "experiments/components/colliders.hpp"
#include "framework/config/options.hpp"
#include "framework/geometry/surface_mesh.hpp"
#include "framework/run/experiment.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plisse::experiments {

class Obstacle {
 public:
  // `component` of registry kind "colliders"; none where it is empty.  Throws config::Error where a file is unusable.
  explicit Obstacle(const config::Component& component, std::string path);

  explicit operator bool() const { return bool(component_); }
  // For up to `capacity` queries; null where there is none.  exact: distances to the surface itself, for measures, where the training
  // query is an approximation.
  template <class T> std::unique_ptr<collision::Collider<T>> collider(int capacity, Workspace& workspace, bool exact = false) const;
  // The body's mesh for pictures and result files, as large as suits `garment`.
  std::optional<geometry::SurfaceMesh> mesh(const geometry::SurfaceMesh& garment) const;
  // Empty, or why the body can hardly be meant for this garment: another unit, another up axis, another place.
  std::string mismatch(const geometry::SurfaceMesh& garment) const;

 private:
  config::Component component_;
  std::string path_;
  collision::Body body_;
};

struct Penetration {
  double max = 0, mean = 0;  // depth [m]; the mean is over penetrating points
  std::int64_t count = 0;    // of points inside the body
};

// Depth of each position inside the body as field "penetration" [m], 0 outside; nothing where there is no body.
template <class T> Penetration add_penetration(const Obstacle& obstacle, geometry::SurfaceMesh& mesh);

// Of a mesh that has the field.
Penetration penetration_of(const geometry::SurfaceMesh& mesh);

std::vector<run::Metric> penetration_metrics(const Penetration& penetration, const geometry::SurfaceMesh& mesh);

}  // namespace plisse::experiments

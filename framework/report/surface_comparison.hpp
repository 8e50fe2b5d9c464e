// SPDX-License-Identifier: Apache-2.0
// Distances between the draped surfaces of two runs:
//   chamfer_l1, chamfer_sq, hausdorff   of area-uniform samples of each to the other surface
//   d_c                                 chamfer_l1, under the name it has in "NeuralGarSim"
//   d_w                                 chamfer_l1 of the wrinkles (wrinkles.hpp), to the other's wrinkles
//   d_c_relative, d_w_relative          both over the diagonal of the reference's bounding box
//   rmse, mae, psnr                     of corresponding vertices, where both meshes have the same triangles
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/report/metrics.hpp"
#include "framework/report/wrinkles.hpp"

namespace plisse::report {

inline constexpr Sampling comparison_sampling{100000, 0, true};

const std::vector<std::string>& surface_distance_names();
bool is_surface_distance(const std::string& name);

class DrapedSurface {
 public:
  // Throws config::Error, naming `name`, where the mesh is empty, not finite or without area.
  DrapedSurface(std::string name, geometry::SurfaceMesh mesh);

  const std::string& name() const { return name_; }
  const geometry::SurfaceMesh& mesh() const { return mesh_; }
  double diagonal() const;  // of the bounding box [m]
  // Found by the first call, which no other may overlap.
  const Wrinkles& wrinkles() const;

 private:
  std::string name_;
  geometry::SurfaceMesh mesh_;
  mutable std::optional<Wrinkles> wrinkles_;
};

// Why a distance of this name cannot be measured, for the user; empty where it can.
std::string missing_distance(const std::string& name, const DrapedSurface& reference, const DrapedSurface& result);

// One a name, in their order.  Throws std::invalid_argument on a name that is unknown or cannot be measured.
std::vector<Metric> surface_distances(const std::vector<std::string>& names, const DrapedSurface& reference, const DrapedSurface& result,
                                      const Sampling& sampling);

}  // namespace plisse::report

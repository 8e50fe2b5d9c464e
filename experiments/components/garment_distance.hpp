// SPDX-License-Identifier: Apache-2.0
// The unsigned distance of a garment, and points on the garment.
//
// Of a mesh: to the closest point of its triangles.  Of points with normals n and Weingarten maps H: to the patch of the nearest one,
//   q(tau) = p + tau - 1/2 (tau . H tau) n,   tau tangential,
// in which points are distances from each other apart: tau is at most 1.5 sqrt(area / pi) long.
#pragma once

#include "framework/geometry/garment.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace plisse::experiments {

class GarmentDistance {
 public:
  struct Closest {
    geometry::Point3 point, direction;  // direction: unit, the gradient of the distance; on the surface a normal
    double distance;                    // [m]
    bool beyond;                        // the closest point lies on a rim
  };

  // A place on the garment, with what it says of its shape there.
  struct Site {
    geometry::Point3 position, normal;
    geometry::Symmetric3 weingarten;
    double to_rim;  // distance to the nearest rim [m]; infinite without one
  };

  // Throws config::Error, naming `what`, where the garment has neither triangles nor points.
  GarmentDistance(const geometry::Garment& garment, const std::string& what);
  ~GarmentDistance();

  Closest closest(const geometry::Point3& x) const;
  // n places, spread over the area by random numbers of that seed.
  std::vector<Site> sites(int n, std::uint64_t seed) const;
  const geometry::Point3& lower() const { return lower_; }
  const geometry::Point3& upper() const { return upper_; }

 private:
  struct Surface;
  struct MeshSurface;
  struct PointSurface;
  std::unique_ptr<Surface> surface_;
  geometry::Point3 lower_{}, upper_{};
};

}  // namespace plisse::experiments

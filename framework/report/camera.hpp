// SPDX-License-Identifier: Apache-2.0
// Where pictures are taken from.  z is up; azimuth 0 looks along +y with x to the right, azimuth 90 stands at +x; elevation 90 looks
// straight down.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::report {

// Angles in degrees.
struct View {
  double azimuth = 0, elevation = 0;
};

// front, back, left, right, top, bottom, default, or "azimuth,elevation".  Throws config::Error.
View parse_view(const std::string& view);

// The part of an image that the subject has to fit in [pixels].
struct Viewport {
  double left = 0, top = 0, width = 0, height = 0;
};

// A pinhole camera and what it was framed on.
struct Camera {
  Eigen::Vector3d right, up, forward;  // orthonormal
  Eigen::Vector3d eye;                 // [m]
  double tangent = 0;                  // of half the vertical field of view of the viewport
  Eigen::Vector3d focus;               // centre of the cloth [m]
  double radius = 0;                   // of a ball about focus that holds the cloth [m]
  double ground = 0;                   // height of the ground, below everything framed [m]

  // Direction through a pixel position, not normalised.
  Eigen::Vector3d ray(const Viewport& viewport, double x, double y) const;
};

struct Subject {
  const geometry::SurfaceMesh* cloth = nullptr;
  const geometry::SurfaceMesh* body = nullptr;  // may be null
};

// Whether a body is a backdrop (a floor, a wall): it reaches many radii beyond the cloth, does not count in the framing, and dissolves in
// the distance.
bool is_backdrop(const geometry::SurfaceMesh& body, const Eigen::Vector3d& focus, double radius);

// The camera that holds every cloth, and of every body the part near its cloth.  Throws config::Error when the cloth has no extent.
Camera frame(const std::vector<Subject>& subjects, const View& view, const Viewport& viewport);

}  // namespace plisse::report

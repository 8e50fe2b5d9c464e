// SPDX-License-Identifier: Apache-2.0
// Triangle meshes that rays can meet (Embree), with normals for smooth shading.
#pragma once

#include <embree3/rtcore.h>

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::report {

using Vec3f = Eigen::Vector3f;

// One unit normal a corner, three a triangle: the area-weighted mean of the faces around the vertex that meet the corner's own face at less
// than the crease angle.  Faces of the other orientation are turned, so that a mesh of mixed winding shades smoothly.
std::vector<Vec3f> corner_normals(const geometry::SurfaceMesh& mesh, double crease_degrees);

// Throws config::Error, naming `what`, when the mesh is empty, an index is out of range or a position is not finite.
void check_mesh(const geometry::SurfaceMesh& mesh, const std::string& what);

struct Hit {
  float distance;  // along the unit direction
  unsigned mesh;   // in the order of Scene::add
  unsigned triangle;
  float weight[3];  // barycentric, of the triangle's corners
  Vec3f normal;     // geometric, unit, not oriented
};

// The hierarchy is built by one thread: the same images for any number of threads.
class Scene {
 public:
  Scene();

  // Copies the mesh.
  void add(const std::vector<Vec3f>& positions, const std::vector<geometry::Triangle>& triangles);
  // Call once after the last add().
  void commit();

  RTCScene handle() const { return scene_.get(); }

  // Directions are unit vectors.  Both may be called from several threads at once.
  bool intersect(const Vec3f& origin, const Vec3f& direction, Hit& hit) const;
  bool occluded(const Vec3f& origin, const Vec3f& direction) const;

 private:
  std::unique_ptr<RTCDeviceTy, void (*)(RTCDevice)> device_;
  std::unique_ptr<RTCSceneTy, void (*)(RTCScene)> scene_;
};

}  // namespace plisse::report

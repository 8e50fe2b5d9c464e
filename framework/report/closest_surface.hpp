// SPDX-License-Identifier: Apache-2.0
// Distance from points to a triangle mesh, and on which side of it they are.  The search runs over Embree's hierarchy, the distances are
// computed in double precision.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::report {

class ClosestSurface {
 public:
  // Copies the mesh.  Throws config::Error naming `what` as check_mesh does.
  explicit ClosestSurface(const geometry::SurfaceMesh& mesh, const std::string& what = "the body");
  ~ClosestSurface();
  ClosestSurface(ClosestSurface&&) noexcept;
  ClosestSurface& operator=(ClosestSurface&&) noexcept;

  // All may be called from several threads at once.
  struct Closest {
    geometry::Point3 point;
    int triangle;
    double distance;  // [m]
  };
  Closest closest(const geometry::Point3& point) const;
  double distance(const geometry::Point3& point) const { return closest(point).distance; }  // [m]
  // By rays in fixed skew directions until three agree.  A ray counts signed crossings (so that bodies of overlapping parts are solid), or,
  // where the triangles are not all turned the same way, crossings alone.  Small holes are outvoted; an open sheet has no inside.
  bool inside(const geometry::Point3& point) const;
  double signed_distance(const geometry::Point3& point) const;  // [m], negative inside

  std::int64_t open_edges() const { return open_edges_; }  // of one triangle only; 0: closed

 private:
  struct Data;
  std::unique_ptr<Data> data_;
  std::int64_t open_edges_ = 0;
};

}  // namespace plisse::report

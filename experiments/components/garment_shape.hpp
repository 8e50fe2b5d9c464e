// SPDX-License-Identifier: Apache-2.0
// A garment, given by triangles or by points, as the shape of a shell.
#pragma once

#include "experiments/components/rest_shape.hpp"
#include "framework/report/closest_surface.hpp"
#include "kernels/surfaces/sampled.hpp"

#include <array>
#include <memory>
#include <vector>

namespace plisse::experiments {

class GarmentShape : public surfaces::Shape {
 public:
  // Throws config::Error where the garment has neither triangles nor points, or a triangle has no area.
  GarmentShape(const geometry::Garment& garment, const surfaces::Warp<double>& warp);

  double area() const override { return area_; }
  Nearest nearest(const Vec3<double>& x) const override;
  double reach(const Vec3<double>& direction) const override;
  Spread spread() const override;

  const surfaces::PointData& points() const { return points_; }                    // vertices, or the points
  const std::vector<std::array<int, 3>>& triangles() const { return triangles_; }  // empty where points stand for the garment
  const std::vector<double>& areas() const { return areas_; }                      // of the points [m^2]; empty with triangles

  // `mesh`, that of the garment, with its triangles halved until about `resolution` of them lie along the longest side.  Where points stand
  // for the garment: a square of its share of the area in the tangent plane of each.
  RestMesh mesh(const geometry::SurfaceMesh& mesh, int resolution) const;
  geometry::MeshSize mesh_size(const geometry::SurfaceMesh& mesh, int resolution) const;

 private:
  surfaces::Frame<double> frame(const Vec3<double>& x, const Vec3<double>& n, const surfaces::Symmetric3<double>& h) const;
  Nearest nearest_on_triangle(std::size_t f, const Vec3<double>& x) const;
  RestMesh squares() const;

  surfaces::Warp<double> warp_;
  surfaces::PointData points_;
  std::vector<std::array<int, 3>> triangles_;
  std::vector<double> areas_;
  std::vector<int> piece_;                                  // of each point
  mutable std::unique_ptr<report::ClosestSurface> search_;  // of the triangles, made when it is first asked
  double area_ = 0;
};

}  // namespace plisse::experiments

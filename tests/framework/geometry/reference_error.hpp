// SPDX-License-Identifier: Apache-2.0
// How far reference geometry is from that of an analytic surface: root mean squares, weighted by area.
#pragma once

#include "framework/geometry/curvature.hpp"
#include "framework/geometry/point_cloud.hpp"
#include "framework/geometry/reference.hpp"
#include "tests/framework/geometry/analytic_surfaces.hpp"

namespace plisse::tests {

class RelativeError {
 public:
  void add(double weight, const Symmetric3& value, const Symmetric3& exact) {
    using geometry::norm;
    error_ += weight * std::pow(norm(value - exact), 2);
    size_ += weight * std::pow(norm(exact), 2);
  }
  double value() const { return std::sqrt(error_ / size_); }

 private:
  double error_ = 0, size_ = 0;
};

struct ReferenceError {
  double spacing = 0;       // sqrt(area a vertex or point) [m]
  double normal = 0;        // [degrees]
  double weingarten = 0;    // relative: of triangles, or of points
  double inner = 0;         // the same without what touches a boundary
  double vertex = 0;        // H at vertices
  double vertex_inner = 0;  // H at inner vertices
};

// Order p of an error that falls like spacing^p.
inline double order(const ReferenceError& coarse, const ReferenceError& fine, double ReferenceError::*error) {
  return std::log(coarse.*error / fine.*error) / std::log(coarse.spacing / fine.spacing);
}

inline ReferenceError mesh_error(const AnalyticSurface& surface, const geometry::SurfaceMesh& mesh,
                                 geometry::MeshNormals normals = geometry::MeshNormals::fitted) {
  const geometry::MeshReference reference = geometry::mesh_reference(mesh, normals);
  const geometry::Curvature vertices = geometry::curvature(mesh);
  RelativeError all, inner, vertex, vertex_inner;
  double tilt = 0, total = 0;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const Point3& p = mesh.positions[v];
    const double area = vertices.area[v], angle = geometry::norm(reference.normals[v] - surface.normal(p));
    tilt += area * angle * angle;
    total += area;
    vertex.add(area, reference.vertex_weingarten[v], surface.weingarten(p));
    if (!vertices.on_boundary[v]) vertex_inner.add(area, reference.vertex_weingarten[v], surface.weingarten(p));
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    Point3 centre{};
    bool touches = false;
    for (const int v : mesh.triangles[t]) {
      centre = centre + (1.0 / 3) * mesh.positions[std::size_t(v)];
      touches |= vertices.on_boundary[std::size_t(v)] != 0;
    }
    const Symmetric3 exact = surface.weingarten(surface.project(centre));
    all.add(reference.area[t], reference.weingarten[t], exact);
    if (!touches) inner.add(reference.area[t], reference.weingarten[t], exact);
  }
  const double degrees = 180 / std::numbers::pi;
  return {std::sqrt(total / double(mesh.positions.size())),
          degrees * std::sqrt(tilt / total),
          all.value(),
          inner.value(),
          vertex.value(),
          vertex_inner.value()};
}

// Of a cloud on the surface, whose normals may all point the other way.
inline ReferenceError cloud_error(const AnalyticSurface& surface, const geometry::Cloud& cloud) {
  double agreement = 0, tilt = 0;
  for (const auto& point : cloud.points) agreement += geometry::dot(point.normal, surface.normal(point.position));
  const double side = agreement < 0 ? -1 : 1;
  RelativeError all;
  for (const auto& point : cloud.points) {
    const double angle = geometry::norm(side * point.normal - surface.normal(point.position));
    tilt += point.area * angle * angle;
    all.add(point.area, side * point.weingarten, surface.weingarten(point.position));
  }
  ReferenceError error;
  error.spacing = std::sqrt(cloud.area / double(cloud.points.size()));
  error.normal = 180 / std::numbers::pi * std::sqrt(tilt / cloud.area);
  error.weingarten = all.value();
  return error;
}

}  // namespace plisse::tests

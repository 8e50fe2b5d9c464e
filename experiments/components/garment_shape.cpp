// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/garment_shape.hpp"

#include "experiments/components/subdivide.hpp"
#include "framework/config/error.hpp"
#include "framework/geometry/reference.hpp"
#include "framework/geometry/union_find.hpp"
#include "kernels/collision/closest_point.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plisse::experiments {

namespace {

Vec3<double> vec(const geometry::Point3& p) { return {p[0], p[1], p[2]}; }

surfaces::Symmetric3<double> tensor(const geometry::Symmetric3& h) { return {h[0], h[1], h[2], h[3], h[4], h[5]}; }

}  // namespace

GarmentShape::GarmentShape(const geometry::Garment& garment, const surfaces::Warp<double>& warp) : warp_(warp) {
  if (garment.mesh.triangles.empty()) {
    if (garment.points.empty()) throw config::Error("garment: has neither triangles nor points");
    for (const auto& p : garment.points) {
      points_.position.push_back(vec(p.position));
      points_.normal.push_back(vec(p.normal));
      points_.weingarten.push_back(tensor(p.weingarten));
      areas_.push_back(p.area);
      area_ += p.area;
    }
    piece_ = garment.piece;
    return;
  }
  const auto reference = geometry::mesh_reference(garment.mesh);
  for (const auto& x : garment.mesh.positions) points_.position.push_back(vec(x));
  for (const auto& n : reference.normals) points_.normal.push_back(vec(n));
  for (const auto& h : reference.vertex_weingarten) points_.weingarten.push_back(tensor(h));
  triangles_ = garment.mesh.triangles;
  for (const double a : reference.area) area_ += a;
  geometry::UnionFind pieces(points_.position.size());
  for (const auto& t : triangles_) {
    pieces.unite(t[0], t[1]);
    pieces.unite(t[0], t[2]);
  }
  piece_ = pieces.labels().first;
}

surfaces::Frame<double> GarmentShape::frame(const Vec3<double>& x, const Vec3<double>& n, const surfaces::Symmetric3<double>& h) const {
  return surfaces::frame_of(x, (1 / norm(n)) * n, h, warp_);
}

surfaces::Shape::Nearest GarmentShape::nearest_on_triangle(std::size_t f, const Vec3<double>& x) const {
  std::size_t k[3];
  for (std::size_t i = 0; i < 3; ++i) k[i] = std::size_t(triangles_[f][i]);
  const auto &a = points_.position[k[0]], &b = points_.position[k[1]], &c = points_.position[k[2]];
  const auto p = collision::closest_on_triangle(x, a, b, c).point;
  const auto normal = cross(b - a, c - a);
  const double whole = dot(normal, normal);
  const double at_b = dot(cross(p - a, c - a), normal) / whole, at_c = dot(cross(b - a, p - a), normal) / whole, at_a = 1 - at_b - at_c;
  const auto n = at_a * points_.normal[k[0]] + at_b * points_.normal[k[1]] + at_c * points_.normal[k[2]];
  const auto corner = at_a >= at_b && at_a >= at_c ? k[0] : at_b >= at_c ? k[1] : k[2];
  return {frame(p, n, points_.weingarten[corner]), norm(x - p), piece_[corner]};
}

surfaces::Shape::Nearest GarmentShape::nearest(const Vec3<double>& x) const {
  if (triangles_.empty()) {
    std::size_t best = 0;
    double least = INFINITY;
    for (std::size_t i = 0; i < points_.position.size(); ++i)
      if (const double d = norm(x - points_.position[i]); d < least) least = d, best = i;
    return {frame(points_.position[best], points_.normal[best], points_.weingarten[best]), least, piece_.empty() ? 0 : piece_[best]};
  }
  if (!search_) {
    geometry::SurfaceMesh mesh;
    for (const auto& p : points_.position) mesh.positions.push_back({p.x, p.y, p.z});
    mesh.triangles = triangles_;
    search_ = std::make_unique<report::ClosestSurface>(mesh, "the garment");
  }
  return nearest_on_triangle(std::size_t(search_->closest({x.x, x.y, x.z}).triangle), x);
}

double GarmentShape::reach(const Vec3<double>& direction) const {
  double most = -INFINITY;
  for (const auto& x : points_.position) most = std::max(most, dot(direction, x));
  return most;
}

surfaces::Shape::Spread GarmentShape::spread() const {
  Spread spread;
  for (std::size_t i = 0; i < points_.position.size(); ++i)
    spread.points.push_back(frame(points_.position[i], points_.normal[i], points_.weingarten[i]));
  for (const auto& t : triangles_)
    for (std::size_t k = 0; k < 3; ++k) spread.links.push_back({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])});
  std::sort(spread.links.begin(), spread.links.end());
  spread.links.erase(std::unique(spread.links.begin(), spread.links.end()), spread.links.end());
  spread.piece = piece_;
  spread.spacing = std::sqrt(area_ / double(points_.position.size()));
  return spread;
}

RestMesh GarmentShape::mesh(const geometry::SurfaceMesh& mesh, int resolution) const {
  if (triangles_.empty()) return squares();
  auto fine = subdivide(mesh, points_, resolution);
  RestMesh rest{std::move(fine.mesh), {}};
  rest.frames.reserve(fine.points.position.size());
  for (std::size_t v = 0; v < fine.points.position.size(); ++v)
    rest.frames.push_back(frame(fine.points.position[v], fine.points.normal[v], fine.points.weingarten[v]));
  return rest;
}

geometry::MeshSize GarmentShape::mesh_size(const geometry::SurfaceMesh& mesh, int resolution) const {
  if (triangles_.empty()) return {4 * points_.position.size(), 2 * points_.position.size(), 0};
  return subdivided_size(mesh, points_, resolution);
}

RestMesh GarmentShape::squares() const {
  RestMesh rest;
  for (std::size_t i = 0; i < points_.position.size(); ++i) {
    auto f = frame(points_.position[i], points_.normal[i], points_.weingarten[i]);
    const double half = 0.5 * std::sqrt(areas_[i]);
    const int first = int(rest.frames.size());
    const auto middle = f.x;
    for (const auto& [a, b] : {std::array{-half, -half}, std::array{half, -half}, std::array{half, half}, std::array{-half, half}}) {
      f.x = middle + a * f.t1 + b * f.t2;
      rest.frames.push_back(f);
      rest.mesh.positions.push_back({f.x.x, f.x.y, f.x.z});
    }
    rest.mesh.triangles.push_back({first, first + 1, first + 2});
    rest.mesh.triangles.push_back({first, first + 2, first + 3});
  }
  return rest;
}

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
#include "framework/report/closest_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "framework/geometry/quiet_arithmetic.hpp"
#include "framework/report/scene.hpp"

namespace plisse::report {
namespace {

using namespace geometry;

double squared_distance(const Point3& p, const Point3& q) {
  const Point3 d = p - q;
  return dot(d, d);
}

// C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.5.
Point3 closest_point(const Point3& p, const Point3& a, const Point3& b, const Point3& c) {
  const Point3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp), d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d1 <= 0 && d2 <= 0) return a;
  if (d3 >= 0 && d4 <= d3) return b;
  if (d6 >= 0 && d5 <= d6) return c;
  const double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + d1 / (d1 - d3) * ab;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + d2 / (d2 - d6) * ac;
  if (va <= 0 && d4 >= d3 && d5 >= d6) return b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b);
  const double sum = va + vb + vc;
  if (!(sum > 0)) return std::min({a, b, c}, [&](const Point3& q, const Point3& r) { return squared_distance(p, q) < squared_distance(p, r); });
  return a + vb / sum * ab + vc / sum * ac;
}

struct Edges {
  std::int64_t open = 0;
  bool oriented = true;

  explicit Edges(const std::vector<geometry::Triangle>& triangles) {
    std::vector<std::pair<std::pair<int, int>, bool>> edges;  // sorted ends, whether they were in that order
    for (const auto& t : triangles) {
      for (std::size_t k = 0; k < 3; ++k) {
        const int a = t[k], b = t[(k + 1) % 3];
        edges.push_back({std::minmax(a, b), a < b});
      }
    }
    std::sort(edges.begin(), edges.end());
    for (std::size_t i = 0, j = 0; i < edges.size(); i = j) {
      std::int64_t balance = 0;
      for (j = i; j < edges.size() && edges[j].first == edges[i].first; ++j) balance += edges[j].second ? 1 : -1;
      if (j - i == 1) ++open;
      else if (balance != 0) oriented = false;
    }
  }
};

struct Crossings : RTCIntersectContext {
  int signed_sum = 0, count = 0;
};

void count_crossing(const RTCFilterFunctionNArguments* arguments) {
  auto& crossings = *static_cast<Crossings*>(arguments->context);
  const auto* ray = reinterpret_cast<const RTCRay*>(arguments->ray);
  const auto* hit = reinterpret_cast<const RTCHit*>(arguments->hit);
  const float along = ray->dir_x * hit->Ng_x + ray->dir_y * hit->Ng_y + ray->dir_z * hit->Ng_z;
  crossings.signed_sum += along > 0 ? 1 : -1;
  ++crossings.count;
  arguments->valid[0] = 0;
}

}  // namespace

struct ClosestSurface::Data {
  geometry::SurfaceMesh mesh;
  Point3 origin{};
  double extent = 0;  // largest coordinate relative to origin
  bool oriented = true;
  Scene scene;

  struct Query {
    const Data* data;
    Point3 point;
    double squared = std::numeric_limits<double>::infinity();
    Point3 closest{};
    int triangle = -1;
  };

  static bool visit(RTCPointQueryFunctionArguments* arguments) {
    auto& query = *static_cast<Query*>(arguments->userPtr);
    const auto& [a, b, c] = query.data->mesh.triangles[arguments->primID];
    const auto& positions = query.data->mesh.positions;
    const Point3 closest = closest_point(query.point, positions[std::size_t(a)], positions[std::size_t(b)], positions[std::size_t(c)]);
    const double squared = squared_distance(query.point, closest);
    if (!(squared < query.squared)) return false;
    query.squared = squared;
    query.closest = closest;
    query.triangle = int(arguments->primID);
    // The hierarchy is single precision: search a little beyond.
    const double single_error = 4e-7 * (query.data->extent + norm(query.point - query.data->origin));
    arguments->query->radius = float(std::sqrt(squared) * (1 + 1e-6) + single_error);
    return true;
  }
};

ClosestSurface::ClosestSurface(const geometry::SurfaceMesh& mesh, const std::string& what) {
  check_mesh(mesh, what);
  data_ = std::make_unique<Data>();
  data_->mesh.positions = mesh.positions;
  data_->mesh.triangles = mesh.triangles;
  const Edges edges(mesh.triangles);
  open_edges_ = edges.open;
  data_->oriented = edges.oriented;
  data_->origin = mesh.positions[std::size_t(mesh.triangles[0][0])];
  std::vector<Vec3f> positions;
  for (const Point3& p : mesh.positions) {
    const Point3 d = p - data_->origin;
    data_->extent = std::max(data_->extent, norm(d));
    positions.emplace_back(float(d[0]), float(d[1]), float(d[2]));
  }
  const geometry::QuietArithmetic quiet;
  data_->scene.add(positions, mesh.triangles);
  const RTCGeometry geometry = rtcGetGeometry(data_->scene.handle(), 0);
  rtcSetGeometryIntersectFilterFunction(geometry, count_crossing);
  rtcCommitGeometry(geometry);
  data_->scene.commit();
}

ClosestSurface::~ClosestSurface() = default;
ClosestSurface::ClosestSurface(ClosestSurface&&) noexcept = default;
ClosestSurface& ClosestSurface::operator=(ClosestSurface&&) noexcept = default;

ClosestSurface::Closest ClosestSurface::closest(const Point3& point) const {
  const Point3 relative = point - data_->origin;
  RTCPointQuery query{};
  query.x = float(relative[0]), query.y = float(relative[1]), query.z = float(relative[2]);
  query.radius = std::numeric_limits<float>::infinity();
  RTCPointQueryContext context;
  rtcInitPointQueryContext(&context);
  Data::Query best{data_.get(), point};
  const geometry::QuietArithmetic quiet;
  rtcPointQuery(data_->scene.handle(), &query, &context, Data::visit, &best);
  return {best.closest, best.triangle, std::sqrt(best.squared)};
}

bool ClosestSurface::inside(const Point3& point) const {
  static const Vec3f directions[] = {Vec3f(0.5773f, 0.6211f, 0.5303f).normalized(), Vec3f(-0.7321f, 0.3141f, 0.6047f).normalized(),
                                     Vec3f(0.2718f, -0.8284f, 0.4899f).normalized(), Vec3f(-0.4142f, -0.3717f, -0.8309f).normalized(),
                                     Vec3f(0.8660f, 0.1618f, -0.4736f).normalized()};
  const Point3 relative = point - data_->origin;
  int votes[2] = {0, 0};
  for (const Vec3f& direction : directions) {
    Crossings crossings;
    rtcInitIntersectContext(&crossings);
    RTCRayHit ray{};
    ray.ray.org_x = float(relative[0]), ray.ray.org_y = float(relative[1]), ray.ray.org_z = float(relative[2]);
    ray.ray.dir_x = direction.x(), ray.ray.dir_y = direction.y(), ray.ray.dir_z = direction.z();
    ray.ray.tfar = std::numeric_limits<float>::infinity(), ray.ray.mask = ~0u;
    ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(data_->scene.handle(), &crossings, &ray);
    const bool in = data_->oriented ? crossings.signed_sum != 0 : crossings.count % 2 == 1;
    if (++votes[in] == 3) return in;
  }
  return false;
}

double ClosestSurface::signed_distance(const Point3& point) const { return inside(point) ? -distance(point) : distance(point); }

}  // namespace plisse::report

// SPDX-License-Identifier: Apache-2.0
#include "framework/report/scene.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <numbers>
#include <stdexcept>

#include "framework/config/error.hpp"

namespace plisse::report {
namespace {

constexpr float far = std::numeric_limits<float>::infinity();

void set_ray(RTCRay& ray, const Vec3f& origin, const Vec3f& direction) {
  ray.org_x = origin.x(), ray.org_y = origin.y(), ray.org_z = origin.z();
  ray.dir_x = direction.x(), ray.dir_y = direction.y(), ray.dir_z = direction.z();
  ray.tnear = 0, ray.tfar = far, ray.time = 0, ray.mask = ~0u, ray.id = 0, ray.flags = 0;
}

// Faces around each vertex: those of vertex v are faces[begin[v] .. begin[v + 1]).
struct Stars {
  std::vector<int> begin, faces;

  explicit Stars(const geometry::SurfaceMesh& mesh) : begin(mesh.positions.size() + 1, 0), faces(3 * mesh.triangles.size()) {
    for (const auto& triangle : mesh.triangles) {
      for (const int v : triangle) ++begin[std::size_t(v) + 1];
    }
    for (std::size_t v = 1; v < begin.size(); ++v) begin[v] += begin[v - 1];
    std::vector<int> next(begin.begin(), begin.end() - 1);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      for (const int v : mesh.triangles[t]) faces[std::size_t(next[std::size_t(v)]++)] = int(t);
    }
  }
};

}  // namespace

void check_mesh(const geometry::SurfaceMesh& mesh, const std::string& what) {
  if (mesh.triangles.empty()) throw config::Error(fmt::format("{} has no triangles\n  nothing can be drawn or measured on it", what));
  const int points = int(mesh.positions.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (const int v : mesh.triangles[t]) {
      if (v >= 0 && v < points) continue;
      throw config::Error(fmt::format("triangle {} of {} names point {}, but there are {} points\n  the mesh is damaged: export it again",
                                      t, what, v, points));
    }
  }
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const auto& p = mesh.positions[v];
    if (std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2])) continue;
    throw config::Error(fmt::format(
        "point {} of {} is at ({}, {}, {}), which is no place\n  the run that made it has diverged: use an earlier checkpoint or "
        "lower its learning rate",
        v, what, p[0], p[1], p[2]));
  }
}

std::vector<Vec3f> corner_normals(const geometry::SurfaceMesh& mesh, double crease_degrees) {
  using Vec = Eigen::Vector3d;
  const auto at = [&](int v) {
    const auto& p = mesh.positions[std::size_t(v)];
    return Vec(p[0], p[1], p[2]);
  };
  std::vector<Vec> area(mesh.triangles.size());  // twice the vector area of each face
  for (std::size_t t = 0; t < area.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    area[t] = (at(b) - at(a)).cross(at(c) - at(a));
  }
  const Stars stars(mesh);
  const double limit = std::cos(crease_degrees * std::numbers::pi / 180);
  std::vector<Vec3f> normals(3 * mesh.triangles.size());
  for (std::size_t t = 0; t < area.size(); ++t) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const std::size_t v = std::size_t(mesh.triangles[t][corner]);
      Vec sum(0, 0, 0);
      for (int k = stars.begin[v]; k < stars.begin[v + 1]; ++k) {
        const Vec& other = area[std::size_t(stars.faces[std::size_t(k)])];
        const double cosine = area[t].dot(other), scale = area[t].norm() * other.norm();
        if (std::abs(cosine) >= limit * scale) sum += cosine < 0 ? Vec(-other) : other;
      }
      const double length = sum.norm();
      normals[3 * t + corner] = length > 0 ? Vec(sum / length).cast<float>() : Vec3f(0, 0, 0);
    }
  }
  return normals;
}

Scene::Scene() : device_(rtcNewDevice("threads=1,set_affinity=0"), rtcReleaseDevice), scene_(nullptr, rtcReleaseScene) {
  if (!device_) throw std::runtime_error(fmt::format("Embree does not start (error {})", int(rtcGetDeviceError(nullptr))));
  scene_.reset(rtcNewScene(device_.get()));
  rtcSetSceneFlags(scene_.get(), RTC_SCENE_FLAG_ROBUST);
}

void Scene::add(const std::vector<Vec3f>& positions, const std::vector<geometry::Triangle>& triangles) {
  const RTCGeometry geometry = rtcNewGeometry(device_.get(), RTC_GEOMETRY_TYPE_TRIANGLE);
  void* points = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof(Vec3f), positions.size());
  void* corners =
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, sizeof(geometry::Triangle), triangles.size());
  if (!points || !corners) throw std::bad_alloc();
  std::memcpy(points, positions.data(), positions.size() * sizeof(Vec3f));
  std::memcpy(corners, triangles.data(), triangles.size() * sizeof(geometry::Triangle));
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene_.get(), geometry);
  rtcReleaseGeometry(geometry);
}

void Scene::commit() {
  rtcCommitScene(scene_.get());
  if (const RTCError error = rtcGetDeviceError(device_.get()))
    throw std::runtime_error(fmt::format("Embree cannot build its hierarchy (error {})", int(error)));
}

bool Scene::intersect(const Vec3f& origin, const Vec3f& direction, Hit& hit) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRayHit ray{};
  set_ray(ray.ray, origin, direction);
  ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  ray.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(scene_.get(), &context, &ray);
  if (ray.hit.geomID == RTC_INVALID_GEOMETRY_ID) return false;
  hit = {ray.ray.tfar,
         ray.hit.geomID,
         ray.hit.primID,
         {1 - ray.hit.u - ray.hit.v, ray.hit.u, ray.hit.v},
         Vec3f(ray.hit.Ng_x, ray.hit.Ng_y, ray.hit.Ng_z).normalized()};
  return true;
}

bool Scene::occluded(const Vec3f& origin, const Vec3f& direction) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRay ray{};
  set_ray(ray, origin, direction);
  rtcOccluded1(scene_.get(), &context, &ray);
  return ray.tfar < 0;
}

}  // namespace plisse::report

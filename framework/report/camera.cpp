// SPDX-License-Identifier: Apache-2.0
#include "framework/report/camera.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "framework/config/error.hpp"

namespace plisse::report {
namespace {

constexpr double half_field_of_view = 12 * std::numbers::pi / 180;  // narrow: little perspective distortion
constexpr double fill = 0.90;                                       // share of the viewport that the subject takes
constexpr double backdrop = 5;                                      // reach of one, in radii of the cloth
constexpr double reach = 0.22;  // how far beyond the cloth's box the body counts, in diagonals of that box

using Vec = Eigen::Vector3d;
using Box = Eigen::AlignedBox3d;

Vec vec(const std::array<double, 3>& p) { return {p[0], p[1], p[2]}; }

// Both numbers of "a,b", or nothing.
std::optional<View> angles(const std::string& text) {
  View view;
  const char *end = text.data() + text.size(), *next = text.data();
  const auto skip = [&] {
    while (next != end && *next == ' ') ++next;
  };
  const auto number = [&](double& value) {
    skip();
    const auto [rest, error] = std::from_chars(next, end, value);
    next = rest;
    skip();
    return error == std::errc() && std::isfinite(value);
  };
  if (!number(view.azimuth) || next == end || *next++ != ',' || !number(view.elevation) || next != end) return {};
  return view;
}

// The polygon's part on the inner side of one face of the box (Sutherland-Hodgman).
void clip(std::vector<Vec>& polygon, int axis, double bound, bool keep_below) {
  std::vector<Vec> inside;
  const auto depth = [&](const Vec& p) { return keep_below ? bound - p[axis] : p[axis] - bound; };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double da = depth(a), db = depth(b);
    if (da >= 0) inside.push_back(a);
    if ((da >= 0) != (db >= 0)) inside.push_back(a + da / (da - db) * (b - a));
  }
  polygon = std::move(inside);
}

void add_near_part(const geometry::SurfaceMesh& body, const Box& near, std::vector<Vec>& points) {
  std::vector<Vec> polygon;
  for (const auto& triangle : body.triangles) {
    polygon.clear();
    for (const int v : triangle) polygon.push_back(vec(body.positions[std::size_t(v)]));
    for (int axis = 0; axis < 3 && !polygon.empty(); ++axis) {
      clip(polygon, axis, near.max()[axis], true);
      clip(polygon, axis, near.min()[axis], false);
    }
    points.insert(points.end(), polygon.begin(), polygon.end());
  }
}

// The eye's offset along one image axis, and the nearest depth, at which every point fits between two planes of slope `tangent`.
// A point (x, z) fits an eye (e, d) when |x - e| <= tangent (z - d).
std::pair<double, double> fit(const std::vector<Vec>& points, const Vec& axis, const Vec& forward, double tangent) {
  double above = -std::numeric_limits<double>::infinity(), below = above;
  for (const Vec& p : points) {
    const double x = axis.dot(p), z = forward.dot(p);
    above = std::max(above, x - tangent * z);
    below = std::max(below, -x - tangent * z);
  }
  return {(above - below) / 2, -(above + below) / (2 * tangent)};
}

}  // namespace

View parse_view(const std::string& view) {
  static const std::map<std::string, View> named{{"default", {-28, 24}}, {"front", {0, 0}}, {"right", {90, 0}},  {"back", {180, 0}},
                                                 {"left", {-90, 0}},     {"top", {0, 90}},  {"bottom", {0, -90}}};
  if (const auto it = named.find(view); it != named.end()) return it->second;
  const auto custom = angles(view);
  if (!custom) {
    throw config::Error(
        fmt::format("unknown view '{}'\n  give one of front, back, left, right, top, bottom, default, or azimuth,elevation in degrees "
                    "such as 30,25",
                    view));
  }
  if (std::abs(custom->elevation) > 90) {
    throw config::Error(fmt::format("view '{}' has an elevation of {} degrees\n  give one between -90 and 90", view, custom->elevation));
  }
  return *custom;
}

Eigen::Vector3d Camera::ray(const Viewport& viewport, double x, double y) const {
  const double scale = 2 * tangent / viewport.height;
  return forward + scale * (x - viewport.left - viewport.width / 2) * right - scale * (y - viewport.top - viewport.height / 2) * up;
}

bool is_backdrop(const geometry::SurfaceMesh& body, const Eigen::Vector3d& focus, double radius) {
  return std::any_of(body.positions.begin(), body.positions.end(),
                     [&](const auto& p) { return (vec(p) - focus).norm() > backdrop * radius; });
}

Camera frame(const std::vector<Subject>& subjects, const View& view, const Viewport& viewport) {
  std::vector<Vec> points;
  Box cloth;
  for (const Subject& subject : subjects) {
    for (const auto& triangle : subject.cloth->triangles) {
      for (const int v : triangle) points.push_back(vec(subject.cloth->positions[std::size_t(v)]));
    }
  }
  for (const Vec& p : points) cloth.extend(p);
  Camera camera;
  camera.focus = points.empty() ? Vec(0, 0, 0) : Vec(cloth.center());
  for (const Vec& p : points) camera.radius = std::max(camera.radius, (p - camera.focus).norm());
  if (!(camera.radius > 0))
    throw config::Error("the cloth has no extent: all its points coincide\n  check that the run or mesh holds a surface");

  const Vec margin = Vec::Constant(reach * cloth.diagonal().norm());
  const Box near(cloth.min() - margin, cloth.max() + margin);
  camera.ground = cloth.min().z();
  for (const Subject& subject : subjects) {
    if (!subject.body) continue;
    std::vector<Vec> part;
    add_near_part(*subject.body, near, part);
    for (const Vec& p : part) camera.ground = std::min(camera.ground, p.z());
    if (!is_backdrop(*subject.body, camera.focus, camera.radius)) points.insert(points.end(), part.begin(), part.end());
  }
  camera.ground -= 2e-3 * camera.radius;

  const double a = view.azimuth * std::numbers::pi / 180, e = view.elevation * std::numbers::pi / 180;
  camera.right = Vec(std::cos(a), std::sin(a), 0);
  camera.forward = Vec(-std::sin(a) * std::cos(e), std::cos(a) * std::cos(e), -std::sin(e));
  camera.up = camera.right.cross(camera.forward);
  camera.tangent = std::tan(half_field_of_view) * std::min(1., viewport.height / viewport.width);
  const double vertical = fill * camera.tangent, horizontal = vertical * viewport.width / viewport.height;
  const auto [x, depth_x] = fit(points, camera.right, camera.forward, horizontal);
  const auto [y, depth_y] = fit(points, camera.up, camera.forward, vertical);
  const double clearance = camera.forward.dot(camera.focus) - 2 * camera.radius;  // never inside the subject
  camera.eye = x * camera.right + y * camera.up + std::min({depth_x, depth_y, clearance}) * camera.forward;
  return camera;
}

}  // namespace plisse::report

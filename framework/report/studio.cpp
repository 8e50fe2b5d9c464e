// SPDX-License-Identifier: Apache-2.0
#include "framework/report/studio.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace plisse::report {
namespace {

// Irradiances on a surface that faces the light (for the sky: that sees nothing else), over π: a white surface then shows that value.
struct Lights {
  Vec3f key, fill, sky;
};
const Lights plain_lights{{1.00f, 0.96f, 0.90f}, {0.19f, 0.197f, 0.21f}, {0.275f, 0.285f, 0.305f}};
// White and flatter, so that colours can be compared with the legend.
const Lights color_lights{{0.62f, 0.62f, 0.62f}, {0.20f, 0.20f, 0.20f}, {0.56f, 0.56f, 0.56f}};

constexpr float key_radius = 0.085f;  // of the key's disc, at distance 1
constexpr float fill_radius = 0.6f;
constexpr float interreflection = 0.42f;  // share of the sky's light that comes back from a near occluder of albedo 1
constexpr float offset = 3e-5f;           // of rays from their surface, in radii
constexpr std::uint32_t sky_rays = 2;     // a path
constexpr float ground_albedo = 0.55f;
constexpr float shadow_strength = 0.55f;
constexpr float edge = 0.08f;  // share of the picture's width in which the ground's shadow fades out, so that panels join
constexpr float fade_from = 1.5f, fade_to = 3.5f;  // distances from the focus in radii

float smooth_step(float low, float high, float x) {
  const float t = std::clamp((x - low) / (high - low), 0.f, 1.f);
  return t * t * (3 - 2 * t);
}

// Straight up to 0.7, then a shoulder that reaches 1 smoothly: bright folds keep their shape.
float tone(float x) {
  constexpr float knee = 0.7f;
  return x <= knee ? std::max(0.f, x) : 1 - (1 - knee) * std::exp(-(x - knee) / (1 - knee));
}

Vec3f around(const Vec3f& axis, float x, float y, float z) {
  // Duff et al., "Building an orthonormal basis, revisited", JCGT 6(1), 2017.
  const float sign = std::copysign(1.f, axis.z()), a = -1 / (sign + axis.z()), b = axis.x() * axis.y() * a;
  const Vec3f s(1 + sign * axis.x() * axis.x() * a, sign * b, -sign * axis.x()), t(b, sign + axis.y() * axis.y() * a, -axis.y());
  return x * s + y * t + z * axis;
}

// Concentric map of the square onto the unit disc (P. Shirley, K. Chiu, 1997).
std::array<float, 2> disc(const std::array<float, 2>& u) {
  const float a = 2 * u[0] - 1, b = 2 * u[1] - 1, quarter = float(std::numbers::pi) / 4;
  if (a == 0 && b == 0) return {0, 0};
  const bool wide = std::abs(a) > std::abs(b);
  const float r = wide ? a : b, phi = wide ? quarter * (b / a) : 2 * quarter - quarter * (a / b);
  return {r * std::cos(phi), r * std::sin(phi)};
}

// From the unit square to directions distributed as the cosine about the normal.
Vec3f hemisphere(const Vec3f& normal, const std::array<float, 2>& square) {
  const auto u = disc(square);
  return around(normal, u[0], u[1], std::sqrt(std::max(0.f, 1 - u[0] * u[0] - u[1] * u[1])));
}

Vec3f background(float height) {
  const float level = 0.985f - 0.05f * height * height;
  return {level, level, level};
}

Vec3f cloth_light(const Vec3f& direction_to_viewer, const Vec3f& normal, float sheen, const Vec3f& lit) {
  const float grazing = 1 - std::max(0.f, normal.dot(direction_to_viewer));
  return lit * (1 + sheen * grazing * grazing * grazing);
}

}  // namespace

Studio::Studio(const Camera& camera, std::vector<Surface> surfaces, std::optional<ColorScale> scale)
    : surfaces_(std::move(surfaces)),
      scale_(std::move(scale)),
      eye_((camera.eye - camera.focus).cast<float>()),
      radius_(float(camera.radius)),
      ground_(float(camera.ground - camera.focus.z())),
      has_ground_(camera.forward.z() < 0.02 && eye_.z() > ground_) {
  const Vec3f right = camera.right.cast<float>(), up = camera.up.cast<float>(), back = -camera.forward.cast<float>();
  key_ = (-0.77f * right + 0.54f * up + 0.30f * back).normalized();
  fill_ = (0.82f * right + 0.30f * up + 0.50f * back).normalized();
  for (const Surface& surface : surfaces_) scene_.add(surface.positions, surface.triangles);
  scene_.commit();
}

Studio::Point Studio::place(const Surface& surface, const Hit& hit, const Vec3f& direction) const {
  Point point;
  point.face = hit.normal.dot(direction) > 0 ? Vec3f(-hit.normal) : hit.normal;
  const auto& corners = surface.triangles[hit.triangle];
  Vec3f corner_normal[3], smooth(0, 0, 0), flat(0, 0, 0);
  for (std::size_t c = 0; c < 3; ++c) {
    const Vec3f& n = surface.normals[3 * hit.triangle + c];
    corner_normal[c] = n.dot(point.face) < 0 ? Vec3f(-n) : n;
    smooth += hit.weight[c] * corner_normal[c];
    flat += hit.weight[c] * surface.positions[std::size_t(corners[c])];
  }
  const float length = smooth.norm();
  point.normal = length > 0 ? Vec3f(smooth / length) : point.face;
  // The light starts from the curved surface that the normals tell of, not from the facet: J. Hanika, "Hacking the shadow terminator", Ray
  // Tracing Gems II, 2021.
  point.position = flat;
  for (std::size_t c = 0; c < 3; ++c) {
    const float below = std::min(0.f, (flat - surface.positions[std::size_t(corners[c])]).dot(corner_normal[c]));
    point.position -= hit.weight[c] * below * corner_normal[c];
  }
  point.position += offset * radius_ * point.face;
  return point;
}

Vec3f Studio::albedo(const Surface& surface, const Hit& hit) const {
  if (surface.values.empty() || !scale_) return surface.albedo;
  double value = 0;
  for (std::size_t c = 0; c < 3; ++c) value += double(hit.weight[c]) * surface.values[std::size_t(surface.triangles[hit.triangle][c])];
  const Rgb color = scale_->linear(value);
  return {color[0], color[1], color[2]};
}

// Of the sky's light, the share that comes from a direction: less from the ground below.
float Studio::sky(const Vec3f& direction) const { return has_ground_ ? (1 + ground_albedo + (1 - ground_albedo) * direction.z()) / 2 : 1; }

Vec3f Studio::lamp(const Point& point, const Vec3f& axis, float radius, const Vec3f& power, const std::array<float, 2>& square) const {
  const auto spot = disc(square);
  const Vec3f direction = around(axis, radius * spot[0], radius * spot[1], 1).normalized();
  const float cosine = point.normal.dot(direction);
  return cosine > 0 && !scene_.occluded(point.position, direction) ? Vec3f(cosine * power) : Vec3f(0, 0, 0);
}

Vec3f Studio::light(const Point& point, const Vec3f& albedo, const PathSeeds& seeds) const {
  const Lights& lights = scale_ ? color_lights : plain_lights;
  Vec3f sum = lamp(point, key_, key_radius, lights.key, seeds.key(seeds.index));
  sum += lamp(point, fill_, fill_radius, lights.fill, seeds.fill(seeds.index));
  for (std::uint32_t k = 0; k < sky_rays; ++k) {
    Vec3f direction = hemisphere(point.normal, seeds.sky(sky_rays * seeds.index + k));
    const float rise = direction.dot(point.face);
    if (rise < 0) direction -= 2 * rise * point.face;
    const Vec3f arriving = sky(direction) / float(sky_rays) * lights.sky;
    sum += scene_.occluded(point.position, direction) ? Vec3f(interreflection * albedo.cwiseProduct(arriving)) : arriving;
  }
  return albedo.cwiseProduct(sum);
}

// How much darker the ground is than without anything on it: 0 is unchanged.
float Studio::ground_shade(const Vec3f& direction, const PathSeeds& seeds) const {
  if (!has_ground_ || direction.z() >= -1e-4f) return 0;
  const Vec3f place = eye_ + (ground_ - eye_.z()) / direction.z() * direction;
  const float near = 1 - smooth_step(1.2f, 2.6f, place.norm() / radius_);
  if (near == 0) return 0;
  const Vec3f up(0, 0, 1), start = place + 10 * offset * radius_ * up;
  const auto spot = disc(seeds.key(seeds.index));
  constexpr float key_share = 0.45f, lowest = 0.75f;  // a high light for the ground keeps the shadow by its cloth
  Vec3f to_key = around(key_, 2 * key_radius * spot[0], 2 * key_radius * spot[1], 1);
  to_key.z() = std::max(to_key.z(), lowest);
  float seen = scene_.occluded(start, to_key.normalized()) ? 0 : key_share;
  for (std::uint32_t k = 0; k < sky_rays; ++k) {
    if (!scene_.occluded(start, hemisphere(up, seeds.sky(sky_rays * seeds.index + k)))) seen += (1 - key_share) / float(sky_rays);
  }
  return near * shadow_strength * (1 - seen);
}

Rgb Studio::look(const Vec3f& direction, float x, float y, const PathSeeds& seeds) const {
  const Vec3f behind = background(y);
  Vec3f color;
  Hit hit;
  if (scene_.intersect(eye_, direction, hit)) {
    const Surface& surface = surfaces_[hit.mesh];
    const Point point = place(surface, hit, direction);
    const float faded = surface.fades ? smooth_step(fade_from, fade_to, point.position.norm() / radius_) : 0;
    const Vec3f lit = faded < 1 ? light(point, albedo(surface, hit), seeds) : Vec3f(0, 0, 0);
    color = cloth_light(-direction, point.normal, surface.sheen, lit).unaryExpr(&tone);
    color += faded * (behind - color);
  } else {
    const float inner = smooth_step(0, edge, std::min(x, 1 - x));
    color = inner > 0 ? Vec3f(behind * (1 - inner * ground_shade(direction, seeds))) : behind;
  }
  return {color.x(), color.y(), color.z()};
}

}  // namespace plisse::report

// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/holds.hpp"

#include "experiments/components/rigid_motions.hpp"
#include "experiments/components/surface_probe.hpp"
#include "framework/config/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace plisse::experiments {

namespace {

Vec3<double> vec(const std::vector<double>& v) { return {v[0], v[1], v[2]}; }

boundary::Motion motion_of(const HoldOptions& option) {
  const auto axis = vec(option.rotate.axis);
  return {vec(option.move), (1 / norm(axis)) * axis, vec(option.rotate.center), option.rotate.angle * std::numbers::pi / 180};
}

bool share_a_component(const std::array<bool, 3>& a, const std::array<bool, 3>& b) {
  return (a[0] && b[0]) || (a[1] && b[1]) || (a[2] && b[2]);
}

struct HeldSet {
  RegionData region;
  RegionContact contact;
  std::array<bool, 3> fixed;
};

// The motion of set k must have faded where another set holds the same component.
void check_overlaps(const std::vector<HeldSet>& sets, const std::vector<HoldOptions>& options, const std::vector<boundary::Motion>& motions) {
  for (std::size_t k = 0; k < sets.size(); ++k)
    for (std::size_t other = 0; other < sets.size(); ++other) {
      if (k == other || motions[k].still() || !share_a_component(sets[k].fixed, sets[other].fixed)) continue;
      for (const auto& point : sets[other].contact.points)
        if (const double d = sets[k].region.distance({point.x.x, point.x.y, point.x.z}); d < options[k].falloff)
          throw config::Error(fmt::format("boundary[{}].falloff: {:g} m reaches the set of boundary[{}], {:g} m away, which would be dragged along; "
                                          "give a smaller one",
                                          k, options[k].falloff, other, d));
    }
}

// Distances of the surface's mirror image m to a region, at a grid over the chart.
std::vector<double> image_distances(const RegionData& region, const surfaces::SurfaceMap& surface, const std::vector<boundary::MirrorPlane>& planes,
                                    int m) {
  constexpr int cells = 16;
  std::vector<double> distances;
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j) {
      const auto at = surface.at(double(i) / cells, double(j) / cells).x;
      std::array<double, 3> x{at.x, at.y, at.z};
      for (std::size_t k = 0; k < planes.size(); ++k)
        if (m >> k & 1) x[std::size_t(planes[k].axis)] = 2 * planes[k].at - x[std::size_t(planes[k].axis)];
      distances.push_back(region.distance(x));
    }
  return distances;
}

bool alike(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  return std::equal(a.begin(), a.end(), b.begin(), [&](double x, double y) { return std::abs(x - y) <= tolerance; });
}

// The hold and its mirror images, each once where several fall together.
template <class T>
void add_with_images(Support<T>& support, boundary::Hold<T> hold, const boundary::Motion& motion, const RegionData& region,
                     const surfaces::SurfaceMap& surface) {
  const double tolerance = 1e-9 * size_of(surface);
  std::vector<std::vector<double>> seen;
  for (int m = 0; m < 1 << support.mirrors.size(); ++m) {
    auto distances = image_distances(region, surface, support.mirrors, m);
    if (std::any_of(seen.begin(), seen.end(), [&](const auto& other) { return alike(other, distances, tolerance); })) continue;
    for (std::size_t k = 0; k < support.mirrors.size(); ++k) {
      const auto axis = std::size_t(support.mirrors[k].axis);
      hold.reflected[axis] = m >> k & 1;
      hold.plane[axis] = T(support.mirrors[k].at);
    }
    if (!hold.saturates) hold.width = T(*std::max_element(distances.begin(), distances.end()));
    support.holds.push_back(hold);
    support.motions.push_back(motion);
    seen.push_back(std::move(distances));
  }
}

}  // namespace

template <class T>
Support<T> make_support(const std::vector<HoldOptions>& options, const std::vector<SymmetryOptions>& symmetry, const surfaces::SurfaceMap& surface) {
  Support<T> support;
  RegionCorners corners;
  RigidMotions rigid(surface);
  std::vector<HeldSet> sets;
  std::vector<boundary::Motion> motions;
  for (const auto& plane : symmetry) {
    support.mirrors.push_back({int(plane.axis), plane.at});
    rigid.mirror(int(plane.axis), plane.at);
  }
  for (std::size_t k = 0; k < options.size(); ++k) {
    const auto& option = options[k];
    const auto path = fmt::format("boundary[{}]", k);
    HeldSet set{region_of(option.where), {}, fixed_components(option.fix, path + ".fix")};
    set.contact = contact(set.region, surface);
    if (set.contact.points.empty())
      throw config::Error(fmt::format("{}.where: holds nothing, the surface stays {:g} m away from it; move the region onto the surface", path,
                                      set.contact.gap));
    if (set.contact.reach == 0)
      throw config::Error(fmt::format("{}.where: holds the whole surface, so nothing is left to solve for; give a smaller region", path));
    for (const auto& point : set.contact.points) rigid.hold(point, set.fixed, option.clamped);

    boundary::Hold<T> hold;
    hold.region = corners.add<T>(set.region);
    for (std::size_t i = 0; i < 3; ++i) hold.fix[i] = set.fixed[i];
    hold.saturates = option.falloff > 0;
    hold.width = T(option.falloff);
    hold.clamped = option.clamped;
    motions.push_back(motion_of(option));
    add_with_images(support, hold, motions.back(), set.region, surface);
    sets.push_back(std::move(set));
  }
  check_overlaps(sets, options, motions);
  if (const auto free = rigid.free_motion(); !free.empty())
    throw config::Error(fmt::format("boundary: the surface can still move as a rigid body ({}), so its energy has no single minimum; hold that "
                                    "motion with a set in 'boundary' or a plane in 'symmetry'",
                                    free));
  support.corners = corners.to_device<T>();
  return support;
}

template Support<float> make_support(const std::vector<HoldOptions>&, const std::vector<SymmetryOptions>&, const surfaces::SurfaceMap&);
template Support<double> make_support(const std::vector<HoldOptions>&, const std::vector<SymmetryOptions>&, const surfaces::SurfaceMap&);

}  // namespace plisse::experiments

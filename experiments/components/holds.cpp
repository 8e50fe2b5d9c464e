// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/holds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "experiments/components/piece_motions.hpp"
#include "experiments/components/surface_probe.hpp"
#include "framework/config/error.hpp"

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

constexpr std::size_t compared_points = 4096;  // at which two sets are told apart

struct HeldSet {
  RegionData region;
  RegionContact contact;
  std::array<bool, 3> fixed;
};

// ", which is nearest at [0.1, 0, 0.2]": where single points are to be held.
std::string nearest_place(const RegionData& region, const surfaces::Shape& surface) {
  if (region.region.shape != boundary::RegionShape::points) return {};
  surfaces::Shape::Nearest best{{}, INFINITY};
  for (const auto& corner : region.corners)
    if (const auto found = surface.nearest(corner); found.distance < best.distance) best = found;
  const auto& x = best.frame.x;
  return fmt::format(", which is nearest at [{:.8g}, {:.8g}, {:.8g}]", x.x, x.y, x.z);
}

enum class Side { beside, onto_itself };

// Whether the surface lies beside its symmetry plane k or is its own mirror image.
Side check_mirror(const std::vector<SymmetryOptions>& planes, std::size_t k, const surfaces::Shape& surface) {
  const double tolerance = 1e-6 * size_of(surface), at = planes[k].at;
  const int axis = int(planes[k].axis);
  const char name = "xyz"[axis];
  for (std::size_t other = 0; other < k; ++other)
    if (planes[other].axis == planes[k].axis)
      throw config::Error(
          fmt::format("symmetry[{}].axis: symmetry[{}] is a plane across {} already; leave one of them out", k, other, name));
  const auto box = surface.bounds();
  if (const double gap = std::max(box.lower[axis] - at, at - box.upper[axis]); gap > tolerance)
    throw config::Error(
        fmt::format("symmetry[{}].at: the plane {} = {:g} stays {:g} m away from the surface, so it holds nothing; move it onto "
                    "the surface, which reaches from {:g} to {:g}",
                    k, name, at, gap, box.lower[axis] + 0.0, box.upper[axis] + 0.0));  // no -0
  double farthest = 0;
  for (const auto& point : surface.spread().points) {
    double image[3] = {point.x.x, point.x.y, point.x.z};
    image[axis] = 2 * at - image[axis];
    farthest = std::max(farthest, surface.nearest({image[0], image[1], image[2]}).distance);
    if (farthest > tolerance) break;
  }
  if (farthest <= tolerance) return Side::onto_itself;
  if (std::min(at - box.lower[axis], box.upper[axis] - at) > tolerance)
    throw config::Error(
        fmt::format("symmetry[{}].at: the plane {} = {:g} cuts the surface into parts that are no mirror images of each other; put "
                    "it where the shape is symmetric, or on the surface's rim to model one half of it",
                    k, name, at));
  return Side::beside;
}

// The motion of set k must have faded where another set holds the same component.
void check_overlaps(const std::vector<HeldSet>& sets, const std::vector<HoldOptions>& options, double size) {
  for (std::size_t k = 0; k < sets.size(); ++k)
    for (std::size_t other = 0; other < sets.size(); ++other) {
      if (k == other || motion_of(options[k]).still() || !share_a_component(sets[k].fixed, sets[other].fixed)) continue;
      double least = INFINITY;
      for (const auto& point : sets[other].contact.points)
        least = std::min(least, sets[k].region.distance({point.x.x, point.x.y, point.x.z}));
      if (least < options[k].falloff - 2 * on_surface * size)
        throw config::Error(
            fmt::format("boundary[{}].falloff: {:g} m reaches the set of boundary[{}], {:g} m away, which would be dragged along; "
                        "give a smaller one",
                        k, options[k].falloff, other, least));
    }
}

// Distances of the surface's mirror image m to a region, at some of the points spread over it.
std::vector<double> image_distances(const RegionData& region, const std::vector<surfaces::Frame<double>>& points,
                                    const std::vector<boundary::MirrorPlane>& planes, int m, std::size_t stride) {
  std::vector<double> distances;
  for (std::size_t i = 0; i < points.size(); i += stride) {
    std::array<double, 3> x{points[i].x.x, points[i].x.y, points[i].x.z};
    for (std::size_t k = 0; k < planes.size(); ++k)
      if (m >> k & 1) x[std::size_t(planes[k].axis)] = 2 * planes[k].at - x[std::size_t(planes[k].axis)];
    distances.push_back(region.distance(x));
  }
  return distances;
}

bool alike(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  return std::equal(a.begin(), a.end(), b.begin(), [&](double x, double y) { return std::abs(x - y) <= tolerance; });
}

// Turns a plane towards the surface's image m where that lies on one side of it: the distance then has its derivatives on the plane too,
// where edges are held and loaded.
template <class T>
void face(boundary::Region<T>& plane, const RegionData& data, const surfaces::Shape& surface,
          const std::vector<boundary::MirrorPlane>& mirrors, int m) {
  if (plane.shape != boundary::RegionShape::plane) return;
  const auto& n = data.region.b;
  double normal[3] = {n.x, n.y, n.z}, offset = -dot(n, data.region.a);
  for (std::size_t k = 0; k < mirrors.size(); ++k)
    if (m >> k & 1) {
      offset += 2 * mirrors[k].at * normal[mirrors[k].axis];
      normal[mirrors[k].axis] *= -1;
    }
  const double tolerance = 1e-9 * size_of(surface), most = offset + surface.reach({normal[0], normal[1], normal[2]}),
               least = offset - surface.reach({-normal[0], -normal[1], -normal[2]});
  plane.one_sided = least >= -tolerance || most <= tolerance;
  const double sign = plane.one_sided && most <= tolerance ? -1 : 1;
  plane.b = {T(sign * n.x), T(sign * n.y), T(sign * n.z)};
}

// Where a set and its mirror images lie, as distances of the surface to them.
struct Place {
  std::size_t set;
  std::vector<double> distances;
};

bool hold_alike(const HoldOptions& a, const std::array<bool, 3>& a_fixed, const HoldOptions& b, const std::array<bool, 3>& b_fixed) {
  return motion_of(a).still() && motion_of(b).still() && a_fixed == b_fixed && a.clamped == b.clamped && a.falloff == b.falloff;
}

// Whether a set, or a mirror image of it, lies where one is already that holds the same: of the set itself, or of another that asks for the
// very same.  Twice held would be clamped.
bool is_there(const std::vector<Place>& places, const Place& place, const std::vector<HeldSet>& sets,
              const std::vector<HoldOptions>& options, double tolerance) {
  for (const auto& [other, distances] : places) {
    if (!share_a_component(sets[other].fixed, sets[place.set].fixed) || !alike(distances, place.distances, tolerance)) continue;
    if (other == place.set || hold_alike(options[other], sets[other].fixed, options[place.set], sets[place.set].fixed)) return true;
    throw config::Error(
        fmt::format("boundary[{}].where: is the set of boundary[{}], or its mirror image, which is held in another way; leave one of the "
                    "two out, or let each fix its own components",
                    place.set, other));
  }
  return false;
}

// The set k and its mirror images, each once where several fall together.
template <class T>
void add_with_images(Support<T>& support, boundary::Hold<T> hold, std::size_t k, const std::vector<HeldSet>& sets,
                     const std::vector<HoldOptions>& options, std::vector<Place>& places, const surfaces::Shape& surface) {
  const auto& region = sets[k].region;
  const auto points = surface.spread().points;
  const std::size_t stride = 1 + points.size() / compared_points;
  for (int m = 0; m < 1 << support.mirrors.size(); ++m) {
    Place place{k, image_distances(region, points, support.mirrors, m, stride)};
    if (is_there(places, place, sets, options, 1e-9 * size_of(surface))) continue;
    for (std::size_t plane = 0; plane < support.mirrors.size(); ++plane) {
      const auto axis = std::size_t(support.mirrors[plane].axis);
      hold.reflected[axis] = m >> plane & 1;
      hold.plane[axis] = T(support.mirrors[plane].at);
    }
    face(hold.region, region, surface, support.mirrors, m);
    if (!hold.saturates) {
      const auto all = image_distances(region, points, support.mirrors, m, 1);
      hold.width = T(*std::max_element(all.begin(), all.end()));
    }
    support.holds.push_back(hold);
    support.motions.push_back(motion_of(options[k]));
    places.push_back(std::move(place));
  }
}

}  // namespace

template <class T>
Support<T> make_support(const std::vector<HoldOptions>& options, const std::vector<SymmetryOptions>& symmetry,
                        const surfaces::Shape& surface, const geometry::SurfaceMesh* garment, bool on_body) {
  Support<T> support;
  RegionCorners corners;
  PieceMotions rigid(surface);
  std::vector<HeldSet> sets;
  std::vector<Place> places;
  for (std::size_t k = 0; k < symmetry.size(); ++k) {
    const boundary::MirrorPlane plane{int(symmetry[k].axis), symmetry[k].at};
    if (check_mirror(symmetry, k, surface) == Side::beside) support.images.push_back(plane);
    support.mirrors.push_back(plane);
    rigid.mirror(plane.axis, plane.at);
  }
  for (std::size_t k = 0; k < options.size(); ++k) {
    const auto& option = options[k];
    const auto path = fmt::format("boundary[{}]", k);
    HeldSet set{region_of(option.where, path + ".where", garment), {}, fixed_components(option.fix, path + ".fix")};
    set.contact = contact(set.region, surface);
    if (set.contact.reach <= on_surface * size_of(surface))
      throw config::Error(
          fmt::format("{}.where: covers the whole surface, so nothing is left to solve for; give a smaller region{}", path,
                      set.fixed == std::array{true, true, true} ? "" : ", or a plane in 'symmetry' to keep a flat surface flat"));
    if (set.contact.gap > 0)
      throw config::Error(fmt::format("{}.where: holds nothing, the surface stays {:g} m away from it; move the region onto the surface{}",
                                      path, set.contact.gap, nearest_place(set.region, surface)));
    rigid.hold(set.contact, set.fixed, option.clamped);

    boundary::Hold<T> hold;
    hold.region = corners.add<T>(set.region);
    for (std::size_t i = 0; i < 3; ++i) hold.fix[i] = set.fixed[i];
    hold.saturates = option.falloff > 0;
    hold.width = T(option.falloff);
    hold.clamped = option.clamped;
    sets.push_back(std::move(set));
    add_with_images(support, hold, k, sets, options, places, surface);
  }
  check_overlaps(sets, options, size_of(surface));
  if (const auto free = rigid.free_motions(); !on_body && !free.empty())
    throw config::Error(
        fmt::format("boundary: {}, so its energy has no single minimum; hold that "
                    "motion with another set in 'boundary', the slope of one ('clamped'), or a plane in 'symmetry'",
                    free));
  support.corners = corners.to_device<T>();
  return support;
}

template Support<float> make_support(const std::vector<HoldOptions>&, const std::vector<SymmetryOptions>&, const surfaces::Shape&,
                                     const geometry::SurfaceMesh*, bool);
template Support<double> make_support(const std::vector<HoldOptions>&, const std::vector<SymmetryOptions>&, const surfaces::Shape&,
                                      const geometry::SurfaceMesh*, bool);

}  // namespace plisse::experiments

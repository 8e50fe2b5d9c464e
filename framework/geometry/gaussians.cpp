// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/gaussians.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "framework/geometry/cloud_cleaning.hpp"
#include "framework/geometry/quadric_fit.hpp"

namespace plisse::geometry {
namespace {

constexpr double least_flatness = 1.5;  // middle over least standard deviation: below, the axis of least variance says nothing
constexpr double flat_width = 0.5, flat_height = 0.02;  // standard deviations of generated Gaussians over the spacing

enum class Shape { flat, undefined, unturned };

Shape shape(const std::array<double, 3>& scales, const std::array<Point3, 3>& axes) {
  if (!(norm(axes[0]) > 0.5)) return Shape::unturned;
  std::array<double, 3> sorted = scales;
  std::sort(sorted.begin(), sorted.end());
  return sorted[1] > least_flatness * sorted[0] ? Shape::flat : Shape::undefined;
}

}  // namespace

Cloud reference_gaussians(const std::string& name, const GaussianSet& set, const CloudOptions& options) {
  PointSet points{set.positions, std::vector<Point3>(set.positions.size(), Point3{}), set.sides, GivenNormals::axes};
  std::vector<int> undefined, unturned;
  for (std::size_t i = 0; i < set.positions.size(); ++i) {
    const auto least = std::min_element(set.scales[i].begin(), set.scales[i].end()) - set.scales[i].begin();
    const Shape found = shape(set.scales[i], set.axes[i]);
    if (found == Shape::flat) points.normals[i] = set.axes[i][std::size_t(least)];
    if (found == Shape::undefined) undefined.push_back(int(i));
    if (found == Shape::unturned) unturned.push_back(int(i));
  }
  Cloud cloud = reference_cloud(name, points, options);
  std::vector<std::string> notes = set.notes;
  if (!undefined.empty())
    notes.push_back("Gaussians whose two least axes are alike, as needles' are, so that they have no normal: " + counted_points(undefined));
  if (!unturned.empty()) notes.push_back("Gaussians with a zero or broken quaternion, which have no normal: " + counted_points(unturned));
  cloud.notes.insert(cloud.notes.begin(), notes.begin(), notes.end());
  return cloud;
}

GaussianSet gaussians_at(const SurfaceSamples& samples, double spacing, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  GaussianSet set;
  set.positions = samples.positions;
  set.sides = samples.normals;
  for (const Point3& n : samples.normals) {
    const auto [t1, t2] = tangents(n);
    const double angle = 2 * std::numbers::pi * double(random() >> 11) * 0x1p-53;
    const Point3 along = std::cos(angle) * t1 + std::sin(angle) * t2;
    set.axes.push_back({along, cross(n, along), n});
    set.scales.push_back({flat_width * spacing, 0.8 * flat_width * spacing, flat_height * spacing});
  }
  return set;
}

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/mannequin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>

#include "framework/config/error.hpp"
#include "framework/geometry/inspection.hpp"
#include "framework/geometry/profile.hpp"

namespace plisse::geometry {
namespace {

constexpr double pi = std::numbers::pi;

// The union of two bodies, its inner edge filled over a width of about k.
double blend(double a, double b, double k) {
  const double h = std::max(k - std::abs(a - b), 0.) / k;
  return std::min(a, b) - 0.25 * k * h * h;
}

// A profile at `count` places from low to high, its kinks of curvature rounded by repeated means of neighbours; the ends stay.
std::vector<double> smoothed(const Profile& profile, double low, double high, int count, int passes) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(profile(low + (high - low) * i / (count - 1)));
  for (int pass = 0; pass < passes; ++pass) {
    const std::vector<double> before = values;
    for (std::size_t i = 1; i + 1 < values.size(); ++i) values[i] = 0.25 * (before[i - 1] + 2 * before[i] + before[i + 1]);
  }
  return values;
}

// A smooth tube around a curve through joints, with a radius at each.
class Limb {
 public:
  struct Joint {
    Point3 at;
    double radius;
  };

  explicit Limb(const std::vector<Joint>& joints) {
    constexpr int pieces = 6;  // between joints
    const int count = pieces * int(joints.size() - 1) + 1;
    const auto curve = [&](const auto& value) {
      std::vector<double> knots, values;
      for (const Joint& joint : joints) {
        knots.push_back(double(knots.size()));
        values.push_back(value(joint));
      }
      return smoothed(Profile(knots, values), 0, knots.back(), count, 4);
    };
    for (std::size_t k = 0; k < 3; ++k) {
      const auto values = curve([k](const Joint& joint) { return joint.at[k]; });
      centres_.resize(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) centres_[i][k] = values[i];
    }
    radii_ = curve([](const Joint& joint) { return joint.radius; });
  }

  // Distance to the curve, less the radius at its closest point.
  double operator()(const Point3& p) const {
    double least = 1e300, radius = 0;
    for (std::size_t i = 0; i + 1 < centres_.size(); ++i) {
      const Point3 along = centres_[i + 1] - centres_[i], offset = p - centres_[i];
      const double t = std::clamp(dot(offset, along) / dot(along, along), 0., 1.);
      const Point3 apart = offset - t * along;
      const double squared = dot(apart, apart);
      if (squared >= least) continue;
      least = squared;
      radius = (1 - t) * radii_[i] + t * radii_[i + 1];
    }
    return std::sqrt(least) - radius;
  }

 private:
  std::vector<Point3> centres_;
  std::vector<double> radii_;
};

// Half-axis of an ellipse of given girth and ratio b/a, to about 1e-5 (Ramanujan).
double half_axis(double girth, double ratio) {
  const double h = std::pow((1 - ratio) / (1 + ratio), 2);
  return girth / (pi * (1 + ratio) * (1 + 3 * h / (10 + std::sqrt(4 - 3 * h))));
}

// Parts of the height.
constexpr double hips_level = 0.525, waist_level = 0.625, chest_level = 0.71, crotch_level = 0.462;

// Sections |x/a|^n + |(y - y0)/b|^n = 1 over the height, between two levels.
class Torso {
 public:
  // Girths that the sections of the torso alone would have, were they ellipses.
  Torso(const MannequinOptions& o, double chest, double waist, double hips)
      : bottom_(crotch_level * o.height), top_(0.9 * o.height), rounding_(0.05 * o.height) {
    const double s = o.height / 1.7, broad = 0.5 * o.shoulders;
    const double ha = half_axis(hips, 0.7), wa = half_axis(waist, 0.72), ca = half_axis(chest, 0.73);
    const double flank = 0.5 * (0.94 * ha + wa), ribs = 0.5 * (ca + wa), yoke = 0.5 * (ca + 0.84 * broad);
    struct Section {
      double level, a, b, y;
    };
    const Section sections[]{{0.43, 0.88 * ha, 0.62 * ha, 0.004 * s},     {0.485, 0.97 * ha, 0.68 * ha, 0.012 * s},
                             {hips_level, ha, 0.7 * ha, 0.012 * s},       {0.575, flank, 0.72 * flank, 0.004 * s},
                             {waist_level, wa, 0.72 * wa, -0.002 * s},    {0.675, ribs, 0.73 * ribs, -0.004 * s},
                             {chest_level, ca, 0.73 * ca, -0.004 * s},    {0.765, yoke, 0.61 * ca, 0.003 * s},
                             {0.79, 0.84 * broad, 0.47 * ca, 0.01 * s},   {0.81, 0.72 * broad, 0.4 * ca, 0.013 * s},
                             {0.825, 0.52 * broad, 0.36 * ca, 0.013 * s}, {0.838, 0.076 * s, 0.066 * s, 0.012 * s},
                             {0.852, 0.06 * s, 0.06 * s, 0.008 * s},      {0.875, 0.055 * s, 0.057 * s, 0},
                             {0.93, 0.053 * s, 0.056 * s, -0.004 * s}};
    const auto curve = [&](double Section::*value) {
      std::vector<double> levels, values, fine;
      for (const Section& section : sections) {
        levels.push_back(section.level * o.height);
        values.push_back(section.*value);
      }
      constexpr int count = 260, passes = 24;
      const double low = levels.front(), high = levels.back();
      for (int i = 0; i < count; ++i) fine.push_back(low + (high - low) * i / (count - 1));
      return Profile(fine, smoothed(Profile(levels, values), low, high, count, passes));
    };
    a_.emplace(curve(&Section::a));
    b_.emplace(curve(&Section::b));
    y_.emplace(curve(&Section::y));
  }

  // First-order distance: the level function over its slope.
  double operator()(const Point3& p) const {
    const double value = level(p), h = 1e-5;
    const Point3 slope{(level(p + Point3{h, 0, 0}) - value) / h, (level(p + Point3{0, h, 0}) - value) / h,
                       (level(p + Point3{0, 0, h}) - value) / h};
    const double distance = value / std::max(norm(slope), 1e-3);
    return std::max(-blend(-distance, p[2] - bottom_, rounding_), p[2] - top_);
  }

 private:
  // Scaled to metres across the thinner half-axis.
  double level(const Point3& p) const {
    constexpr double n = 2.25;
    const double a = (*a_)(p[2]), b = (*b_)(p[2]);
    const double x = std::abs(p[0]) / a, y = std::abs(p[1] - (*y_)(p[2])) / b;
    return std::min(a, b) * (std::pow(std::pow(x, n) + std::pow(y, n), 1 / n) - 1);
  }

  double bottom_, top_, rounding_;
  std::optional<Profile> a_, b_, y_;
};

Limb left_arm(const MannequinOptions& o) {
  const double s = o.height / 1.7, radius = 0.048 * s, angle = (o.arms == MannequinOptions::Arms::down ? 20 : 50) * pi / 180;
  const Point3 joint{0.5 * o.shoulders - radius, 0.01 * s, 0.776 * o.height};
  const Point3 upper{std::sin(angle), 0, -std::cos(angle)}, lower{std::sin(angle - 0.06), -0.14, -std::cos(angle - 0.06)};
  const Point3 elbow = joint + 0.17 * o.height * upper;
  const auto below_elbow = [&](double length) { return elbow + length * o.height * lower; };
  return Limb({{joint, radius},
               {joint + 0.09 * o.height * upper, 0.045 * s},
               {elbow, 0.037 * s},
               {below_elbow(0.045), 0.038 * s},
               {below_elbow(0.14), 0.026 * s},
               {below_elbow(0.185), 0.032 * s},
               {below_elbow(0.235), 0.019 * s}});
}

Limb left_leg(const MannequinOptions& o) {
  const double s = o.height / 1.7, thick = o.hips / 0.96;
  const auto at = [&](double x, double y, double level) { return Point3{x, y * s, level * o.height}; };
  return Limb({{at(0.095 * thick, 0.01, 0.5), 0.084 * thick},
               {at(0.106 * thick, 0.006, 0.4), 0.073 * thick},
               {at(0.105 * s, 0, 0.29), 0.054 * s},
               {at(0.105 * s, 0.014, 0.21), 0.055 * s},
               {at(0.102 * s, 0.014, 0.11), 0.039 * s},
               {at(0.101 * s, 0.014, 0.045), 0.035 * s}});
}

Limb left_foot(const MannequinOptions& o) {
  const double s = o.height / 1.7;
  return Limb({{s * Point3{0.101, 0.03, 0.036}, 0.036 * s},
               {s * Point3{0.105, -0.04, 0.04}, 0.038 * s},
               {s * Point3{0.113, -0.11, 0.03}, 0.032 * s},
               {s * Point3{0.117, -0.16, 0.022}, 0.022 * s}});
}

// Skull and jaw, as broad as they are deep; the head on the body is narrower.
constexpr double head_narrowing = 0.82;
Limb broad_head(const MannequinOptions& o) {
  const double s = o.height / 1.7, skull = 0.095 * s;
  return Limb({{{0, 0.008 * s, o.height - skull}, skull},
               {{0, -0.004 * s, 0.93 * o.height}, 0.093 * s},
               {{0, -0.018 * s, 0.91 * o.height}, 0.083 * s},
               {{0, -0.034 * s, 0.893 * o.height}, 0.064 * s}});
}

Field3 field_of(const MannequinOptions& o, const std::array<double, 3>& girths) {
  const auto torso = std::make_shared<const Torso>(o, girths[0], girths[1], girths[2]);
  const double s = o.height / 1.7;
  return [o, s, torso, head = broad_head(o), arm = left_arm(o), leg = left_leg(o), foot = left_foot(o)](const Point3& p) {
    const Point3 half{std::sqrt(p[0] * p[0] + 1e-4 * s * s), p[1], p[2]};  // one side for both, without a crease between them
    double d = blend((*torso)({std::abs(p[0]), p[1], p[2]}), head_narrowing * head({p[0] / head_narrowing, p[1], p[2]}), 0.03 * s);
    if (o.legs) d = blend(d, blend(leg(half), foot(half), 0.03 * s), 0.06 * s);
    if (o.arms != MannequinOptions::Arms::none) d = blend(d, arm(half), 0.055 * s);
    return d;
  };
}

// Around the axis of the body, to the first way out.
double girth(const Field3& field, double z) {
  constexpr int rays = 120;
  std::vector<Point3> outline;
  for (int i = 0; i < rays; ++i) {
    const Point3 direction{std::cos(2 * pi * i / rays), std::sin(2 * pi * i / rays), 0}, axis{0, 0, z};
    double low = 0, high = 0;
    while (field(axis + high * direction) < 0) {
      low = high;
      high += 0.005;
    }
    for (int bisection = 0; bisection < 30; ++bisection) {
      const double middle = 0.5 * (low + high);
      (field(axis + middle * direction) < 0 ? low : high) = middle;
    }
    outline.push_back(axis + low * direction);
  }
  double length = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) length += norm(outline[(i + 1) % outline.size()] - outline[i]);
  return length;
}

}  // namespace

std::string MannequinOptions::implausible(const char* name, double value, double least, double most) const {
  if (value >= least * height && value <= most * height) return {};
  return fmt::format("{} {} m does not go with a height of {} m; choose between {:.3g} and {:.3g} m", name, value, height, least * height,
                     most * height);
}

MannequinLevels mannequin_levels(const MannequinOptions& o) {
  return {chest_level * o.height, waist_level * o.height, hips_level * o.height};
}

Field3 mannequin_field(const MannequinOptions& o) {
  const MannequinLevels levels = mannequin_levels(o);
  const std::array<double, 3> asked{o.chest, o.waist, o.hips}, at{levels.chest, levels.waist, levels.hips};
  MannequinOptions armless = o;  // girths are those of the trunk
  armless.arms = MannequinOptions::Arms::none;
  std::array<double, 3> girths = asked;
  for (int round = 0; round < 5; ++round) {
    const Field3 field = field_of(armless, girths);
    for (std::size_t k = 0; k < 3; ++k) girths[k] *= asked[k] / girth(field, at[k]);
  }
  return field_of(o, girths);
}

SurfaceMesh mannequin(const MannequinOptions& o) {
  const double reach = 0.5 * std::max({o.chest, o.waist, o.hips}) + (o.arms == MannequinOptions::Arms::none ? 0 : 0.45 * o.height);
  const double depth = 0.15 * o.height + 0.1 * std::max({o.chest, o.waist, o.hips}), margin = 2 * o.resolution;
  SurfaceMesh mesh = level_set_mesh(mannequin_field(o), {-reach, -depth, -margin}, {reach, depth, o.height + margin}, o.resolution);
  const Report report = inspect(mesh);
  if (!report.closed() || report.non_manifold || report.inconsistent || report.components != 1)
    throw config::Error(
        fmt::format("mannequin: triangles of {} m are too large for this body ({}); lower resolution", o.resolution, report.summary()));
  double lowest = mesh.positions.front()[2];
  for (const Point3& p : mesh.positions) lowest = std::min(lowest, p[2]);
  if (!o.legs) lowest = 0;
  for (Point3& p : mesh.positions) p = p + Point3{o.position[0], o.position[1], o.position[2] - lowest};
  return mesh;
}

}  // namespace plisse::geometry

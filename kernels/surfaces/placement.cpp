// SPDX-License-Identifier: Apache-2.0
#include "kernels/surfaces/placement.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace plisse::surfaces {

namespace {

using Vec = Vec3<double>;

std::string text(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

bool three_finite(const std::vector<double>& v) { return v.size() == 3 && std::isfinite(v[0] + v[1] + v[2]); }

Vec vector(const char* name, const std::vector<double>& v) {
  if (!three_finite(v)) refuse(name, "must be three finite numbers [x, y, z]");
  return {v[0], v[1], v[2]};
}

Vec unit(const Vec& v) {
  const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  if (!(largest > 0)) return {};
  const Vec scaled{v.x / largest, v.y / largest, v.z / largest};
  return 1 / norm(scaled) * scaled;
}

// The part of a unit vector perpendicular to another.
Vec across(const Vec& v, const Vec& axis) { return v - dot(v, axis) * axis; }

std::string direction_mistake(const std::vector<double>& v) {
  if (!three_finite(v)) return "must be three finite numbers [x, y, z]";
  return norm(unit({v[0], v[1], v[2]})) > 0 ? "" : "has length zero: give it a direction";
}

// Of the first direction, beside a third that has none.
std::string mistake(const char* third_name, const std::vector<double>& third, const char* first_name, const std::vector<double>& first) {
  constexpr double parallel = 1e-6;
  if (const auto wrong = direction_mistake(first); !wrong.empty()) return wrong;
  if (!direction_mistake(third).empty()) return "";
  const Vec e3 = unit({third[0], third[1], third[2]}), e1 = unit({first[0], first[1], first[2]});
  if (norm(across(e1, e3)) < parallel) return std::string("is parallel to ") + third_name + ": turn " + first_name + " away from it";
  return "";
}

Placement<double> placed(const std::vector<double>& position, const char* third_name, const std::vector<double>& third,
                         const char* first_name, const std::vector<double>& first) {
  refuse(third_name, direction_mistake(third));
  refuse(first_name, mistake(third_name, third, first_name, first));
  const Vec e3 = unit(vector(third_name, third)), e1 = unit(across(unit(vector(first_name, first)), e3));
  return {vector("position", position), e1, cross(e3, e1), e3};
}

}  // namespace

std::string PlaneFrameOptions::normal_mistake() const { return direction_mistake(normal); }
std::string PlaneFrameOptions::along_mistake() const { return mistake("normal", normal, "along", along); }
Placement<double> PlaneFrameOptions::placement() const { return placed(position, "normal", normal, "along", along); }
std::string AxisFrameOptions::axis_mistake() const { return direction_mistake(axis); }
std::string AxisFrameOptions::zero_mistake() const { return mistake("axis", axis, "zero", zero); }
Placement<double> AxisFrameOptions::placement() const { return placed(position, "axis", axis, "zero", zero); }

void refuse(const char* name, const std::string& mistake) {
  if (!mistake.empty()) throw std::invalid_argument(std::string(name) + " " + mistake);
}

std::string positive_mistake(double value) {
  return value > 0 && std::isfinite(value) ? "" : "is " + text(value) + ", but must be above 0";
}

std::string positive_mistake(const std::vector<double>& values) {
  if (values.empty() || values.size() > 2)
    return "has " + std::to_string(values.size()) + " numbers, but needs one, for both directions, or two";
  for (const double value : values)
    if (const auto wrong = positive_mistake(value); !wrong.empty()) return wrong;
  return "";
}

std::string angles_mistake(const std::vector<double>& angles, double low, double high, double span) {
  if (angles.size() != 2) return "has " + std::to_string(angles.size()) + " numbers, but needs two: [first, last]";
  const double from = angles[0], to = angles[1];
  const std::string given = "is [" + text(from) + ", " + text(to) + "] degrees, but ";
  if (!(from >= low && to <= high)) return given + "must lie between " + text(low) + " and " + text(high);
  if (!(from < to)) return given + "must increase: give the smaller angle first";
  if (to - from > span) return given + "must span at most " + text(span) + " degrees";
  return "";
}

}  // namespace plisse::surfaces

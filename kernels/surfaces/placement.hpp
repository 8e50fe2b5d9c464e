// SPDX-License-Identifier: Apache-2.0
// Where a surface lies: an origin and a right-handed orthonormal basis, and the options that give them.
#pragma once

#include <string>
#include <vector>

#include "kernels/core/vec.hpp"

namespace plisse::surfaces {

template <class S>
struct Placement {
  Vec3<S> origin, e1, e2, e3;

  KOKKOS_FUNCTION Vec3<S> direction(S a, S b, S c) const { return a * e1 + b * e2 + c * e3; }
  KOKKOS_FUNCTION Vec3<S> place(S a, S b, S c) const { return origin + direction(a, b, c); }
  // Components of a direction, and of a place, in the basis.
  KOKKOS_FUNCTION Vec3<S> components(const Vec3<S>& d) const { return {dot(d, e1), dot(d, e2), dot(d, e3)}; }
  KOKKOS_FUNCTION Vec3<S> coordinates(const Vec3<S>& x) const { return components(x - origin); }

  template <class R>
  Placement<R> cast() const {
    const auto to = [](const Vec3<S>& v) { return Vec3<R>{R(v.x), R(v.y), R(v.z)}; };
    return {to(origin), to(e1), to(e2), to(e3)};
  }
};

// Of surfaces with a middle plane.
struct PlaneFrameOptions {
  std::vector<double> position{0, 0, 0}, normal{0, 0, 1}, along{1, 0, 0};

  template <class V>
  void describe(V& v, const char* position_doc) {
    v.option("position", position).length(3, 3).unit("m").doc(position_doc);
    v.option("normal", normal).length(3, 3).doc("direction of the normal, of any length above 0");
    v.option("along", along).length(3, 3).doc("direction of u, made perpendicular to the normal; v runs along normal x along");
    v.rule("normal", [this] { return normal_mistake(); });
    v.rule("along", [this] { return along_mistake(); });
  }
  std::string normal_mistake() const;
  std::string along_mistake() const;
  // e1 along u, e2 along v, e3 the normal.  Throws std::invalid_argument.
  Placement<double> placement() const;
};

// Of surfaces around an axis.
struct AxisFrameOptions {
  std::vector<double> position{0, 0, 0}, axis{0, 1, 0}, zero{0, 0, 1};

  template <class V>
  void describe(V& v, const char* position_doc) {
    v.option("position", position).length(3, 3).unit("m").doc(position_doc);
    v.option("axis", axis).length(3, 3).doc("direction of the axis, of any length above 0");
    v.option("zero", zero)
        .length(3, 3)
        .doc("direction of angle 0, made perpendicular to the axis; angles grow from it towards axis x zero");
    v.rule("axis", [this] { return axis_mistake(); });
    v.rule("zero", [this] { return zero_mistake(); });
  }
  std::string axis_mistake() const;
  std::string zero_mistake() const;
  // e3 along the axis, angles from e1 towards e2.  Throws std::invalid_argument.
  Placement<double> placement() const;
};

// Throws std::invalid_argument("NAME MISTAKE"), unless there is no mistake.
void refuse(const char* name, const std::string& mistake);

// What is wrong with an option's value, and what it must be; empty where nothing is.
std::string positive_mistake(double value);
std::string positive_mistake(const std::vector<double>& values);  // one number or two
// Two increasing angles in [low, high] degrees, at most `span` apart.
std::string angles_mistake(const std::vector<double>& angles, double low, double high, double span);

// The first or the second of a list of one number, for both, or two.
inline double first(const std::vector<double>& values) { return values.front(); }
inline double second(const std::vector<double>& values) { return values.back(); }

}  // namespace plisse::surfaces

// SPDX-License-Identifier: Apache-2.0
// Surfaces whose normals and Weingarten maps are known, as garments of points: {type: exact_surface, shape: torus, points: 4000}.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "framework/config/registry.hpp"
#include "framework/geometry/garment.hpp"

namespace plisse::tests {

enum class ExactShape { sphere, cylinder, torus, saddle };

struct ExactSurface {
  ExactShape shape = ExactShape::sphere;
  int points = 4000;

  template <class V>
  void describe(V& v) {
    v.choice(
        "shape", shape,
        {{"sphere", ExactShape::sphere}, {"cylinder", ExactShape::cylinder}, {"torus", ExactShape::torus}, {"saddle", ExactShape::saddle}});
    v.option("points", points).at_least(1);
  }

  static constexpr double sphere_radius = 0.3, cylinder_radius = 0.2, cylinder_length = 0.8, ring = 0.3, tube = 0.16, saddle_side = 0.8,
                          saddle_bend = 0.5;

  double area() const {
    using std::numbers::pi;
    switch (shape) {
      case ExactShape::sphere:
        return 4 * pi * sphere_radius * sphere_radius;
      case ExactShape::cylinder:
        return 2 * pi * cylinder_radius * cylinder_length;
      case ExactShape::torus:
        return 4 * pi * pi * ring * tube;
      default:
        return 0;
    }
  }

  // At (s, t) of the unit square; the area is that of the square times its last member.
  geometry::ReferencePoint at(double s, double t) const {
    using std::numbers::pi;
    using namespace geometry;
    const double turn = 2 * pi * s;
    const Point3 radial{std::cos(turn), std::sin(turn), 0}, around{-std::sin(turn), std::cos(turn), 0};
    if (shape == ExactShape::sphere) {
      const double z = 2 * t - 1;
      const Point3 n = std::sqrt(1 - z * z) * radial + Point3{0, 0, z};
      return {sphere_radius * n, n, (1 / sphere_radius) * tangential({1, 0, 0, 1, 0, 1}, n), area()};
    }
    if (shape == ExactShape::cylinder)
      return {cylinder_radius * radial + Point3{0, 0, cylinder_length * (t - 0.5)}, radial,
              (1 / cylinder_radius) * symmetric_product(around, around), area()};
    if (shape == ExactShape::torus) {
      const double c = std::cos(2 * pi * t), z = std::sin(2 * pi * t);
      const Point3 n = c * radial + Point3{0, 0, z}, along = (-z) * radial + Point3{0, 0, c};
      return {ring * radial + tube * n, n,
              (1 / tube) * symmetric_product(along, along) + (c / (ring + tube * c)) * symmetric_product(around, around),
              4 * pi * pi * tube * (ring + tube * c)};
    }
    // z = b (x^2 - y^2): n = (-z_x, -z_y, 1) / w, and the gradient of n follows from its extension that does not depend on z.
    const double x = saddle_side * (s - 0.5), y = saddle_side * (t - 0.5), b = saddle_bend, zx = 2 * b * x, zy = -2 * b * y;
    const double w = std::sqrt(1 + zx * zx + zy * zy);
    const Point3 n{-zx / w, -zy / w, 1 / w};
    return {{x, y, b * (x * x - y * y)}, n, (-2 * b / w) * tangential({1, 0, 0, -1, 0, 0}, n), saddle_side * saddle_side * w};
  }

  std::vector<geometry::ReferencePoint> sample() const {
    // Fibonacci's lattice: even in the unit square.  Rows of cylinder and torus are about as far apart as their points.
    std::vector<geometry::ReferencePoint> all;
    for (int i = 0; i < points; ++i) {
      const double s = std::fmod(i / std::numbers::phi, 1.0), t = (i + 0.5) / points;
      all.push_back(at(s, shape == ExactShape::torus ? torus_parameter(t) : t));
      all.back().area = shape == ExactShape::saddle ? all.back().area / points : area() / points;
    }
    return all;
  }

 private:
  // The angle on the tube, over 2 pi, below which lies the share t of the area.
  static double torus_parameter(double t) {
    using std::numbers::pi;
    double angle = 2 * pi * t;
    for (int i = 0; i < 30; ++i) angle -= (angle + tube / ring * std::sin(angle) - 2 * pi * t) / (1 + tube / ring * std::cos(angle));
    return angle / (2 * pi);
  }
};

inline const bool exact_surface_registered = config::register_component<ExactSurface>(
    "garments", "exact_surface", "for tests: points of a surface with known curvature", geometry::GarmentFactory([](const void* options) {
      geometry::Garment garment;
      garment.points = static_cast<const ExactSurface*>(options)->sample();
      return garment;
    }));

}  // namespace plisse::tests

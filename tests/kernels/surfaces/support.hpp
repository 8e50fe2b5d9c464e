// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "kernels/surfaces/cone.hpp"
#include "kernels/surfaces/cylinder.hpp"
#include "kernels/surfaces/hyperbolic_paraboloid.hpp"
#include "kernels/surfaces/plane.hpp"
#include "kernels/surfaces/sphere.hpp"

namespace plisse::test {

// A surface with a name and its area: from a textbook, those of the saddles from a fine quadrature.
template <class T>
struct Example {
  std::string name;
  std::shared_ptr<surfaces::Surface<T>> surface;
  double area;
};

inline surfaces::AxisFrameOptions tilted_axis() { return {{0.3, -2, 1}, {1, 2, -0.5}, {0.2, 1, 1}}; }
inline surfaces::PlaneFrameOptions tilted_plane() { return {{1, 2, 3}, {0.5, -1, 2}, {1, 1, 0}}; }

// Whole surfaces and parts of them, straight and tilted.
template <class T>
std::vector<Example<T>> examples() {
  using namespace surfaces;
  const double pi = std::acos(-1.0);
  return {
      {"plate", std::make_shared<Plane<T>>(PlaneOptions{{100, 100}, {}}), 1e4},
      {"tilted strip", std::make_shared<Plane<T>>(PlaneOptions{{10, 0.5}, tilted_plane()}), 5},
      {"Scordelis-Lo roof", std::make_shared<Cylinder<T>>(CylinderOptions{25, 50, {-40, 40}, {}}), 25 * 50 * 80 * pi / 180},
      {"pinched cylinder", std::make_shared<Cylinder<T>>(CylinderOptions{300, 600, {0, 360}, {}}), 2 * pi * 300 * 600},
      {"its octant", std::make_shared<Cylinder<T>>(CylinderOptions{300, 300, {0, 90}, {}}), pi * 300 * 300 / 2},
      {"tilted gutter", std::make_shared<Cylinder<T>>(CylinderOptions{0.2, 3, {170, 320}, tilted_axis()}), 0.2 * 3 * 150 * pi / 180},
      {"frustum", std::make_shared<Cone<T>>(ConeOptions{{0.5, 0.25}, {0, 360}, 0.6, tilted_axis()}), pi * 0.75 * 0.65},
      {"flaring part", std::make_shared<Cone<T>>(ConeOptions{{1, 4}, {-100, 30}, 4, {}}), 130.0 / 360 * pi * 5 * 5},
      {"cone with an apex", std::make_shared<Cone<T>>(ConeOptions{{3, 0}, {0, 360}, 4, {}}), pi * 3 * 5},
      {"disk", std::make_shared<Cone<T>>(ConeOptions{{2, 0}, {0, 360}, 0, tilted_axis()}), pi * 4},
      {"ring", std::make_shared<Cone<T>>(ConeOptions{{1, 2}, {0, 180}, 0, {}}), 1.5 * pi},
      {"sphere", std::make_shared<Sphere<T>>(SphereOptions{0.5, {-90, 90}, {0, 360}, {}}), pi},
      {"hemisphere with a hole", std::make_shared<Sphere<T>>(SphereOptions{10, {0, 72}, {0, 90}, {}}), 50 * pi * std::sin(0.4 * pi)},
      {"tilted cap", std::make_shared<Sphere<T>>(SphereOptions{2, {60, 90}, {-180, 180}, tilted_axis()}), 8 * pi * (1 - std::sqrt(0.75))},
      {"saddle", std::make_shared<HyperbolicParaboloid<T>>(HyperbolicParaboloidOptions{{1, 1}, 0.25, {}}), 1.2807892752734045},
      {"steep tilted saddle", std::make_shared<HyperbolicParaboloid<T>>(HyperbolicParaboloidOptions{{2, 0.7}, -0.8, tilted_plane()}),
       3.8743806323151633},
  };
}

}  // namespace plisse::test

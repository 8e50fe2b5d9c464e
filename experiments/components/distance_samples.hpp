// SPDX-License-Identifier: Apache-2.0
// Where a distance field is fitted, and to what: points around a garment in Gaussian bands and all over a box, with the distance and its
// gradient there.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/components/distance_scaling.hpp"
#include "experiments/components/garment_distance.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::experiments {

// The cube that is the unit cube of the field: lengths in it are those in space over its size.
struct DistanceBox {
  geometry::Point3 origin{};
  double size = 1;  // [m]

  // Around a box, `margin` times its largest extent wider on each side.
  DistanceBox(const geometry::Point3& lower, const geometry::Point3& upper, double margin);
  DistanceBox() = default;
  geometry::Point3 inside(const geometry::Point3& x) const;
  geometry::Point3 outside(const geometry::Point3& y) const;
};

struct DistanceSamplesOptions {
  int points = 30000;
  int batch = 4096;
  std::vector<double> bands{0.01, 0.03};
  double uniform_share = 0.05;

  template <class V>
  void describe(V& v) {
    v.option("points", points).range(1, 100000000).doc("points at which distance and gradient are known; ritz takes all of them");
    v.option("batch", batch).range(0, 100000000).doc("points of a step, drawn anew from these; 0: all of them, the same ones every step");
    v.option("bands", bands)
        .above(0)
        .length(1, 64)
        .doc("standard deviations of the distance to the surface, each for an equal share of the points; 1: size of the box");
    v.option("uniform_share", uniform_share).range(0, 1).doc("share of the points that lie anywhere in the box");
  }
};

// In the unit cube.
struct DistanceSample {
  geometry::Point3 position, direction, tangent;  // direction: gradient of the distance; tangent: random, across it; both unit
  double distance;
  bool beyond;  // its closest point lies on a rim
};

std::vector<DistanceSample> distance_samples(const GarmentDistance& garment, const DistanceBox& box, const DistanceSamplesOptions& options,
                                             std::uint64_t seed);

}  // namespace plisse::experiments

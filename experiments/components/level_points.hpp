// SPDX-License-Identifier: Apache-2.0
// A garment of points from the zero level of a distance field: random points of the box descend to the level, and of those that arrive an
// evenly spaced set is taken (every point at least a distance r from all others, with the largest r that leaves enough of them), so that
// the many that end on open rims count once.  Areas come from the local density, normals point to one side.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/components/distance_level.hpp"
#include "framework/geometry/reference.hpp"

namespace plisse::experiments {

struct LevelPointsOptions {
  int points = 20000;
  std::uint64_t seed = 0;
  double offset = 0.01;

  template <class V>
  void describe(V& v) {
    v.option("points", points).range(100, 10000000).doc("points on the zero level, about");
    v.option("seed", seed).doc("drives the choice of the points");
    v.option("offset", offset)
        .above(0)
        .below(0.5)
        .doc("distance on either side at which normals and curvature are taken; 1: size of the box");
  }
};

struct LevelPoints {
  std::vector<geometry::ReferencePoint> points;  // [m]
  std::vector<std::string> notes;
};

// Throws config::Error where nothing of the box descends to a level.
LevelPoints level_points(const DistanceLevel& level, const LevelPointsOptions& options);

// Of points in random order, about `count` (at most 10 % more or less, where there are enough) that are evenly spaced.
std::vector<std::size_t> evenly_spaced(const std::vector<geometry::Point3>& points, std::size_t count);

}  // namespace plisse::experiments

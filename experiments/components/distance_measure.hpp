// SPDX-License-Identifier: Apache-2.0
// How well a fitted distance field knows a garment: distances, normals and curvature of its zero level, and what of the garment it covers.
#pragma once

#include "experiments/components/distance_level.hpp"
#include "experiments/components/garment_distance.hpp"
#include "framework/run/experiment.hpp"

#include <cstdint>
#include <vector>

namespace plisse::experiments {

struct DistanceMeasure {
  std::vector<double> bands;  // of the points near the surface, as in DistanceSamplesOptions
  int sites;
  double offset;  // as in DistanceLevel::shapes
  double rim;     // normals and curvature are compared farther from rims; 1: size of the box
  std::uint64_t seed;
};

// The same metrics of every field; those that nothing tells, such as the normals of a field that nothing descends to, are NaN.
std::vector<run::Metric> distance_metrics(const DistanceLevel& level, const GarmentDistance& garment, const DistanceMeasure& measure);

// The garment's vertices or points where they descend to on the level, with its triangles and the fields distance (to where they were) and
// mean_curvature; those that do not arrive stay.
geometry::SurfaceMesh level_surface(const DistanceLevel& level, const geometry::Garment& garment, double offset);

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/cloud_garment.hpp"

#include <fmt/format.h>

#include <utility>

#include "framework/geometry/garment_size.hpp"

namespace plisse::geometry {
namespace {

constexpr double least_triangles = 4;  // in a neighbourhood

}  // namespace

std::string sampling_note(const SurfaceSamples& samples, int neighbours) {
  const double points = double(samples.positions.size()), triangles = double(samples.triangles);
  if (neighbours * triangles >= least_triangles * points) return {};
  return fmt::format(
      "{} points on {} triangles: a neighbourhood of {} sees {:.2g} of them, so curvature shows at their edges only; take {} points or "
      "fewer, or a "
      "finer mesh",
      points, triangles, neighbours, neighbours * triangles / points, int(neighbours * triangles / least_triangles));
}

Garment garment_of(Cloud cloud, const std::vector<double>& position) {
  Garment garment;
  garment.notes = std::move(cloud.notes);
  garment.points = std::move(cloud.points);
  garment.piece = std::move(cloud.component);
  if (cloud.components > 1)
    garment.notes.push_back(fmt::format("{} pieces that no neighbourhood joins: each needs a hold of its own", cloud.components));
  std::vector<Point3> places;
  for (ReferencePoint& point : garment.points) {
    point.position = point.position + Point3{position[0], position[1], position[2]};
    places.push_back(point.position);
  }
  garment.notes.push_back(size_note(places));
  return garment;
}

}  // namespace plisse::geometry

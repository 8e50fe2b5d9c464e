// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/distance_measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "framework/report/percentile.hpp"

namespace plisse::experiments {

using namespace geometry;

namespace {

double rmse(const DistanceLevel& level, const std::vector<DistanceSample>& samples) {
  std::vector<Point3> points;
  for (const auto& s : samples) points.push_back(s.position);
  const auto distances = level.distances(points);
  double sum = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) sum += (distances[i] - samples[i].distance) * (distances[i] - samples[i].distance);
  return level.box().size * std::sqrt(sum / double(samples.size()));
}

// A site of the garment that has arrived on the level, away from rims, with the errors there.
struct ShapeErrors {
  std::vector<double> angles, curvatures;  // [deg], [1/m]
  double mean_square = 0;                  // of the garment's H [1/m^2]
};

ShapeErrors shape_errors(const DistanceLevel& level, const std::vector<GarmentDistance::Site>& sites,
                         const std::vector<DistanceLevel::Foot>& feet, const DistanceMeasure& measure) {
  std::vector<GarmentDistance::Site> known;
  std::vector<DistanceLevel::Foot> found;
  for (std::size_t i = 0; i < sites.size(); ++i)
    if (feet[i].found && sites[i].to_rim > measure.rim * level.box().size) {
      known.push_back(sites[i]);
      found.push_back(feet[i]);
    }
  const auto shapes = level.shapes(found, measure.offset);
  ShapeErrors errors;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const double along = dot(shapes[i].normal, known[i].normal), side = along < 0 ? -1 : 1;
    errors.angles.push_back(180 / std::numbers::pi * std::acos(std::min(1.0, std::abs(along))));
    const double truth = norm(known[i].weingarten);
    errors.curvatures.push_back(norm((side / level.box().size) * shapes[i].weingarten - known[i].weingarten));
    errors.mean_square += truth * truth / double(known.size());
  }
  return errors;
}

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  return report::percentile(values, share);
}

}  // namespace

std::vector<run::Metric> distance_metrics(const DistanceLevel& level, const GarmentDistance& garment, const DistanceMeasure& measure) {
  const auto near = distance_samples(garment, level.box(), {measure.sites, 0, measure.bands, 0}, measure.seed);
  const auto everywhere = distance_samples(garment, level.box(), {measure.sites, 0, measure.bands, 1}, measure.seed);
  const auto sites = garment.sites(measure.sites, measure.seed);
  std::vector<Point3> places;
  for (const auto& site : sites) places.push_back(level.box().inside(site.position));
  const auto feet = level.project(places);
  std::vector<double> gaps, back, beyond;
  for (std::size_t i = 0; i < sites.size(); ++i)
    if (feet[i].found) {
      gaps.push_back(level.box().size * norm(feet[i].position - places[i]));
      back.push_back(garment.closest(level.box().outside(feet[i].position)).distance);
    }
  std::vector<Point3> starts;
  for (const auto& sample : near) starts.push_back(sample.position);
  for (const auto& foot : level.project(starts))
    if (foot.found) beyond.push_back(garment.closest(level.box().outside(foot.position)).distance);
  const auto errors = shape_errors(level, sites, feet, measure);
  const double size = std::sqrt(errors.mean_square);
  std::vector<double> relative;
  if (size > 0)
    for (const double e : errors.curvatures) relative.push_back(e / size);
  const std::int64_t n = measure.sites;
  std::vector<run::Metric> metrics{
      {"rmse_near", rmse(level, near), "m", "lower", n,
       "root of the mean squared error of the distance at new points of the bands near the surface"},
      {"rmse", rmse(level, everywhere), "m", "lower", n, "root of the mean squared error of the distance at random points of the box"},
      {"coverage", double(gaps.size()) / double(n), "", "higher", n,
       "share of random places of the garment that descend to the zero level near them"}};
  const auto add = [&](const std::string& name, const std::vector<double>& values, double share, const std::string& unit,
                       const std::string& what) {
    metrics.push_back({name, percentile(values, share), unit, "lower", std::int64_t(values.size()), what});
  };
  add("to_level", gaps, 0.95, "m", "95th percentile of the distance from places of the garment to where they descend to");
  add("from_level", back, 0.95, "m", "95th percentile of the distance from there to the garment");
  add("excess", beyond, 0.99, "m", "99th percentile of the distance to the garment from where points of the bands descend to");
  add("normal_error_median", errors.angles, 0.5, "deg", "median angle between the level's normal and the garment's, away from rims");
  add("normal_error_p95", errors.angles, 0.95, "deg", "95th percentile of that angle");
  add("curvature_error_median", relative, 0.5, "",
      "median Frobenius norm of the error of the Weingarten map, over the root mean square of the garment's, away from rims");
  add("curvature_error_p95", relative, 0.95, "", "95th percentile of that error");
  return metrics;
}

SurfaceMesh level_surface(const DistanceLevel& level, const Garment& garment, double offset) {
  SurfaceMesh mesh;
  mesh.triangles = garment.mesh.triangles;
  mesh.positions = garment.mesh.positions;
  if (!garment.points.empty()) {
    mesh.triangles.clear();
    mesh.positions.clear();
    for (const auto& p : garment.points) mesh.positions.push_back(p.position);
  }
  std::vector<Point3> places;
  for (const auto& x : mesh.positions) places.push_back(level.box().inside(x));
  std::vector<DistanceLevel::Foot> found;
  std::vector<std::size_t> vertices;
  const auto feet = level.project(places);
  for (std::size_t i = 0; i < feet.size(); ++i)
    if (feet[i].found) {
      found.push_back(feet[i]);
      vertices.push_back(i);
    }
  const auto shapes = level.shapes(found, offset);
  std::vector<double> distance(feet.size(), 0), curvature(feet.size(), 0);
  for (std::size_t k = 0; k < found.size(); ++k) {
    const auto v = vertices[k];
    const Point3 x = level.box().outside(found[k].position);
    const auto& h = shapes[k].weingarten;
    distance[v] = norm(x - mesh.positions[v]);
    curvature[v] = 0.5 * std::abs(h[0] + h[3] + h[5]) / level.box().size;
    mesh.positions[v] = x;
  }
  mesh.fields["distance"] = {1, "m", std::move(distance)};
  mesh.fields["mean_curvature"] = {1, "1/m", std::move(curvature)};
  return mesh;
}

}  // namespace plisse::experiments

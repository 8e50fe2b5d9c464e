// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/distance_samples.hpp"

#include "kernels/core/random.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace plisse::experiments {

using namespace geometry;

namespace {

// Random numbers of a sample: uniform in [0, 1), then normal.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : offsets_(seed, random::Stream::uniform_points, 0), turns_(seed, random::Stream::rotation, 0) {}

  Point3 uniform(std::uint64_t i) const {
    double u[4];
    offsets_.uniform4(i, u);
    return {u[0], u[1], u[2]};
  }
  Point3 normal(std::uint64_t i) const { return normal_of(offsets_, i); }
  Point3 other_normal(std::uint64_t i) const { return normal_of(turns_, i); }

 private:
  // Box and Muller's transform.
  static Point3 normal_of(const random::Generator& generator, std::uint64_t i) {
    double u[4];
    generator.uniform4(i, u);
    const double r0 = std::sqrt(-2 * std::log(1 - u[0])), r1 = std::sqrt(-2 * std::log(1 - u[2])), turn = 2 * std::numbers::pi;
    return {r0 * std::cos(turn * u[1]), r0 * std::sin(turn * u[1]), r1 * std::cos(turn * u[3])};
  }
  random::Generator offsets_, turns_;
};

Point3 unit_or(const Point3& a, const Point3& otherwise) { return norm(a) > 0 ? (1 / norm(a)) * a : otherwise; }

// A unit vector across n, turned by the random vector r.
Point3 across(const Point3& n, const Point3& r) {
  const Point3 axis = std::abs(n[0]) < 0.6 ? Point3{1, 0, 0} : Point3{0, 1, 0};
  return unit_or(r - dot(r, n) * n, unit_or(cross(n, axis), axis));
}

}  // namespace

DistanceBox::DistanceBox(const Point3& lower, const Point3& upper, double margin) {
  const Point3 extent = upper - lower;
  size = (1 + 2 * margin) * std::max({extent[0], extent[1], extent[2]});
  origin = 0.5 * (lower + upper) - 0.5 * size * Point3{1, 1, 1};
}

Point3 DistanceBox::inside(const Point3& x) const { return (1 / size) * (x - origin); }
Point3 DistanceBox::outside(const Point3& y) const { return origin + size * y; }

std::vector<DistanceSample> distance_samples(const GarmentDistance& garment, const DistanceBox& box, const DistanceSamplesOptions& options,
                                             std::uint64_t seed) {
  const int uniform = int(std::lround(options.uniform_share * options.points)), near = options.points - uniform;
  const auto sites = garment.sites(near, seed);
  const Draws draws(seed);
  std::vector<DistanceSample> samples;
  for (int i = 0; i < options.points; ++i) {
    const auto index = std::uint64_t(i);
    const double band = options.bands[std::size_t(i) % options.bands.size()];
    const Point3 y = i < near ? box.inside(sites[std::size_t(i)].position) + band * draws.normal(index) : draws.uniform(index);
    const auto closest = garment.closest(box.outside(y));
    samples.push_back({y, closest.direction, across(closest.direction, draws.other_normal(index)), closest.distance / box.size, closest.beyond});
  }
  return samples;
}

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/level_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "framework/config/error.hpp"
#include "framework/geometry/cloud_areas.hpp"
#include "framework/geometry/cloud_orientation.hpp"
#include "framework/geometry/neighbours.hpp"
#include "framework/geometry/union_find.hpp"
#include "kernels/core/random.hpp"

namespace plisse::experiments {

using namespace geometry;

namespace {

constexpr double capture = 0.05;       // distance from which random points of the box descend
constexpr std::size_t candidates = 4;  // for each point that is wanted
constexpr std::size_t round_points = 32768;
constexpr int most_rounds = 400, patience = 10;  // rounds; of them without a single candidate at the beginning
constexpr int neighbours = 24;

// Sets of points at least `radius` apart, in cells of that size.
class Spaced {
 public:
  Spaced(const std::vector<Point3>& points, double radius) : points_(points), radius_(radius) {}

  bool add(std::size_t i) {
    const Point3& x = points_[i];
    const auto cell = cell_of(x);
    for (int a = -1; a <= 1; ++a)
      for (int b = -1; b <= 1; ++b)
        for (int c = -1; c <= 1; ++c)
          if (const auto it = cells_.find(key(cell[0] + a, cell[1] + b, cell[2] + c)); it != cells_.end())
            for (const auto j : it->second)
              if (norm(points_[j] - x) < radius_) return false;
    cells_[key(cell[0], cell[1], cell[2])].push_back(i);
    return true;
  }

 private:
  std::array<std::int64_t, 3> cell_of(const Point3& x) const {
    return {std::int64_t(std::floor(x[0] / radius_)), std::int64_t(std::floor(x[1] / radius_)), std::int64_t(std::floor(x[2] / radius_))};
  }
  static std::uint64_t key(std::int64_t a, std::int64_t b, std::int64_t c) {
    constexpr std::int64_t half = 1 << 20;
    return std::uint64_t(a + half) << 42 ^ std::uint64_t(b + half) << 21 ^ std::uint64_t(c + half);
  }
  const std::vector<Point3>& points_;
  double radius_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> cells_;
};

std::vector<std::size_t> spaced(const std::vector<Point3>& points, double radius) {
  Spaced set(points, radius);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (set.add(i)) chosen.push_back(i);
  return chosen;
}

// Random points of the box that lie near the level.
std::vector<Point3> near_points(const DistanceLevel& level, std::uint64_t seed, int round) {
  const random::Generator generator(seed, random::Stream::evaluation, std::uint64_t(round));
  std::vector<Point3> all;
  for (std::size_t i = 0; i < round_points; ++i) {
    double u[4];
    generator.uniform4(i, u);
    all.push_back({u[0], u[1], u[2]});
  }
  const auto distances = level.distances(all);
  std::vector<Point3> near;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (distances[i] < capture) near.push_back(all[i]);
  return near;
}

struct Captured {
  std::vector<DistanceLevel::Foot> feet;
  std::size_t lost = 0;
};

Captured capture_points(const DistanceLevel& level, const LevelPointsOptions& options) {
  Captured captured;
  const auto enough = candidates * std::size_t(options.points);
  for (int round = 0; round < most_rounds && captured.feet.size() < enough; ++round) {
    if (round == patience && captured.feet.empty()) break;
    for (const auto& foot : level.project(near_points(level, options.seed, round))) {
      if (foot.found) captured.feet.push_back(foot);
      else ++captured.lost;
    }
  }
  return captured;
}

// The places that are not on specks of the level apart from the rest, which are errors of the fit: those on pieces of at least a share of
// all.  A piece is what steps of a few spacings join.
std::vector<std::size_t> without_specks(const std::vector<Point3>& places) {
  constexpr double step = 2.5, share = 0.02;
  const Neighbours around(places, std::min(neighbours, int(places.size()) - 1));
  std::vector<double> nearest;
  for (std::size_t i = 0; i < places.size(); ++i) nearest.push_back(around.distances(i).front());
  std::nth_element(nearest.begin(), nearest.begin() + std::ptrdiff_t(nearest.size() / 2), nearest.end());
  const double reach = step * nearest[nearest.size() / 2];
  UnionFind joined(places.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t k = 0; k < around.of(i).size() && around.distances(i)[k] <= reach; ++k) joined.unite(int(i), around.of(i)[k]);
  const auto [label, count] = joined.labels();
  std::vector<std::size_t> size(std::size_t(count), 0), kept;
  for (const int l : label) ++size[std::size_t(l)];
  for (std::size_t i = 0; i < places.size(); ++i)
    if (double(size[std::size_t(label[i])]) >= share * double(places.size())) kept.push_back(i);
  return kept;
}

}  // namespace

std::vector<std::size_t> evenly_spaced(const std::vector<Point3>& points, std::size_t count) {
  constexpr double within = 0.02;
  double low = 0, high = 1;
  std::vector<std::size_t> best = spaced(points, high);
  if (best.size() >= count) return best;
  if (points.size() <= count) return spaced(points, 1e-9);
  for (int i = 0; i < 20; ++i) {
    const double middle = low > 0 ? 0.5 * (low + high) : 0.25 * high;
    auto chosen = spaced(points, middle);
    const double ratio = double(chosen.size()) / double(count);
    (ratio > 1 ? low : high) = middle;
    best = std::move(chosen);
    if (std::abs(ratio - 1) < within) break;
  }
  return best;
}

LevelPoints level_points(const DistanceLevel& level, const LevelPointsOptions& options) {
  const auto captured = capture_points(level, options);
  if (captured.feet.empty())
    throw config::Error(fmt::format(
        "the zero level of the distance field is empty: none of {} random points of its box descends to one; train it longer, or "
        "check that its garment lies where it should",
        captured.lost));
  std::vector<Point3> places;
  for (const auto& foot : captured.feet) places.push_back(foot.position);
  const auto even = evenly_spaced(places, std::size_t(options.points));
  std::vector<Point3> chosen;
  for (const auto i : even) chosen.push_back(places[i]);
  const auto kept = without_specks(chosen);
  std::vector<DistanceLevel::Foot> feet;
  for (const auto k : kept) feet.push_back(captured.feet[even[k]]);
  const auto shapes = level.shapes(feet, options.offset);

  const double size = level.box().size;
  std::vector<Point3> positions, normals;
  std::vector<Symmetric3> weingarten;
  for (std::size_t i = 0; i < feet.size(); ++i) {
    positions.push_back(level.box().outside(feet[i].position));
    normals.push_back(shapes[i].normal);
  }
  const Neighbours around(positions, neighbours);
  orient_normals(positions, around, {}, normals);
  for (std::size_t i = 0; i < feet.size(); ++i)
    weingarten.push_back((dot(normals[i], shapes[i].normal) < 0 ? -1 / size : 1 / size) * shapes[i].weingarten);
  const auto areas = cloud_areas(positions, around, normals, weingarten);
  LevelPoints result;
  for (std::size_t i = 0; i < feet.size(); ++i) result.points.push_back({positions[i], normals[i], weingarten[i], areas[i]});
  result.notes.push_back(
      fmt::format("{} points on the zero level of a distance field, from {} that descended to it; {} ended elsewhere and were dropped",
                  result.points.size(), captured.feet.size(), captured.lost));
  if (const auto specks = even.size() - kept.size(); specks > 0)
    result.notes.push_back(
        fmt::format("{} points on specks of the level apart from the garment were dropped: they are errors of the fit", specks));
  return result;
}

}  // namespace plisse::experiments

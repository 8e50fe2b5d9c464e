// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/surface_probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace plisse::experiments {

namespace {

constexpr int cells = 48;              // of the grid, per axis
constexpr double square_reach = 0.71;  // of the spacing: half the diagonal of the square that a point without neighbours stands for

struct Place {
  double u, v, distance;
};

class Finder {
 public:
  Finder(const RegionData& region, const surfaces::SurfaceMap& surface) : region_(region), surface_(surface) {}

  Place at(double u, double v) const {
    u = std::clamp(u, 0.0, 1.0);
    v = std::clamp(v, 0.0, 1.0);
    const auto x = surface_.at(u, v).x;
    return {u, v, region_.distance({x.x, x.y, x.z})};
  }

  // Compass search: the distance to a region is continuous, not smooth.
  Place nearest(Place best, double target) const {
    static constexpr std::array<std::array<double, 2>, 8> directions{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};
    for (double step = 1.0 / cells; step > 1e-12 && best.distance > target;) {
      Place next = best;
      for (const auto& d : directions) {
        const auto there = at(best.u + step * d[0], best.v + step * d[1]);
        if (there.distance < next.distance) next = there;
      }
      if (next.distance < best.distance) best = next;
      else step /= 2;
    }
    return best;
  }

  // Where the line in the chart from a place off the region to one on it, both up to a tolerance, reaches the region.
  Place border(Place off, Place on, double tolerance) const {
    for (int halvings = 0; halvings < 40 && off.distance > tolerance; ++halvings) {
      const auto middle = at((off.u + on.u) / 2, (off.v + on.v) / 2);
      (middle.distance > tolerance ? off : on) = middle;
    }
    return on;
  }

 private:
  const RegionData& region_;
  const surfaces::SurfaceMap& surface_;
};

std::size_t index(int i, int j) { return std::size_t(i) * (cells + 1) + std::size_t(j); }

std::vector<Place> places_of_a_grid(const Finder& finder) {
  std::vector<Place> grid;
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j) grid.push_back(finder.at(double(i) / cells, double(j) / cells));
  return grid;
}

RegionContact contact_of_chart(const RegionData& region, const surfaces::SurfaceMap& surface) {
  const Finder finder(region, surface);
  const double tolerance = on_surface * size_of(surface);
  const double spacing = std::max(surface.length_u(), surface.length_v()) / cells;
  RegionContact result;
  const auto add = [&](const Place& off, const Place& on) {
    const auto place = finder.border(off, on, tolerance);
    result.points.push_back(surface.at(place.u, place.v));
  };
  const auto approach = [&](const Place& start) {
    const auto found = finder.nearest(start, tolerance);
    if (found.distance <= tolerance) add(start, found);
  };

  for (const auto& corner : region.corners) {
    const auto located = surface.locate(corner);
    approach(finder.at(located.u, located.v));
  }
  const std::vector<Place> grid = places_of_a_grid(finder);
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j) {
      const auto& here = grid[index(i, j)];
      result.reach = std::max(result.reach, here.distance);
      if (here.distance > tolerance && here.distance <= 2 * spacing) approach(here);
      if (here.distance > tolerance) continue;
      for (const auto& [k, l] : {std::pair(i - 1, j), std::pair(i + 1, j), std::pair(i, j - 1), std::pair(i, j + 1)})
        if (k >= 0 && k <= cells && l >= 0 && l <= cells && grid[index(k, l)].distance > tolerance) add(grid[index(k, l)], here);
    }
  const auto closest = std::min_element(grid.begin(), grid.end(), [](const Place& a, const Place& b) { return a.distance < b.distance; });
  result.gap = result.points.empty() ? finder.nearest(*closest, 0).distance : 0;
  return result;
}

surfaces::Frame<double> between(const surfaces::Frame<double>& a, const surfaces::Frame<double>& b, double t) {
  auto frame = t < 0.5 ? a : b;
  frame.x = (1 - t) * a.x + t * b.x;
  return frame;
}

// The point nearest to the region on the straight line between two neighbours, by golden section.
surfaces::Frame<double> nearest_between(const RegionData& region, const surfaces::Frame<double>& a, const surfaces::Frame<double>& b) {
  const double golden = (std::sqrt(5.0) - 1) / 2;
  const auto distance = [&](double t) { return region.nearness(between(a, b, t).x); };
  double low = 0, high = 1;
  for (int k = 0; k < 40; ++k) {
    const double width = golden * (high - low);
    if (distance(high - width) < distance(low + width)) high = low + width;
    else low = high - width;
  }
  return between(a, b, (low + high) / 2);
}

RegionContact contact_of_points(const RegionData& region, const surfaces::Shape& surface) {
  const auto spread = surface.spread();
  const double tolerance = std::max(on_surface * size_of(surface), spread.links.empty() ? square_reach * spread.spacing : 0.0);
  RegionContact result;
  result.gap = INFINITY;
  const auto add = [&](const surfaces::Frame<double>& point, std::size_t of) {
    result.points.push_back(point);
    if (!spread.piece.empty()) result.piece.push_back(spread.piece[of]);
  };
  std::vector<double> distances;
  for (std::size_t i = 0; i < spread.points.size(); ++i) {
    const double distance = region.nearness(spread.points[i].x);
    distances.push_back(distance);
    result.gap = std::min(result.gap, distance);
    result.reach = std::max(result.reach, distance);
    if (distance <= tolerance) add(spread.points[i], i);
  }
  for (const auto& [a, b] : spread.links) {
    const auto &from = spread.points[std::size_t(a)], &to = spread.points[std::size_t(b)];
    const double at_a = distances[std::size_t(a)], at_b = distances[std::size_t(b)];
    if (std::min(at_a, at_b) <= tolerance || at_a + at_b > norm(to.x - from.x) + tolerance) continue;
    const auto found = nearest_between(region, from, to);
    const double distance = region.nearness(found.x);
    result.gap = std::min(result.gap, distance);
    if (distance <= tolerance) add(found, std::size_t(a));
  }
  for (const auto& corner : region.corners) {
    const auto found = surface.nearest(corner);
    result.gap = std::min(result.gap, found.distance);
    if (found.distance > tolerance) continue;
    result.points.push_back(found.frame);
    if (!spread.piece.empty()) result.piece.push_back(found.piece);
  }
  if (!result.points.empty()) result.gap = 0;
  return result;
}

}  // namespace

double size_of(const surfaces::Shape& surface) {
  const auto box = surface.bounds();
  const auto d = box.upper - box.lower;
  return std::max({d.x, d.y, d.z});
}

std::string off_surface(const std::string& path, const surfaces::Shape::Nearest& found) {
  const auto& x = found.frame.x;
  return fmt::format("{}: lies {:.4g} m off the surface; move it there, to [{:.8g}, {:.8g}, {:.8g}] for example, which is nearest", path,
                     found.distance, x.x, x.y, x.z);
}

RegionContact contact(const RegionData& region, const surfaces::Shape& surface) {
  const auto* chart = surface.chart();
  return chart ? contact_of_chart(region, *chart) : contact_of_points(region, surface);
}

}  // namespace plisse::experiments

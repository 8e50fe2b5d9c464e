// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/cloud_cleaning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "framework/geometry/neighbours.hpp"
#include "framework/geometry/weld.hpp"

namespace plisse::geometry {
namespace {

constexpr double merge_distance = 1e-7;  // relative to the bounding diagonal
constexpr double outlier_factor = 3;     // over the median spacing
constexpr double outlier_deviations = 6;
constexpr double robust_deviation = 1.4826;  // standard deviation of a normal distribution over its median absolute deviation
constexpr std::size_t shown = 5;

double quantile(std::vector<double> values, double share) {
  const auto at = values.begin() + std::ptrdiff_t(share * double(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }

std::vector<Point3> pick(const std::vector<Point3>& points, const Selection& selection) {
  std::vector<Point3> picked;
  for (const int i : selection) picked.push_back(points[std::size_t(i)]);
  return picked;
}

// Logarithms of the mean distances to the neighbours.
std::vector<double> log_spacings(const Neighbours& neighbours) {
  std::vector<double> spacing(neighbours.points());
  for (std::size_t i = 0; i < spacing.size(); ++i) {
    const auto distances = neighbours.distances(i);
    spacing[i] = std::log(std::accumulate(distances.begin(), distances.end(), 0.0) / double(distances.size()));
  }
  return spacing;
}

// One round: outliers hide behind others, whose distances they take for usual around them.
struct Sorted {
  Selection kept, dropped;
  double bound = 0, usual = 0;  // [m]
};

Sorted sort_out(const std::vector<Point3>& points, const Selection& among, int count) {
  const Neighbours neighbours(pick(points, among), count);
  const std::vector<double> spacing = log_spacings(neighbours);
  const double middle = median(spacing);
  std::vector<double> deviation(spacing.size());
  std::transform(spacing.begin(), spacing.end(), deviation.begin(), [&](double x) { return std::abs(x - middle); });
  const double bound = middle + std::max(std::log(outlier_factor), outlier_deviations * robust_deviation * median(deviation));
  Sorted sorted{{}, {}, std::exp(bound), std::exp(middle)};
  for (std::size_t i = 0; i < spacing.size(); ++i) {
    std::vector<double> nearby;
    for (const int j : neighbours.of(i)) nearby.push_back(spacing[std::size_t(j)]);
    const bool apart = spacing[i] > bound && spacing[i] > std::log(outlier_factor) + quantile(std::move(nearby), 0.75);
    (apart ? sorted.dropped : sorted.kept).push_back(among[i]);
  }
  return sorted;
}

}  // namespace

std::string counted_points(const std::vector<int>& points) {
  std::string text = fmt::format("{} (", points.size());
  for (std::size_t i = 0; i < std::min(shown, points.size()); ++i) text += fmt::format("{}{}", i == 0 ? "" : ", ", points[i]);
  return text + (points.size() > shown ? ", ...)" : ")");
}

Selection distinct_points(const std::vector<Point3>& points, std::vector<std::string>& notes) {
  Selection finite, broken, kept, merged;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool is_finite = std::all_of(points[i].begin(), points[i].end(), [](double x) { return std::isfinite(x); });
    (is_finite ? finite : broken).push_back(int(i));
  }
  const std::vector<Point3> places = pick(points, finite);
  const std::vector<int> first = coincident(places, merge_distance * bounding_diagonal(places));
  for (std::size_t i = 0; i < first.size(); ++i) (first[i] == int(i) ? kept : merged).push_back(finite[i]);
  if (!broken.empty()) notes.push_back("points dropped, a coordinate is not finite: " + counted_points(broken));
  if (!merged.empty()) notes.push_back("points merged with earlier ones at the same place: " + counted_points(merged));
  return kept;
}

Selection without_outliers(const std::vector<Point3>& points, const Selection& among, int count, std::vector<std::string>& notes) {
  Selection kept = among, dropped;
  double bound = 0, usual = 0;
  while (kept.size() > std::size_t(count)) {
    Sorted sorted = sort_out(points, kept, count);
    if (sorted.dropped.empty()) break;
    if (dropped.empty()) std::tie(bound, usual) = std::pair(sorted.bound, sorted.usual);
    dropped.insert(dropped.end(), sorted.dropped.begin(), sorted.dropped.end());
    kept = std::move(sorted.kept);
  }
  std::sort(dropped.begin(), dropped.end());
  if (!dropped.empty())
    notes.push_back(fmt::format("points dropped, more than {:.3g} m from their neighbours on average, where {:.3g} m is usual: {}", bound,
                                usual, counted_points(dropped)));
  return kept;
}

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
#include "framework/report/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "framework/report/parallel.hpp"
#include "framework/report/percentile.hpp"

namespace plisse::report {
namespace {

using namespace geometry;

constexpr std::int64_t block = 1024;  // points a task

Penetration summarise(std::span<const double> distances) {
  Penetration result;
  result.points = std::int64_t(distances.size());
  double sum = 0;
  for (const double d : distances) {
    if (std::isnan(d)) throw std::invalid_argument("penetration: a distance to the body is not a number");
    if (!(d < 0)) continue;
    ++result.penetrating;
    sum -= d;
    result.max = std::max(result.max, -d);
  }
  if (result.penetrating > 0) result.mean = sum / double(result.penetrating);
  return result;
}

}  // namespace

Penetration penetration(std::span<const Point3> points, const SignedDistance& distance) {
  std::vector<double> distances;
  distances.reserve(points.size());
  for (const Point3& p : points) distances.push_back(distance(p));
  return summarise(distances);
}

Penetration penetration(std::span<const Point3> points, const ClosestSurface& body) {
  const std::int64_t count = std::int64_t(points.size());
  std::vector<double> distances(points.size());
  parallel_for(int((count + block - 1) / block), 0, [&](int task) {
    for (std::int64_t i = task * block; i < std::min(count, (task + 1) * block); ++i) {
      distances[std::size_t(i)] = body.inside(points[std::size_t(i)]) ? -body.distance(points[std::size_t(i)]) : 0;
    }
  });
  return summarise(distances);
}

Correspondence correspondence(std::span<const Point3> result, std::span<const Point3> reference) {
  if (result.empty() || result.size() != reference.size())
    throw std::invalid_argument("correspondence: give two clouds of the same size, not empty");
  Point3 low = reference[0], high = reference[0];
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double error = norm(result[i] - reference[i]);
    sum += error;
    squares += error * error;
    for (std::size_t c = 0; c < 3; ++c) low[c] = std::min(low[c], reference[i][c]), high[c] = std::max(high[c], reference[i][c]);
  }
  const double count = double(result.size()), rmse = std::sqrt(squares / count);
  const double psnr = rmse == 0 ? std::numeric_limits<double>::infinity() : 20 * std::log10(norm(high - low) / rmse);
  return {rmse, sum / count, psnr, std::int64_t(result.size())};
}

CurvatureStatistics curvature_statistics(std::span<const double> inner_mean_curvature) {
  std::vector<double> magnitudes;
  for (const double h : inner_mean_curvature) {
    if (std::isfinite(h)) magnitudes.push_back(std::abs(h));
  }
  CurvatureStatistics result;
  result.points = std::int64_t(magnitudes.size());
  if (magnitudes.empty()) return result;
  std::sort(magnitudes.begin(), magnitudes.end());
  double sum = 0, squares = 0;
  for (const double h : magnitudes) sum += h, squares += h * h;
  const double count = double(magnitudes.size());
  return {sum / count, std::sqrt(squares / count), percentile(magnitudes, 0.95), magnitudes.back(), result.points};
}

}  // namespace plisse::report

// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/cloud_sheets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/config/error.hpp"
#include "framework/geometry/cloud_cleaning.hpp"

namespace plisse::geometry {
namespace {

constexpr double thick_residual = 0.12;  // of the reach: root mean square of the heights that one surface leaves over
constexpr double thin_residual = 0.01;   // of the reach: heights below are of no concern
constexpr double split_residual = 0.2;   // of those heights: what two surfaces leave over where there are two layers
constexpr double layer_share = 0.25;     // of the points in the smaller layer
constexpr double least_facing = 0.75;
constexpr double refused_share = 0.1;  // of the points
constexpr int sweeps = 6;

double root_mean_square(const std::vector<double>& values) {
  double sum = 0;
  for (const double x : values) sum += x * x;
  return std::sqrt(sum / double(values.size()));
}

// Mean heights of the points over and under the mean of all.
struct Layers {
  std::vector<char> upper;
  double above = 0, below = 0;
  double share = 0;  // of the points in the smaller one

  explicit Layers(const std::vector<double>& heights) {
    double middle = 0, count = 0;
    for (const double z : heights) middle += z / double(heights.size());
    for (const double z : heights) {
      upper.push_back(z > middle);
      (z > middle ? above : below) += z;
      count += z > middle;
    }
    above /= std::max(1.0, count);
    below /= std::max(1.0, double(heights.size()) - count);
    share = std::min(count, double(heights.size()) - count) / double(heights.size());
  }
  double height(std::size_t i) const { return upper[i] ? above : below; }
};

// Alternates between sharing the points out to two layers by their heights over the surface, and fitting the surface to both layers laid on
// each other.
bool is_split(const Neighbourhood& n, const QuadricFit& fit) {
  const double before = root_mean_square(fit.heights);
  if (before < thin_residual * n.reach) return false;
  std::vector<double> heights = fit.heights;  // over the common surface
  std::vector<Point3> laid(n.offsets.size());
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    const Layers layers(heights);
    if (layers.share < layer_share) return false;
    for (std::size_t i = 0; i < laid.size(); ++i) laid[i] = n.offsets[i] - layers.height(i) * n.normal;
    const QuadricFit common = fit_quadric(n.normal, laid, n.weights, FitOrigin::free);
    if (root_mean_square(common.heights) < split_residual * before) return true;
    for (std::size_t i = 0; i < laid.size(); ++i) heights[i] = common.heights[i] + layers.height(i);
  }
  return false;
}

}  // namespace

bool is_thick(const Neighbourhood& neighbourhood, const QuadricFit& fit) {
  return neighbourhood.facing < least_facing || fit.residual > thick_residual * neighbourhood.reach || is_split(neighbourhood, fit);
}

std::string thick_note(const std::string& name, const std::vector<int>& thick, std::size_t points, int neighbours) {
  if (thick.empty()) return {};
  const std::string text = fmt::format(
      "points, out of {}, whose {} nearest neighbours are no thin disk, but two layers, a sharp fold or normals that disagree: {}", points,
      neighbours, counted_points(thick));
  if (double(thick.size()) <= refused_share * double(points)) return text;
  throw config::Error(fmt::format(
      "{}: {}\n  lower 'neighbours', give a denser or cleaner cloud, or keep layers farther apart than their points", name, text));
}

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/point_cloud.hpp"

#include <fmt/format.h>

// GCC 12 takes its own AVX-512 intrinsics for uses of uninitialised values.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

#include "framework/config/error.hpp"
#include "framework/geometry/cloud_areas.hpp"
#include "framework/geometry/cloud_cleaning.hpp"
#include "framework/geometry/cloud_orientation.hpp"
#include "framework/geometry/cloud_sheets.hpp"
#include "framework/geometry/neighbours.hpp"
#include "framework/geometry/quadric_fit.hpp"

namespace plisse::geometry {
namespace {

constexpr double fit_width = 0.7;    // of the Gaussian weights, relative to the farthest neighbour's distance
constexpr double least_upright = 0.5;  // cosine between a given normal and that of the plane through the neighbours
constexpr double lying_share = 0.1;    // of the points: more are refused
constexpr int least_for_areas = 24;  // neighbours that make whole cells

std::vector<Point3> pick(const std::vector<Point3>& of, const Selection& selection) {
  std::vector<Point3> picked;
  if (!of.empty())
    for (const int i : selection) picked.push_back(of[std::size_t(i)]);
  return picked;
}

// Direction in which the point and its neighbours spread least.
Point3 least_spread(const std::vector<Point3>& points, std::size_t i, std::span<const int> around) {
  Eigen::Vector3d mean = Eigen::Vector3d::Zero();
  Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
  for (const int j : around) {
    const Point3 d = points[std::size_t(j)] - points[i];
    const Eigen::Vector3d offset(d[0], d[1], d[2]);
    mean += offset;
    second += offset * offset.transpose();
  }
  const double n = double(around.size()) + 1;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(second - mean * mean.transpose() / n);
  const Eigen::Vector3d least = axes.eigenvectors().col(0);
  return {least[0], least[1], least[2]};
}

class Builder {
 public:
  Builder(const std::string& name, const PointSet& set, const CloudOptions& options) : name_(name), options_(options) {
    if (set.positions.empty()) throw config::Error(fmt::format("{} holds no points", name));
    Selection selection = distinct_points(set.positions, cloud_.notes);
    require(selection.size());
    selection = without_outliers(set.positions, selection, options.neighbours, cloud_.notes);
    require(selection.size());
    positions_ = pick(set.positions, selection);
    given_ = pick(set.normals, selection);
    sides_ = pick(set.sides, selection);
    axes_ = set.given == GivenNormals::axes;
    cloud_.source = std::move(selection);
    neighbours_.emplace(positions_, std::max(options.neighbours, least_for_areas));
  }

  Cloud run() {
    find_normals();
    check_given_normals();
    std::vector<Symmetric3> weingarten(positions_.size());
    std::vector<Point3> corrected = normals_;
    std::vector<int> thick;
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      const QuadricFit fit = fit_around(i);
      if (is_thick({normals_[i], offsets_, weights_, reach(i), facing(i)}, fit)) thick.push_back(cloud_.source[i]);
      if (options_.curvature == CloudCurvature::quadratic && !(axes_ && is_given(i))) corrected[i] = fit.normal;
      weingarten[i] = tangential(fit.weingarten, corrected[i]);
    }
    if (std::string note = thick_note(name_, thick, positions_.size(), options_.neighbours); !note.empty())
      cloud_.notes.push_back(std::move(note));
    const std::vector<double> areas = cloud_areas(positions_, *neighbours_, corrected, weingarten);
    cloud_.area = std::accumulate(areas.begin(), areas.end(), 0.0);
    for (std::size_t i = 0; i < positions_.size(); ++i)
      cloud_.points.push_back(
          {positions_[i], corrected[i], options_.curvature == CloudCurvature::none ? Symmetric3{} : weingarten[i], areas[i]});
    cloud_.notes.push_back(fmt::format("{} points, {} component{}, area {:.6g} m2, spacing {:.3g} m", positions_.size(), cloud_.components,
                                       cloud_.components == 1 ? "" : "s", cloud_.area, std::sqrt(cloud_.area / double(positions_.size()))));
    return std::move(cloud_);
  }

 private:
  void require(std::size_t points) const {
    if (points > std::size_t(options_.neighbours)) return;
    std::string notes;
    for (const std::string& note : cloud_.notes) notes += "\n  " + note;
    throw config::Error(fmt::format("{} has {} usable points, too few for neighbourhoods of {}: give more points, or lower 'neighbours'{}",
                                    name_, points, options_.neighbours, notes));
  }

  bool is_given(std::size_t i) const { return !given_.empty() && norm(given_[i]) > 0 && std::isfinite(norm(given_[i])); }
  std::span<const int> around(std::size_t i) const { return neighbours_->of(i).first(std::size_t(options_.neighbours)); }
  double reach(std::size_t i) const { return neighbours_->distances(i)[std::size_t(options_.neighbours) - 1]; }

  // Given normals settle the side of their component; where all are given, nothing is left to settle.
  void find_normals() {
    std::size_t missing = 0;
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      missing += !is_given(i);
      normals_.push_back(is_given(i) ? (1 / norm(given_[i])) * given_[i] : least_spread(positions_, i, around(i)));
    }
    std::vector<Point3> turned = normals_;
    CloudComponents components = orient_normals(positions_, *neighbours_, given_.empty() || axes_ ? sides_ : given_, turned);
    cloud_.components = components.count;
    cloud_.component = std::move(components.label);
    if (missing > 0 || axes_) normals_ = std::move(turned);
    if (missing > 0 && !given_.empty())
      cloud_.notes.push_back(fmt::format("{} points without a normal: taken from their neighbours", missing));
  }

  // Normals that came with the points must stand on their neighbourhoods.
  void check_given_normals() {
    std::vector<int> lying;
    for (std::size_t i = 0; i < positions_.size(); ++i)
      if (is_given(i) && std::abs(dot(normals_[i], least_spread(positions_, i, around(i)))) < least_upright)
        lying.push_back(cloud_.source[i]);
    if (lying.empty()) return;
    const std::string text = fmt::format("normals, out of {}, more than 60 degrees off the planes through their neighbours: {}",
                                         positions_.size(), counted_points(lying));
    if (double(lying.size()) > lying_share * double(positions_.size()))
      throw config::Error(fmt::format("{}: {}\n  {}", name_, text,
                                      axes_ ? "are the quaternions in the order w x y z, and turned with the positions?"
                                            : "were the positions turned without their normals? write the points without normals"));
    cloud_.notes.push_back(text);
  }

  // Share of the neighbours that face the same way.
  double facing(std::size_t i) const {
    const auto near = around(i);
    return double(std::count_if(near.begin(), near.end(), [&](int j) { return dot(normals_[i], normals_[std::size_t(j)]) > 0; })) /
           double(near.size());
  }

  QuadricFit fit_around(std::size_t i) {
    const double width = fit_width * reach(i);
    offsets_.assign(1, Point3{});
    weights_.assign(1, 1);
    for (const int j : around(i)) {
      offsets_.push_back(positions_[std::size_t(j)] - positions_[i]);
      weights_.push_back(std::exp(-dot(offsets_.back(), offsets_.back()) / (width * width)));
    }
    return fit_quadric(normals_[i], offsets_, weights_, FitOrigin::free);
  }

  std::string name_;
  CloudOptions options_;
  bool axes_ = false;
  Cloud cloud_;
  std::vector<Point3> positions_, given_, sides_, normals_, offsets_;
  std::vector<double> weights_;
  std::optional<Neighbours> neighbours_;
};

}  // namespace

Cloud reference_cloud(const std::string& name, const PointSet& set, const CloudOptions& options) {
  return Builder(name, set, options).run();
}

}  // namespace plisse::geometry

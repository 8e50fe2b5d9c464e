// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/distance_level.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "experiments/components/device.hpp"

namespace plisse::experiments {

using namespace geometry;

namespace {

// All in the unit cube.
constexpr double valley = 0.02;  // distance from which on Newton's method takes over
constexpr int descents = 16, crossings = 6;
constexpr double settled = 1e-6;         // of a Newton step
constexpr double along_level = 0.003;    // |tangential gradient| / g''(0): the distance that a point beyond a rim has from it
constexpr double least_curvature = 0.5;  // second derivative across the valley over g''(0)

Eigen::Matrix3d matrix(const Symmetric3& a) {
  Eigen::Matrix3d m;
  m << a[0], a[1], a[2], a[1], a[3], a[4], a[2], a[4], a[5];
  return m;
}

Symmetric3 symmetric(const Eigen::Matrix3d& m) {
  return {m(0, 0), 0.5 * (m(0, 1) + m(1, 0)), 0.5 * (m(0, 2) + m(2, 0)), m(1, 1), 0.5 * (m(1, 2) + m(2, 1)), m(2, 2)};
}

// The largest eigenvalue and its eigenvector.
struct Steepest {
  double curvature;
  Point3 axis;

  explicit Steepest(const Symmetric3& hessian) {
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver;
    solver.computeDirect(matrix(hessian));
    curvature = solver.eigenvalues()[2];
    const Eigen::Vector3d v = solver.eigenvectors().col(2);
    axis = {v[0], v[1], v[2]};
  }
};

constexpr double directions[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

}  // namespace

DistanceLevel::DistanceLevel(const DistanceNetworkOptions& network, const std::vector<double>& parameters, const DistanceScaling& scaling,
                             const DistanceBox& box, double off_level)
    : scaling_(scaling),
      box_(box),
      off_level_(off_level),
      network_(std::make_unique<DistanceNetwork<double>>(network, capacity, channels, false, workspace_)),
      parameters_(workspace_.take<double>("plisse::distance::parameters", parameters.size())),
      input_(workspace_.take<double>("plisse::distance::level_input", 3, channels, capacity)),
      output_(workspace_.take<double>("plisse::distance::level_output", 1, channels, capacity)) {
  if (network_->layout().size() != parameters.size())
    throw std::runtime_error("the network has " + std::to_string(network_->layout().size()) + " parameters, and " +
                             std::to_string(parameters.size()) + " are stored");
  to_device(parameters, parameters_);
}

// Two directions a call: both first derivatives need two calls, all second ones three.
std::vector<DistanceLevel::Jet> DistanceLevel::evaluate(const std::vector<Point3>& points, int derivatives) const {
  struct Pass {
    int a, b;
  };
  const std::vector<Pass> passes = derivatives == 0   ? std::vector<Pass>{{0, 1}}
                                   : derivatives == 1 ? std::vector<Pass>{{0, 1}, {2, 0}}
                                                      : std::vector<Pass>{{0, 1}, {0, 2}, {1, 2}};
  constexpr int entry[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  const int count = derivatives == 0 ? 1 : derivatives == 1 ? 3 : 6;
  const auto input = Kokkos::create_mirror_view(input_);
  const auto output = Kokkos::create_mirror_view(output_);
  std::vector<Jet> jets(points.size(), Jet{});
  for (std::size_t first = 0; first < points.size(); first += capacity) {
    const int n = int(std::min(points.size() - first, std::size_t(capacity)));
    for (const auto& [a, b] : passes) {
      for (int p = 0; p < n; ++p)
        for (int i = 0; i < 3; ++i) {
          input(i, 0, p) = points[first + std::size_t(p)][std::size_t(i)];
          input(i, 1, p) = directions[a][i];
          input(i, 2, p) = directions[b][i];
        }
      Kokkos::deep_copy(exec_, input_, input);
      network_->forward(exec_, parameters_, input_, n, count, output_, false);
      Kokkos::deep_copy(exec_, output, output_);
      exec_.fence();
      for (int p = 0; p < n; ++p) {
        auto& jet = jets[first + std::size_t(p)];
        jet.value = output(0, 0, p);
        if (count > 1) {
          jet.gradient[std::size_t(a)] = output(0, 1, p);
          jet.gradient[std::size_t(b)] = output(0, 2, p);
        }
        if (count > 3) {
          jet.hessian[std::size_t(entry[a][a])] = output(0, 3, p);
          jet.hessian[std::size_t(entry[a][b])] = output(0, 4, p);
          jet.hessian[std::size_t(entry[b][b])] = output(0, 5, p);
        }
      }
    }
  }
  return jets;
}

std::vector<double> DistanceLevel::distances(const std::vector<Point3>& points) const {
  std::vector<double> distances;
  for (const auto& jet : evaluate(points, 0)) distances.push_back(scaling_.distance(jet.value));
  return distances;
}

// Each point moves by its distance against the gradient until it lies in the valley; steps that lead uphill are halved.
void DistanceLevel::descend(std::vector<Point3>& points) const {
  struct Walker {
    std::size_t point;
    Point3 direction;
    double value, step;
  };
  std::vector<Walker> walkers;
  std::vector<Point3> places = points;
  for (std::size_t i = 0; i < points.size(); ++i) walkers.push_back({i, {}, 1e300, 0});
  for (int round = 0; round < descents && !walkers.empty(); ++round) {
    const auto jets = evaluate(places, 1);
    std::vector<Walker> going;
    places.clear();
    for (std::size_t k = 0; k < walkers.size(); ++k) {
      auto walker = walkers[k];
      const double length = norm(jets[k].gradient);
      if (jets[k].value < walker.value && length > 0) {
        points[walker.point] = points[walker.point] + walker.step * walker.direction;
        const double distance = scaling_.distance(jets[k].value);
        walker = {walker.point, (-1 / length) * jets[k].gradient, jets[k].value, distance};
        if (distance < valley) continue;
      } else {
        walker.step *= 0.5;
        if (walker.step < settled) continue;
      }
      going.push_back(walker);
      places.push_back(points[walker.point] + walker.step * walker.direction);
    }
    walkers = std::move(going);
  }
}

std::vector<DistanceLevel::Foot> DistanceLevel::project(const std::vector<Point3>& points) const {
  auto places = points;
  descend(places);
  std::vector<Foot> feet;
  std::vector<std::size_t> going;
  for (std::size_t i = 0; i < places.size(); ++i) {
    feet.push_back({places[i], {}, false});
    going.push_back(i);
  }
  for (int round = 0; round <= crossings && !going.empty(); ++round) {
    std::vector<Point3> at;
    for (const auto i : going) at.push_back(feet[i].position);
    const auto jets = evaluate(at, 2);
    std::vector<std::size_t> next;
    for (std::size_t k = 0; k < going.size(); ++k) {
      auto& foot = feet[going[k]];
      const Steepest steepest(jets[k].hessian);
      if (steepest.curvature < least_curvature * scaling_.curvature()) continue;
      foot.axis = steepest.axis;
      const double slope = dot(steepest.axis, jets[k].gradient), step = -slope / steepest.curvature;
      if (std::abs(step) > valley) continue;
      if (std::abs(step) > settled) {
        foot.position = foot.position + step * steepest.axis;
        next.push_back(going[k]);
        continue;
      }
      const Point3 rest = jets[k].gradient - slope * steepest.axis;
      foot.found = norm(rest) <= along_level * scaling_.curvature() && scaling_.distance(jets[k].value) <= off_level_;
    }
    going = std::move(next);
  }
  return feet;
}

std::vector<DistanceLevel::Shape> DistanceLevel::shapes(const std::vector<Foot>& feet, double offset) const {
  std::vector<Point3> sides;
  for (const double s : {-1.0, 1.0})
    for (const auto& foot : feet) sides.push_back(foot.position + (s * offset) * foot.axis);
  const auto jets = evaluate(sides, 2);
  std::vector<Shape> shapes;
  for (std::size_t i = 0; i < feet.size(); ++i) {
    Point3 sum{};
    Eigen::Matrix3d a = Eigen::Matrix3d::Zero();
    for (int side = 0; side < 2; ++side) {
      const auto& jet = jets[std::size_t(side) * feet.size() + i];
      const double s = side == 0 ? -1 : 1, length = norm(jet.gradient);
      const Point3 m = (s / length) * jet.gradient;
      sum = sum + m;
      a += 0.5 * s / length * matrix(tangential(jet.hessian, m));
    }
    const Point3 normal = (1 / norm(sum)) * sum;
    a = matrix(tangential(symmetric(a), normal));
    shapes.push_back({normal, symmetric(a - offset * offset * a * a * a)});
  }
  return shapes;
}

}  // namespace plisse::experiments

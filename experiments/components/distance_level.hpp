// SPDX-License-Identifier: Apache-2.0
// The zero level of a fitted distance field, with its normals and curvature.
//
// The level is where the field g, a smooth function of the distance with g = 0 and grad g = 0 there, has its valley: with the eigenvector n
// of the largest eigenvalue of Hess g, the points with n . grad g = 0.  That condition is linear in the offset from the surface, where g
// itself is quadratic: an error e of the fit displaces the level by some e, not by sqrt(e).
//
// grad g is zero on the level and tells no normal.  These are taken at two points x + s delta n, s = -1, 1, where grad g = g' grad d and,
// along the surface, Hess g = g' Hess d whatever the scaling:
//   m_s = s grad g / |grad g|        A_s = s P (Hess g) P / |grad g|,   P = I - m_s m_s^T
//   n = (m_- + m_+) / |m_- + m_+|    A = (A_- + A_+) / 2,   H = A - delta^2 A^3
// On a surface with Weingarten map H, A_s = H (I + s delta H)^-1, so that A = H + delta^2 H^3 + O(delta^4): H is exact up to the fourth
// power of delta times the curvature, and errors of the fit that are odd across the surface cancel.
#pragma once

#include "experiments/components/distance_network.hpp"
#include "experiments/components/distance_samples.hpp"
#include "framework/geometry/reference.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plisse::experiments {

class DistanceLevel {
 public:
  // Of a field with these parameters in the unit cube, where all lengths below are measured; its valley counts as the level up to the
  // distance `off_level` of the field's value.  Throws config::Error as DistanceNetwork, and std::runtime_error on another number of
  // parameters.
  DistanceLevel(const DistanceNetworkOptions& network, const std::vector<double>& parameters, const DistanceScaling& scaling, const DistanceBox& box,
                double off_level);

  const DistanceBox& box() const { return box_; }
  // What it holds [byte].
  std::size_t bytes() const { return workspace_.bytes(); }

  struct Jet {
    double value;
    geometry::Point3 gradient;
    geometry::Symmetric3 hessian;
  };
  // derivatives: 0, 1 or 2 of them; the rest stays zero.
  std::vector<Jet> evaluate(const std::vector<geometry::Point3>& points, int derivatives) const;
  // Unsigned distances.
  std::vector<double> distances(const std::vector<geometry::Point3>& points) const;

  struct Foot {
    geometry::Point3 position;
    geometry::Point3 axis;  // n up to its sign
    bool found;             // on the level; not where the descent ended elsewhere: beyond rims, or in other minima
  };
  // The places of the level where points descend to: steps of the distance against its gradient, then Newton's method across the valley.
  std::vector<Foot> project(const std::vector<geometry::Point3>& points) const;

  // Normals, up to their signs, and H in the unit cube, at feet that were found.
  struct Shape {
    geometry::Point3 normal;
    geometry::Symmetric3 weingarten;
  };
  std::vector<Shape> shapes(const std::vector<Foot>& feet, double offset) const;

 private:
  void descend(std::vector<geometry::Point3>& points) const;

  static constexpr int capacity = 1024, channels = 6;

  Exec exec_;
  DistanceScaling scaling_;
  DistanceBox box_;
  double off_level_;
  Workspace workspace_;
  std::unique_ptr<DistanceNetwork<double>> network_;
  Array1<double> parameters_;
  Jets<double> input_, output_;  // (3 | 1, 6, capacity)
};

}  // namespace plisse::experiments

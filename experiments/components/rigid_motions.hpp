// SPDX-License-Identifier: Apache-2.0
// Which rigid motions of a surface its holds and symmetry planes leave free.
#pragma once

#include "kernels/surfaces/shape.hpp"

#include <array>
#include <string>
#include <vector>

namespace plisse::experiments {

// Small rigid motions u = t + w x (x - c) / s, with c the middle and s the size of the surface: six numbers (t, w).
class RigidMotions {
 public:
  explicit RigidMotions(const surfaces::Shape& surface);

  // Some components of u are zero at a point of the surface; clamped: their derivatives along the surface too.
  void hold(const surfaces::Frame<double>& point, const std::array<bool, 3>& fixed, bool clamped);
  // What a mirror plane across an axis leaves of them: its normal component is zero on the plane.
  void mirror(int axis, double at);
  // The motions that no condition rules out, in words; empty where there are none.
  std::string free_motions() const;

 private:
  using Row = std::array<double, 6>;
  Row displacement(int component, const Vec3<double>& x) const;
  Row rotation(int component, const Vec3<double>& direction) const;

  Vec3<double> middle_;
  double size_;
  std::vector<Row> rows_;
};

}  // namespace plisse::experiments

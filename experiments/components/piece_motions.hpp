// SPDX-License-Identifier: Apache-2.0
// Which rigid motions are left to the pieces of a surface that nothing joins: each needs its own hold.
#pragma once

#include "experiments/components/rigid_motions.hpp"
#include "experiments/components/surface_probe.hpp"

#include <array>
#include <string>
#include <vector>

namespace plisse::experiments {

class PieceMotions {
 public:
  explicit PieceMotions(const surfaces::Shape& surface);

  // As those of RigidMotions, on every piece that the set or the plane touches.
  void hold(const RegionContact& contact, const std::array<bool, 3>& fixed, bool clamped);
  void mirror(int axis, double at);
  // What can still move, for whoever wrote the holds; empty where nothing can.
  std::string free_motions() const;

 private:
  struct Piece {
    std::vector<Vec3<double>> points;
    RigidMotions motions;
  };

  double tolerance_;
  std::vector<Piece> pieces_;
};

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// A piece of a circle, as angles.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace plisse::surfaces {

struct Arc {
  double from = 0, span = 0;  // [rad], span in (0, 2 pi]

  // The angles are given in degrees.
  explicit Arc(const std::vector<double>& degrees)
      : from(degrees[0] * std::numbers::pi / 180), span((degrees[1] - degrees[0]) * std::numbers::pi / 180) {}

  // How far an angle lies beyond the start, in [0, 2 pi).
  double beyond(double angle) const {
    constexpr double turn = 2 * std::numbers::pi;
    const double rest = std::fmod(angle - from, turn);
    return rest < 0 ? rest + turn : rest;
  }

  // Share in [0, 1] of the arc at which it comes closest to an angle.
  double nearest(double angle) const {
    const double d = beyond(angle);
    if (d <= span) return d / span;
    return d - span < 2 * std::numbers::pi - d ? 1 : 0;
  }

  double at(double share) const { return from + share * span; }

  // max a cos + b sin over the arc
  double reach(double a, double b) const {
    const auto value = [&](double angle) { return a * std::cos(angle) + b * std::sin(angle); };
    if (beyond(std::atan2(b, a)) <= span) return std::hypot(a, b);
    return std::max(value(from), value(from + span));
  }
};

}  // namespace plisse::surfaces

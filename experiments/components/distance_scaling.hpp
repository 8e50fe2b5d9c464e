// SPDX-License-Identifier: Apache-2.0
// Smooth functions g of the unsigned distance d >= 0 of a surface.  The distance itself has a kink on the surface, where its gradient does
// not exist; g is smooth across it, with zero value and gradient there:
//   squared   g = d^2
//   tanh      g = d tanh(alpha d)      quadratic within 1/alpha of the surface, d itself far away
// In the whole neighbourhood where d is smooth, grad g = g'(d) grad d and, along the surface, Hess g = g'(d) Hess d.
// Reference: M. Fainstein, V. Siless, E. Iarussi, "DUDF: Differentiable Unsigned Distance Fields with Hyperbolic Scaling", CVPR 2024.
#pragma once

#include <algorithm>
#include <cmath>

namespace plisse::experiments {

struct DistanceScaling {
  enum class Form { squared, tanh };
  Form form = Form::squared;
  double alpha = 20;  // [1/length]

  double value(double d) const { return form == Form::squared ? d * d : d * std::tanh(alpha * d); }
  double slope(double d) const {
    if (form == Form::squared) return 2 * d;
    const double t = std::tanh(alpha * d);
    return t + alpha * d * (1 - t * t);
  }
  // g''(0).
  double curvature() const { return form == Form::squared ? 2 : 2 * alpha; }
  // The distance of a value; 0 of values below zero.
  double distance(double g) const {
    if (g <= 0) return 0;
    if (form == Form::squared) return std::sqrt(g);
    double d = std::max(g, std::sqrt(g / alpha));  // above the solution of a convex branch, below d + 1/alpha
    for (int i = 0; i < 30; ++i) {
      const double step = (value(d) - g) / slope(d);
      d = std::max(d - step, 0.5 * d);
      if (std::abs(step) < 1e-14 * d) break;
    }
    return d;
  }
};

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// A step length t along a direction that fulfils the strong Wolfe conditions for the function f of t:
//   f(t) <= f(0) + c1 t f'(0),    |f'(t)| <= c2 |f'(0)|
// Reference: J. Nocedal, S. Wright, "Numerical optimization", 2nd edition, algorithms 3.5 and 3.6.
#pragma once

#include <functional>

namespace plisse::optim {

struct LinePoint {
  double step, value, slope;
};

struct WolfeOptions {
  double c1 = 1e-4, c2 = 0.9;
  int max_evaluations = 25;
};

struct LineResult {
  LinePoint point;  // fulfils both conditions, else the best point with a sufficient decrease (step 0 where there is none)
  int evaluations = 0;
  bool wolfe = false;  // both conditions hold; the point is then the last one evaluated
};

// f gives value and slope at a step; points where one of them is not finite count as too far.  start is the point of step 0, with a
// slope below 0; first_step is tried first.
LineResult strong_wolfe(const std::function<LinePoint(double)>& f, LinePoint start, double first_step, const WolfeOptions& options);

// The minimum of the cubic through values and slopes of two points, kept away from both by `margin` times their distance; their middle
// where the cubic has no minimum or b is not finite.
double cubic_minimum(const LinePoint& a, const LinePoint& b, double margin);

bool is_finite(const LinePoint& p);

}  // namespace plisse::optim

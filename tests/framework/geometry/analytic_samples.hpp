// SPDX-License-Identifier: Apache-2.0
// Points on analytic surfaces.
#pragma once

#include "tests/framework/geometry/analytic_surfaces.hpp"

namespace plisse::tests {

// Independent and uniform by area: points of the chart are taken with a probability in proportion to its Jacobian.
inline std::vector<Point3> random_points(const AnalyticSurface& surface, int count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  const auto jacobian = [&](double u, double v) {
    constexpr double h = 1e-5;
    const Point3 du = surface.chart(u + h, v) - surface.chart(u - h, v), dv = surface.chart(u, v + h) - surface.chart(u, v - h);
    return geometry::norm(geometry::cross(du, dv)) / (4 * h * h);
  };
  double most = 0;
  for (int i = 0; i < 400; ++i) most = std::max(most, jacobian((i % 20 + 0.5) / 20, (i / 20 + 0.5) / 20));
  std::vector<Point3> points;
  while (int(points.size()) < count) {
    const double u = unit(random), v = unit(random);
    if (surface.even_chart || unit(random) * 1.2 * most < jacobian(u, v)) points.push_back(surface.chart(u, v));
  }
  return points;
}

}  // namespace plisse::tests

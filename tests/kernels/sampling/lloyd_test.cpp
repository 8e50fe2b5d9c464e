// SPDX-License-Identifier: Apache-2.0
#include "kernels/sampling/lloyd.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "kernels/sampling/uniform.hpp"
#include "tests/kernels/sampling/support.hpp"

using namespace plisse;
using namespace plisse::test;

namespace {

int nearest(const Points& points, const Uv& q) {
  int best = 0;
  double least = std::numeric_limits<double>::max();
  for (int i = 0; i < int(points.size()); ++i) {
    const double du = points[i][0] - q[0], dv = points[i][1] - q[1], d2 = du * du + dv * dv;
    if (d2 < least) least = d2, best = i;
  }
  return best;
}

// Quantisation energy sum_q w |q - nearest point|^2 over weighted quadrature points.
double energy(const Points& points, const Points& quadrature, const std::vector<double>& weight) {
  double sum = 0;
  for (std::size_t k = 0; k < quadrature.size(); ++k) {
    const auto& p = points[nearest(points, quadrature[k])];
    sum += weight[k] * (std::pow(p[0] - quadrature[k][0], 2) + std::pow(p[1] - quadrature[k][1], 2));
  }
  return sum;
}

// Points of a regular raster inside the charts.
Points raster(const Charts& charts, int n) {
  Points points;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      if (const Uv p{(c + 0.5) / n, (r + 0.5) / n}; charts.contains(p[0], p[1], 0)) points.push_back(p);
  return points;
}

// Relaxation over uniform quadrature points.
template <class T> struct Relaxation {
  Workspace workspace;
  sampling::RestSurface<T> surface;
  sampling::ChartCells<T> cells;
  sampling::ProbabilityGrid<T> density;
  sampling::Lloyd<T> lloyd;
  int count;

  Relaxation(const Charts& charts, int points, int per_point)
      : surface(rest_surface(charts)),
        cells(surface, 16, 16, sampling::CellOrder::rows, workspace),
        density(cells, 0, 0, workspace),
        lloyd(surface, cells, points, per_point, workspace),
        count(points * per_point) {
    workspace.seal();
    density.accumulate(Exec());
    lloyd.draw_quadrature(Exec(), density, 1, sampling::LloydDensity::uniform, 1, 0);
  }
};

template <class T>
Points uniform_points(const Charts& charts, int n) {
  return Sampling<sampling::Uniform, T>({.points = n}, charts).draw(0);
}

}  // namespace

TEST_CASE_TEMPLATE("each sweep lowers the Voronoi energy and stays in the charts", T, float, double) {
  const int n = 150;
  for (const auto& charts : {square_charts(), disk_charts(), l_charts(), strip_charts(0.02)}) {
    Relaxation<T> relaxation(charts, n, 16);
    const auto uv = to_device<T>(uniform_points<T>(charts, n));
    const auto quadrature = to_host(relaxation.lloyd.quadrature(), relaxation.count);
    const auto weight = to_host(relaxation.lloyd.quadrature_weight());
    for (const auto& [u, v] : quadrature) CHECK(charts.contains(u, v, tolerance<T>()));
    const auto dense = raster(charts, 120);
    const std::vector<double> one(dense.size(), 1.0);
    double own = energy(to_host(uv, n), quadrature, weight), independent = energy(to_host(uv, n), dense, one);
    for (int sweep = 0; sweep < 4; ++sweep) {
      relaxation.lloyd.sweep(Exec(), uv);
      const auto points = to_host(uv, n);
      for (const auto& [u, v] : points) CHECK(charts.contains(u, v, tolerance<T>()));
      const double now = energy(points, quadrature, weight), seen = energy(points, dense, one);
      CHECK(now < own);
      if (sweep < 2) CHECK(seen < independent);
      own = now;
      independent = seen;
    }
  }
}

TEST_CASE("a sweep is the serial one over an exhaustive search, bit for bit") {
  const int n = 300;
  const auto charts = square_charts();
  Relaxation<double> relaxation(charts, n, 8);
  const auto before = uniform_points<double>(charts, n);
  const auto uv = to_device<double>(before);
  relaxation.lloyd.sweep(Exec(), uv);

  const auto quadrature = to_host(relaxation.lloyd.quadrature(), relaxation.count);
  const auto weight = to_host(relaxation.lloyd.quadrature_weight());
  const auto fixed = [](double x) { return (long long)std::floor(x * double(1ll << 40) + 0.5); };
  std::vector<std::array<long long, 3>> moment(n, {0, 0, 0});
  for (std::size_t k = 0; k < quadrature.size(); ++k) {
    const int i = nearest(before, quadrature[k]);
    for (int c = 0; c < 2; ++c) moment[i][c] += fixed(weight[k] * (quadrature[k][c] - before[i][c]));
    moment[i][2] += fixed(weight[k]);
  }
  const auto after = to_host(uv, n);
  for (int i = 0; i < n; ++i)
    for (int c = 0; c < 2; ++c)
      CHECK(after[i][c] == (moment[i][2] == 0 ? before[i][c] : before[i][c] + double(moment[i][c]) / double(moment[i][2])));
}

TEST_CASE_TEMPLATE("points that coincide: one moves to the centroid, the others have no region and stay", T, float, double) {
  const int n = 20;
  Relaxation<T> relaxation(square_charts(), n, 8);
  const auto uv = to_device<T>(Points(n, Uv{0.25, 0.25}));
  relaxation.lloyd.sweep(Exec(), uv);
  int moved = 0;
  for (const auto& [u, v] : to_host(uv, n)) {
    if (u == 0.25 && v == 0.25) continue;
    ++moved;
    CHECK(u == doctest::Approx(0.5).epsilon(0.1));
    CHECK(v == doctest::Approx(0.5).epsilon(0.1));
  }
  CHECK(moved == 1);
}

TEST_CASE("relaxation spreads points: the minimum distance grows") {
  const int n = 2000;
  Relaxation<float> relaxation(square_charts(), n, 8);
  Workspace workspace;
  sampling::NeighbourGrid<float> grid(n, {}, 1, workspace);
  const auto uv = to_device<float>(uniform_points<float>(square_charts(), n));
  const double before = sampling::minimum_distance(Exec(), grid, uv, n);
  for (int sweep = 0; sweep < 3; ++sweep) relaxation.lloyd.sweep(Exec(), uv);
  CHECK(sampling::minimum_distance(Exec(), grid, uv, n) > 5 * before);
}

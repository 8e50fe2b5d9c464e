// SPDX-License-Identifier: Apache-2.0
// What holds for every surface: frames, derivatives, area weights, edges, the nearest point.  Each function returns an error.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include "kernels/quadrature/gauss_legendre.hpp"
#include "kernels/quadrature/quadrature.hpp"
#include "kernels/surfaces/surface.hpp"

namespace plisse::test {

using Vec = Vec3<double>;
using surfaces::SurfaceMap;

// Places in the chart, on its sides too where the margin is 0.
inline std::vector<std::pair<double, double>> chart_places(double margin) {
  std::vector<std::pair<double, double>> places;
  for (const double u : {0.0, 0.07, 0.31, 0.5, 0.77, 1.0})
    for (const double v : {0.0, 0.12, 0.45, 0.5, 0.9, 1.0})
      places.emplace_back(margin + (1 - 2 * margin) * u, margin + (1 - 2 * margin) * v);
  return places;
}

inline double size_of(const SurfaceMap& surface) {
  const auto box = surface.bounds();
  return norm(box.upper - box.lower);
}

inline bool finite(const surfaces::Frame<double>& f) {
  return std::isfinite(dot(f.x, f.x) + dot(f.t1, f.t1) + dot(f.t2, f.t2) + dot(f.n, f.n) + f.h11 + f.h12 + f.h22);
}

// How far the frame is from orthonormal and right-handed.
inline double frame_error(const surfaces::Frame<double>& f) {
  return std::max({std::abs(norm(f.t1) - 1), std::abs(norm(f.t2) - 1), std::abs(dot(f.t1, f.t2)), norm(cross(f.t1, f.t2) - f.n)});
}

// Fourth-order central difference.
inline Vec derivative(const std::function<Vec(double)>& f, double at) {
  const double h = 3e-4;
  return 1 / (12 * h) * (8.0 * (f(at + h) - f(at - h)) - (f(at + 2 * h) - f(at - 2 * h)));
}

// X_u = u1 t1 and X_v = v1 t1 + v2 t2 against differences of x, relative to the surface's size.
inline double tangent_error(const SurfaceMap& surface, double u, double v) {
  const auto p = surface.point(u, v);
  const Vec xu = derivative([&](double s) { return surface.at(s, v).x; }, u),
            xv = derivative([&](double s) { return surface.at(u, s).x; }, v);
  return std::max(norm(xu - p.u1 * p.frame.t1), norm(xv - p.v1 * p.frame.t1 - p.v2 * p.frame.t2)) / size_of(surface);
}

// n_u = H X_u and n_v = H X_v against differences of n, relative to their length where that is above 1.
inline double weingarten_error(const SurfaceMap& surface, double u, double v) {
  const auto p = surface.point(u, v);
  const auto& f = p.frame;
  const Vec along1 = f.h11 * f.t1 + f.h12 * f.t2, along2 = f.h12 * f.t1 + f.h22 * f.t2;
  const Vec nu = derivative([&](double s) { return surface.at(s, v).n; }, u),
            nv = derivative([&](double s) { return surface.at(u, s).n; }, v);
  return std::max(norm(nu - p.u1 * along1) / std::max(1.0, norm(nu)), norm(nv - p.v1 * along1 - p.v2 * along2) / std::max(1.0, norm(nv)));
}

// Sum of the area weights of a rule over the area; before the rule's weights are scaled to it.
template <class T>
double area_ratio(const surfaces::Surface<T>& surface, const quadrature::Quadrature<T>& rule, bool normalised, std::uint64_t step = 0) {
  const int n = rule.points();
  Workspace workspace;
  const surfaces::SurfacePoints<T> points("points", n, workspace);
  const Array2<T> chart("chart", 2, n);
  rule.draw(Exec(), step, chart, points.weight);
  surface.frames(Exec(), chart, 0, n, points);
  if (normalised) rule.normalise(Exec(), points.weight, n, surface.area());
  const auto weight = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), points.weight);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += double(weight(i));
  return sum / surface.area();
}

// The theorem of divergence for the position: the integral of the conormals along all edges is that of -tr(H) n over the surface.
inline double divergence_error(const SurfaceMap& surface) {
  Vec sum;
  double scale = 0;
  for (const auto edge : surfaces::edges) {
    if (!surface.has_edge(edge)) continue;
    for (const auto& p : surface.edge_points(edge, 64)) {
      const auto f = surface.at(p.u, p.v);
      sum += p.weight * (p.normal1 * f.t1 + p.normal2 * f.t2);
      scale += p.weight;
    }
  }
  const auto nodes = quadrature::gauss_legendre(64);
  for (const auto& [u, weight_u] : nodes)
    for (const auto& [v, weight_v] : nodes) {
      const auto p = surface.point(u, v);
      const double curved = weight_u * weight_v * p.jacobian() * (p.frame.h11 + p.frame.h22);
      sum += curved * p.frame.n;
      scale += std::abs(curved);
    }
  return norm(sum) / scale;
}

// Places around the surface, up to its own size away.
inline std::vector<Vec> places_around(const SurfaceMap& surface, int count) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> spread(-1, 2);
  const auto box = surface.bounds();
  std::vector<Vec> places;
  for (int i = 0; i < count; ++i) {
    const Vec d = box.upper - box.lower;
    const double flat = 0.3 * norm(d);
    places.push_back(box.lower + Vec{spread(random) * d.x, spread(random) * d.y, spread(random) * d.z} +
                     flat * Vec{spread(random) - 0.5, spread(random) - 0.5, spread(random) - 0.5});
  }
  return places;
}

// How much nearer than the located point some point of a fine grid is, and how far the distance is from that of the point given,
// relative to the surface's size.
inline double locate_error(const SurfaceMap& surface, const Vec& x, int cells = 60) {
  const auto found = surface.locate(x);
  if (!(found.u >= 0 && found.u <= 1 && found.v >= 0 && found.v <= 1)) return 1;
  const double reached = norm(surface.at(found.u, found.v).x - x);
  double nearest = reached;
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j) nearest = std::min(nearest, norm(surface.at(double(i) / cells, double(j) / cells).x - x));
  return std::max(reached - nearest, std::abs(reached - found.distance)) / size_of(surface);
}

}  // namespace plisse::test

// SPDX-License-Identifier: Apache-2.0
#include "kernels/surfaces/surface.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "kernels/quadrature/gauss_legendre.hpp"

namespace plisse::surfaces {

namespace {

constexpr double same = 1e-9;  // relative: two places are one

// A point of the edge at s in [0, 1], where u or v runs from 0 to 1.
std::pair<double, double> on_edge(Edge edge, double s) {
  switch (edge) {
    case Edge::u_min:
      return {0, s};
    case Edge::u_max:
      return {1, s};
    case Edge::v_min:
      return {s, 0};
    default:
      return {s, 1};
  }
}

bool along_v(Edge edge) { return edge == Edge::u_min || edge == Edge::u_max; }

double speed(const ChartPoint<double>& point, bool along_v) { return along_v ? std::hypot(point.v1, point.v2) : std::abs(point.u1); }

double line_length(const SurfaceMap& surface, bool along_v, double at) {
  double length = 0;
  for (const auto& [s, weight] : quadrature::gauss_legendre(16))
    length += weight * speed(along_v ? surface.point(at, s) : surface.point(s, at), along_v);
  return length;
}

double longest_line(const SurfaceMap& surface, bool along_v) {
  double longest = 0;
  for (const double at : {0.0, 0.25, 0.5, 0.75, 1.0}) longest = std::max(longest, line_length(surface, along_v, at));
  return longest;
}

double size(const SurfaceMap& surface) { return std::max(longest_line(surface, false), longest_line(surface, true)); }

// Both sides of the chart coincide, with their frames.
bool closed(const SurfaceMap& surface, Edge low, Edge high) {
  const double tolerance = same * size(surface);
  for (const double s : {0.31, 0.5, 0.83}) {
    const auto [u0, v0] = on_edge(low, s);
    const auto [u1, v1] = on_edge(high, s);
    const auto a = surface.at(u0, v0), b = surface.at(u1, v1);
    if (norm(a.x - b.x) > tolerance || norm(a.t1 - b.t1) > same || norm(a.n - b.n) > same) return false;
  }
  return true;
}

struct Entry {
  Frame<double> frame;
  double weight, normal1, normal2;
};

// To points first, first + 1, ... of the device arrays.
template <class T>
void write(const std::vector<Entry>& entries, int first, const SurfacePoints<T>& points) {
  const int n = int(entries.size());
  if (first < 0 || first + n > points.capacity())
    throw std::invalid_argument("surface points " + std::to_string(first) + " to " + std::to_string(first + n - 1) +
                                " do not fit into room for " + std::to_string(points.capacity()));
  const auto frame = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), points.frame);
  const auto weight = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), points.weight);
  const auto conormal = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), points.conormal);
  for (int i = 0; i < n; ++i) {
    const auto& [f, share, normal1, normal2] = entries[i];
    const double row[15] = {f.x.x, f.x.y, f.x.z, f.t1.x, f.t1.y, f.t1.z, f.t2.x, f.t2.y, f.t2.z, f.n.x, f.n.y, f.n.z, f.h11, f.h12, f.h22};
    for (int r = 0; r < 15; ++r) frame(r, first + i) = T(row[r]);
    weight(first + i) = T(share);
    conormal(0, first + i) = T(normal1);
    conormal(1, first + i) = T(normal2);
  }
  Kokkos::deep_copy(points.frame, frame);
  Kokkos::deep_copy(points.weight, weight);
  Kokkos::deep_copy(points.conormal, conormal);
}

}  // namespace

Shape::Nearest SurfaceMap::nearest(const Vec3<double>& x) const {
  const auto found = locate(x);
  return {at(found.u, found.v), found.distance};
}

Shape::Spread SurfaceMap::spread() const {
  constexpr int cells = 16;
  Spread spread;
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j) spread.points.push_back(at(double(i) / cells, double(j) / cells));
  return spread;
}

bool SurfaceMap::closed_u() const { return closed(*this, Edge::u_min, Edge::u_max); }
bool SurfaceMap::closed_v() const { return closed(*this, Edge::v_min, Edge::v_max); }
double SurfaceMap::length_u() const { return longest_line(*this, false); }
double SurfaceMap::length_v() const { return longest_line(*this, true); }

bool SurfaceMap::degenerate(Edge edge) const {
  const auto [u, v] = on_edge(edge, 0);
  return line_length(*this, along_v(edge), along_v(edge) ? u : v) <= same * size(*this);
}

bool SurfaceMap::has_edge(Edge edge) const { return !(along_v(edge) ? closed_u() : closed_v()) && !degenerate(edge); }

std::vector<EdgePoint> SurfaceMap::edge_points(Edge edge, int n) const {
  if (n < 1) throw std::invalid_argument("edge '" + std::string(edge_name(edge)) + "' needs at least 1 point, not " + std::to_string(n));
  if (!has_edge(edge))
    throw std::invalid_argument("the surface has no edge '" + std::string(edge_name(edge)) +
                                "': " + (degenerate(edge) ? "it is a single point there" : "it is closed there") + "; choose another edge");
  const double outwards = edge == Edge::u_max || edge == Edge::v_max ? 1 : -1;
  std::vector<EdgePoint> points;
  for (const auto& [s, weight] : quadrature::gauss_legendre(n)) {
    const auto [u, v] = on_edge(edge, s);
    const auto p = point(u, v);
    const double length = speed(p, along_v(edge));
    if (along_v(edge)) points.push_back({u, v, weight * length, outwards * p.v2 / length, -outwards * p.v1 / length});
    else points.push_back({u, v, weight * length, 0, outwards});
  }
  return points;
}

template <class T>
void write_edge(const SurfaceMap& surface, const std::vector<EdgePoint>& edge, int first, const SurfacePoints<T>& points) {
  std::vector<Entry> entries;
  for (const auto& p : edge) entries.push_back({surface.at(p.u, p.v), p.weight, p.normal1, p.normal2});
  write(entries, first, points);
}

template <class T>
void write_point(const Frame<double>& frame, int index, const SurfacePoints<T>& points) {
  write({{frame, 1, 0, 0}}, index, points);
}

template void write_edge(const SurfaceMap&, const std::vector<EdgePoint>&, int, const SurfacePoints<float>&);
template void write_edge(const SurfaceMap&, const std::vector<EdgePoint>&, int, const SurfacePoints<double>&);
template void write_point(const Frame<double>&, int, const SurfacePoints<float>&);
template void write_point(const Frame<double>&, int, const SurfacePoints<double>&);

}  // namespace plisse::surfaces

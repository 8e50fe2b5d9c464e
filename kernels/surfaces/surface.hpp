// SPDX-License-Identifier: Apache-2.0
// A reference surface is a map X of the unit square onto it.  At every point the frame is right-handed, t1 x t2 = n, with t1 along
// X_u; t1 is also the warp direction of orthotropic materials.  A curved surface's n is outward, away from its centre or axis.
#pragma once

#include "kernels/core/component.hpp"
#include "kernels/surfaces/edge.hpp"
#include "kernels/surfaces/points.hpp"
#include "kernels/surfaces/shape.hpp"

namespace plisse::surfaces {

// A point of a surface with the derivatives of the map there: X_u = u1 t1, X_v = v1 t1 + v2 t2, u1 >= 0, v2 >= 0.
template <class S>
struct ChartPoint {
  Frame<S> frame;
  S u1{}, v1{}, v2{};  // [m]

  // |X_u x X_v| [m^2]
  KOKKOS_FUNCTION S jacobian() const { return u1 * v2; }
};

// The point of a surface nearest to a place: its chart coordinates, in the unit square, and how far it is.
struct Located {
  double u = 0, v = 0;
  double distance = 0;  // [m]
};

// The map itself, on the host and in double; its area is right to 1e-12.
class SurfaceMap : public Shape {
 public:
  virtual ChartPoint<double> point(double u, double v) const = 0;
  // Also for places far off the surface.
  virtual Located locate(const Vec3<double>& x) const = 0;

  Nearest nearest(const Vec3<double>& x) const override;
  // A grid over the chart.
  Spread spread() const override;
  const SurfaceMap* chart() const override { return this; }

  Frame<double> at(double u, double v) const { return point(u, v).frame; }
  double jacobian(double u, double v) const { return point(u, v).jacobian(); }
  // Whether the surface comes back to itself, smoothly, from u = 1 to u = 0.
  bool closed_u() const;
  bool closed_v() const;
  // Lengths of the longest among some lines along u, and along v [m].
  double length_u() const;
  double length_v() const;

  // Whether that side of the chart is all one point, as at a pole.
  bool degenerate(Edge edge) const;
  // A closed direction has no edges, nor is one point an edge.
  bool has_edge(Edge edge) const;
  // n points of Gauss-Legendre quadrature along an edge.  Throws std::invalid_argument where there is no such edge or n < 1.
  std::vector<EdgePoint> edge_points(Edge edge, int n) const;
};

// What every surface is built with: nothing but its options.
struct Context {};

// A component is a class template S<T> derived from Surface<T> with
//   static constexpr const char *name, *doc;   using Options = ...;  a plain struct with describe(V&), the same type for every T
//   S(const Options&, const Context&)          throws std::invalid_argument on impossible options
// whose default options give a surface; kernels/surfaces/mapped.hpp makes one of a functor.
template <class T>
class Surface : public SurfaceMap, public FrameSource<T> {};

// Writes frames, weights [m] and conormals of points of an edge to points first, first + 1, ...
template <class T>
void write_edge(const SurfaceMap& surface, const std::vector<EdgePoint>& edge, int first, const SurfacePoints<T>& points);

// Writes the frame of one point, with weight 1, to point `index`.
template <class T>
void write_point(const Frame<double>& frame, int index, const SurfacePoints<T>& points);

}  // namespace plisse::surfaces

// SPDX-License-Identifier: Apache-2.0
// Surfaces without a chart, drawn by area: the first coordinate of a place in the unit square chooses an element, each as wide as its
// share of the area, and what is left of it, with the second coordinate, a point inside.  Elements that are neighbours in the list lie
// close together, so that stratified rules over the square are stratified over the surface.
#pragma once

#include "kernels/surfaces/shape.hpp"
#include "kernels/surfaces/tangents.hpp"

#include <vector>

namespace plisse::surfaces {

// Points with what is known there.  All arrays have one entry a point.
struct PointData {
  std::vector<Vec3<double>> position, normal;     // [m], unit
  std::vector<Symmetric3<double>> weingarten;     // [1/m], tangential
};

// A point of a triangle is the linear interpolation of its corners, with the normal scaled to unit length.
template <class T> class SampledTriangles : public FrameSource<T> {
 public:
  // corners (F, 3) into `vertices`.  Throws std::invalid_argument without triangles, on a corner out of range and on a triangle without area.
  SampledTriangles(const PointData& vertices, const std::vector<std::array<int, 3>>& corners, const Warp<double>& warp);

  void frames(const Exec& exec, const Array2<T>& places, int first, int n, const SurfacePoints<T>& points) const override;

 private:
  Array2<int> corners_;       // (3, F), in the order drawn from
  Array2<T> vertices_;        // (12, V): x, n, H
  Array1<double> up_to_;      // (F): area of the triangles up to and with this one, as a share
  T area_;
  Warp<T> warp_;
};

// The points themselves are drawn, each as often as its share of the area.
template <class T> class SampledPoints : public FrameSource<T> {
 public:
  // areas (N) [m^2].  Throws std::invalid_argument without points and on areas that are not above 0.
  SampledPoints(const PointData& points, const std::vector<double>& areas, const Warp<double>& warp);

  void frames(const Exec& exec, const Array2<T>& places, int first, int n, const SurfacePoints<T>& points) const override;

 private:
  Array2<T> points_;      // (12, N): x, n, H, in the order drawn from
  Array1<double> up_to_;  // (N)
  T area_;
  Warp<T> warp_;
};

}  // namespace plisse::surfaces

// SPDX-License-Identifier: Apache-2.0
// A surface out of a functor, Map<S>, made of the surface's options, with
//   KOKKOS_FUNCTION ChartPoint<S> operator()(S u, S v) const      on host and device, for S float and double
//   double area() const; Located locate(const Vec3<double>&) const; double reach(const Vec3<double>&) const      for Map<double>
// A component derives from Mapped<T, Map> and adds its name, its doc and its Options; surfaces.cpp instantiates it.
#pragma once

#include "kernels/surfaces/surface.hpp"

namespace plisse::surfaces {

template <class T, template <class> class Map>
class Mapped : public Surface<T> {
 public:
  template <class Options>
  explicit Mapped(const Options& options) : host_(options), device_(options) {}

  ChartPoint<double> point(double u, double v) const override { return host_(u, v); }
  double area() const override { return host_.area(); }
  Located locate(const Vec3<double>& x) const override { return host_.locate(x); }
  double reach(const Vec3<double>& direction) const override { return host_.reach(direction); }
  void frames(const Exec& exec, const Array2<T>& chart, int first, int n, const SurfacePoints<T>& points) const override;

 private:
  Map<double> host_;
  Map<T> device_;
};

}  // namespace plisse::surfaces

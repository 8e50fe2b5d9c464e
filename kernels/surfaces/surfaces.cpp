// SPDX-License-Identifier: Apache-2.0
// Every surface, in float and in double.
#include "kernels/surfaces/cone.hpp"
#include "kernels/surfaces/cylinder.hpp"
#include "kernels/surfaces/hyperbolic_paraboloid.hpp"
#include "kernels/surfaces/plane.hpp"
#include "kernels/surfaces/sphere.hpp"

namespace plisse::surfaces {

namespace {

template <class T, class Map>
struct WriteFrames {
  Map map;
  Array2<T> chart;
  int first;
  SurfacePoints<T> points;

  KOKKOS_FUNCTION void operator()(int i) const {
    const auto point = map(chart(0, i), chart(1, i));
    points.set(first + i, point.frame);
    points.weight(first + i) *= point.jacobian();
  }
};

}  // namespace

template <class T, template <class> class Map>
void Mapped<T, Map>::frames(const Exec& exec, const Array2<T>& chart, int first, int n, const SurfacePoints<T>& points) const {
  Kokkos::parallel_for("plisse::surfaces::frames", Range(exec, 0, n), WriteFrames<T, Map<T>>{device_, chart, first, points});
}

#define PLISSE_INSTANTIATE(Map)      \
  template class Mapped<float, Map>; \
  template class Mapped<double, Map>;

PLISSE_INSTANTIATE(PlaneMap)
PLISSE_INSTANTIATE(CylinderMap)
PLISSE_INSTANTIATE(ConeMap)
PLISSE_INSTANTIATE(SphereMap)
PLISSE_INSTANTIATE(HyperbolicParaboloidMap)

}  // namespace plisse::surfaces

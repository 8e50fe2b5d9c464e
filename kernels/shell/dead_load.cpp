// SPDX-License-Identifier: Apache-2.0
#include "kernels/shell/dead_load.hpp"

#include "kernels/shell/pointwise.hpp"

namespace plisse::shell {
namespace {

template <class T>
struct Density {
  Vec3<T> force;

  template <class S>
  KOKKOS_INLINE_FUNCTION S energy(int, const surfaces::Frame<T>&, const Jet<S>& jet) const {
    return -dot(force, jet.u);
  }
  template <class S>
  KOKKOS_INLINE_FUNCTION Jet<S> gradient(int, const surfaces::Frame<T>&, const Jet<S>&) const {
    return {{-force.x, -force.y, -force.z}, {}, {}, {}, {}, {}};
  }
};

}  // namespace

template <class T>
DeadLoad<T>::DeadLoad(const Vec3<double>& force, const LoadContext<T>& context)
    : force_{T(force.x), T(force.y), T(force.z)}, capacity_(context.capacity), sum_(*context.workspace, std::size_t(context.capacity)) {}

template <class T>
double DeadLoad<T>::evaluate(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                             const Jets<T>& adjoint) const {
  check_room(sites, capacity_);
  const Density<T> density{force_};
  if (adjoint.size() > 0) add_gradient("plisse::shell::dead_load", exec, points, sites, jets, factor, adjoint, density);
  return sum_energy(exec, sum_, points, sites, jets, density);
}

template class DeadLoad<float>;
template class DeadLoad<double>;

}  // namespace plisse::shell

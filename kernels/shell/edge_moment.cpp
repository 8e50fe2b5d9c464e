// SPDX-License-Identifier: Apache-2.0
#include "kernels/shell/edge_moment.hpp"

#include <numbers>

#include "kernels/shell/pointwise.hpp"

namespace plisse::shell {
namespace {

template <class T>
struct Density {
  T moment;
  Array2<T> conormal;
  Array1<T> angle;
  int first;

  // Of the deformed conormal, on the branch nearest to the remembered one.
  template <class S>
  KOKKOS_INLINE_FUNCTION S turned(int p, const surfaces::Frame<T>& frame, const Jet<S>& jet) const {
    const Vec3<T> nu = at_rest(p, frame);
    const Vec3<S> change = bent(p, jet);
    const S theta = math::atan2(dot(frame.n, change), T(1) + dot(nu, change));
    const T turn = T(2 * std::numbers::pi);
    return theta + turn * math::floor((angle(p - first) - value_of(theta)) / turn + T(0.5));
  }

  template <class S>
  KOKKOS_INLINE_FUNCTION S energy(int p, const surfaces::Frame<T>& frame, const Jet<S>& jet) const {
    return -moment * turned(p, frame, jet);
  }

  template <class S>
  KOKKOS_INLINE_FUNCTION Jet<S> gradient(int p, const surfaces::Frame<T>& frame, const Jet<S>& jet) const {
    const Vec3<T> nu = at_rest(p, frame);
    const Vec3<S> change = bent(p, jet);
    const S up = dot(frame.n, change), along = T(1) + dot(nu, change);
    const S scale = -moment / (up * up + along * along);
    const Vec3<S> adjoint = (scale * along) * frame.n - (scale * up) * nu;
    Jet<S> result;
    result.u1 = conormal(0, p) * adjoint;
    result.u2 = conormal(1, p) * adjoint;
    return result;
  }

 private:
  KOKKOS_INLINE_FUNCTION Vec3<T> at_rest(int p, const surfaces::Frame<T>& frame) const {
    return conormal(0, p) * frame.t1 + conormal(1, p) * frame.t2;
  }
  template <class S>
  KOKKOS_INLINE_FUNCTION Vec3<S> bent(int p, const Jet<S>& jet) const {
    return conormal(0, p) * jet.u1 + conormal(1, p) * jet.u2;
  }
};

template <class T>
void remember(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, const Density<T>& density) {
  Kokkos::parallel_for(
      "plisse::shell::edge_angle", Range(exec, sites.first, sites.first + sites.count),
      KOKKOS_LAMBDA(int p) { density.angle(p - density.first) = density.turned(p, points.at(p), jet(jets, p)); });
}

}  // namespace

template <class T>
EdgeMoment<T>::EdgeMoment(const Options& options, const LoadContext<T>& context)
    : options_(options),
      angle_(context.workspace->template take<T>("plisse::shell::edge_angle", std::size_t(context.capacity))),
      sum_(*context.workspace, std::size_t(context.capacity)) {}

template <class T>
double EdgeMoment<T>::evaluate(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                               const Jets<T>& adjoint) const {
  check_room(sites, int(angle_.extent(0)));
  const Density<T> density{T(options_.value), points.conormal, angle_, sites.first};
  if (adjoint.size() > 0) add_gradient("plisse::shell::edge_moment", exec, points, sites, jets, factor, adjoint, density);
  return sum_energy(exec, sum_, points, sites, jets, density);
}

template <class T>
void EdgeMoment<T>::add_hessian(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                                const Array2<T>& hessian) const {
  shell::add_hessian("plisse::shell::edge_moment_hessian", exec, points, sites, jets, factor, hessian, 1, 3,
                     Density<T>{T(options_.value), points.conormal, angle_, sites.first});
}

template <class T>
void EdgeMoment<T>::accept(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets) {
  check_room(sites, int(angle_.extent(0)));
  remember(exec, points, sites, jets, Density<T>{T(options_.value), points.conormal, angle_, sites.first});
}

template class EdgeMoment<float>;
template class EdgeMoment<double>;

}  // namespace plisse::shell

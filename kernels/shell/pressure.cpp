// SPDX-License-Identifier: Apache-2.0
#include "kernels/shell/pressure.hpp"

#include "kernels/shell/pointwise.hpp"

namespace plisse::shell {
namespace {

template <class T>
struct Fixed {
  T pressure;

  template <class S>
  KOKKOS_INLINE_FUNCTION S energy(int, const surfaces::Frame<T>& frame, const Jet<S>& jet) const {
    return -pressure * dot(frame.n, jet.u);
  }
  template <class S>
  KOKKOS_INLINE_FUNCTION Jet<S> gradient(int, const surfaces::Frame<T>& frame, const Jet<S>&) const {
    Jet<S> result;
    result.u = S(-pressure) * frame.n;
    return result;
  }
};

template <class T>
struct Following {
  T pressure;

  template <class S>
  KOKKOS_INLINE_FUNCTION S energy(int, const surfaces::Frame<T>& frame, const Jet<S>& jet) const {
    return -pressure * dot(area_vector(frame, jet), jet.u);
  }
  template <class S>
  KOKKOS_INLINE_FUNCTION Jet<S> gradient(int, const surfaces::Frame<T>& f, const Jet<S>& j) const {
    const T half(0.5), third(T(1) / T(3));
    Jet<S> result;
    result.u = -pressure * area_vector(f, j);
    result.u1 = -pressure * cross(half * f.t2 + third * j.u2, j.u);
    result.u2 = -pressure * cross(j.u, half * f.t1 + third * j.u1);
    return result;
  }

 private:
  template <class S>
  KOKKOS_INLINE_FUNCTION static Vec3<S> area_vector(const surfaces::Frame<T>& f, const Jet<S>& j) {
    return f.n + T(0.5) * (cross(j.u1, f.t2) + cross(f.t1, j.u2)) + (T(1) / T(3)) * cross(j.u1, j.u2);
  }
};

}  // namespace

template <class T>
Pressure<T>::Pressure(const Options& options, const LoadContext<T>& context)
    : options_(options), capacity_(context.capacity), sum_(*context.workspace, std::size_t(context.capacity)) {}

template <class T>
double Pressure<T>::evaluate(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                             const Jets<T>& adjoint) const {
  check_room(sites, capacity_);
  const auto run = [&](const auto& density) {
    if (adjoint.size() > 0) add_gradient("plisse::shell::pressure", exec, points, sites, jets, factor, adjoint, density);
    return sum_energy(exec, sum_, points, sites, jets, density);
  };
  return options_.follower ? run(Following<T>{T(options_.value)}) : run(Fixed<T>{T(options_.value)});
}

template <class T>
void Pressure<T>::add_hessian(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                              const Array2<T>& hessian) const {
  if (options_.follower)
    shell::add_hessian("plisse::shell::pressure_hessian", exec, points, sites, jets, factor, hessian, 0, 3,
                       Following<T>{T(options_.value)});
}

template class Pressure<float>;
template class Pressure<double>;

}  // namespace plisse::shell

// SPDX-License-Identifier: Apache-2.0
#include "kernels/losses/regression.hpp"

namespace plisse::losses {

template <class T>
Regression<T>::Regression(const Options&, const Context<T>& context) : assembly_(context, name, 0) {}

template <class T>
double Regression<T>::evaluate(const Exec& exec, const Points<T>& points, const Jets<T>& positions, double factor, const Jets<T>& adjoint,
                               const Array1<T>& density) const {
  const auto energy = assembly_.energy();
  const T scale = T(factor);
  const bool with_adjoint = adjoint.size() > 0, with_density = density.size() > 0;
  Kokkos::parallel_for(
      "plisse::losses::regression", Range(exec, 0, points.count), KOKKOS_LAMBDA(int s) {
        const Vec3<T> error = load(positions, s) - load(points.target, s);
        energy(s) = dot(error, error);
        if (with_density) density(s) += scale * energy(s);
        if (with_adjoint) add(adjoint, s, (2 * scale * points.weight(s)) * error);
      });
  return assembly_.weighted(exec, points.count, points.weight);
}

template class Regression<float>;
template class Regression<double>;

}  // namespace plisse::losses

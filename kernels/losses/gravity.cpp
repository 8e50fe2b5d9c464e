// SPDX-License-Identifier: Apache-2.0
#include "kernels/losses/gravity.hpp"

namespace plisse::losses {

template <class T>
Gravity<T>::Gravity(const Options& options, const Context<T>& context)
    : axis_(int(options.axis) % 3),
      signed_weight_((options.axis < Options::Up::minus_x ? 1 : -1) * options.density * options.acceleration),
      assembly_(context, name, 0) {
  if (!(options.density > 0)) throw std::invalid_argument("density must be above 0 kg/m^2");
  if (!(options.acceleration >= 0)) throw std::invalid_argument("acceleration must be at least 0 m/s^2");
}

template <class T>
double Gravity<T>::evaluate(const Exec& exec, const Structures<T>& structures, const Jets<T>& positions, double factor,
                            const Jets<T>& adjoint, const Array1<T>& density) const {
  const int axis = axis_;
  const T force = T(signed_weight_ * structures.area), scale = T(factor);
  const auto energy = assembly_.energy();
  const bool with_adjoint = adjoint.size() > 0, with_density = density.size() > 0;
  Kokkos::parallel_for(
      "plisse::losses::gravity", Range(exec, 0, structures.count), KOKKOS_LAMBDA(int s) {
        T height = 0;
        int corners = 0;
        for (int k = 0; k < 3; ++k) {
          const int column = k * structures.stride + s;
          if (!structures.valid(column)) continue;
          height += positions(axis, 0, column);
          ++corners;
        }
        const T share = corners > 0 ? force / T(corners) : T(0);
        energy(s) = share * height;
        if (with_density) density(s) += scale * energy(s);
        if (!with_adjoint) return;
        for (int k = 0; k < 3; ++k) {
          const int column = k * structures.stride + s;
          if (structures.valid(column)) adjoint(axis, 0, column) += scale * structures.weight(s) * share;
        }
      });
  return assembly_.weighted(exec, structures.count, structures.weight);
}

template <class T>
double Gravity<T>::evaluate(const Exec& exec, const MeshElements<T>& mesh, const Jets<T>& positions, double factor,
                            const Jets<T>& adjoint) const {
  const int axis = axis_;
  const T force = T(signed_weight_ * mesh.area), scale = T(factor);
  const auto energy = assembly_.energy();
  const bool with_adjoint = adjoint.size() > 0;
  Kokkos::parallel_for(
      "plisse::losses::gravity_mesh", Range(exec, 0, mesh.vertices), KOKKOS_LAMBDA(int v) {
        energy(v) = force * positions(axis, 0, v);
        if (with_adjoint) adjoint(axis, 0, v) += scale * mesh.vertex_weight(v) * force;
      });
  return assembly_.weighted(exec, mesh.vertices, mesh.vertex_weight);
}

template class Gravity<float>;
template class Gravity<double>;

}  // namespace plisse::losses

// SPDX-License-Identifier: Apache-2.0
#include "kernels/boundary/pins.hpp"

namespace plisse::boundary {

template <class T>
Boundary<T>::Boundary(const PinSet<T>& set, int capacity, Workspace& workspace) : corners_(set.corners) {
  const auto& pins = set.pins;
  if (pins.empty()) return;
  pins_ = Array1<Pin<T>>("plisse::boundary::pins", pins.size());
  const auto host = Kokkos::create_mirror_view(pins_);
  for (std::size_t i = 0; i < pins.size(); ++i) host(i) = pins[i];
  Kokkos::deep_copy(pins_, host);
  factor_ = workspace.take<T>("plisse::boundary::factor", 3, std::size_t(capacity));
}

template <class T>
void Boundary<T>::apply(const Exec& exec, const Jets<T>& rest, int n, const Jets<T>& displacement) const {
  if (empty()) return;
  const auto pins = pins_;
  const auto factor = factor_;
  const auto corners = corners_;
  Kokkos::parallel_for(
      "plisse::boundary::apply", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        const T x[3] = {rest(0, 0, p), rest(1, 0, p), rest(2, 0, p)};
        T product[3] = {1, 1, 1}, offset[3] = {0, 0, 0};
        for (int k = 0; k < int(pins.extent(0)); ++k) {
          const T b = rise(pins(k), distance(pins(k).region, corners, x));
          for (int i = 0; i < 3; ++i) {
            if (!pins(k).fix[i]) continue;
            product[i] *= b;
            offset[i] += (1 - b) * pins(k).move[i];
          }
        }
        for (int i = 0; i < 3; ++i) {
          factor(i, p) = product[i];
          displacement(i, 0, p) = product[i] * displacement(i, 0, p) + offset[i];
        }
      });
}

template <class T>
void Boundary<T>::adjoint(const Exec& exec, int n, const Jets<T>& displacement_adjoint) const {
  if (empty()) return;
  const auto factor = factor_;
  Kokkos::parallel_for(
      "plisse::boundary::adjoint", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        for (int i = 0; i < 3; ++i) displacement_adjoint(i, 0, p) *= factor(i, p);
      });
}

template class Boundary<float>;
template class Boundary<double>;

}  // namespace plisse::boundary

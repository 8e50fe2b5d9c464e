// SPDX-License-Identifier: Apache-2.0
// What every term needs around its kernels: energies kept per sample or element, their sum in a fixed order, and for meshes the
// gradient of every element's corners, which each vertex then gathers through its incidence list (no atomics).
#pragma once

#include <algorithm>

#include "kernels/core/vec.hpp"
#include "kernels/losses/loss.hpp"

namespace plisse::losses {

template <class T>
KOKKOS_INLINE_FUNCTION Vec3<T> load(const Jets<T>& positions, int column) {
  return {positions(0, 0, column), positions(1, 0, column), positions(2, 0, column)};
}

template <class T>
KOKKOS_INLINE_FUNCTION void add(const Jets<T>& adjoint, int column, const Vec3<T>& value) {
  adjoint(0, 0, column) += value.x;
  adjoint(1, 0, column) += value.y;
  adjoint(2, 0, column) += value.z;
}

template <class T>
class Assembly {
 public:
  // corners: vertices of a mesh element; 0 for terms that live on vertices.
  Assembly(const Context<T>& context, const std::string& term, int corners)
      : energy_(context.workspace->template take<T>("plisse::losses::" + term + "_energy",
                                                    std::size_t(std::max({context.capacity, corners > 0 ? context.elements : 0, 1})))),
        gradient_(context.workspace->template take<T>("plisse::losses::" + term + "_gradient", 3, std::size_t(corners) * context.elements)),
        sum_(*context.workspace, energy_.extent(0)) {}

  const Array1<T>& energy() const { return energy_; }      // (max(capacity, elements))
  const Array2<T>& gradient() const { return gradient_; }  // (3, corners * elements), corner k of element e in column corners * e + k

  // sum_i weight_i energy_i, i < n
  double weighted(const Exec& exec, int n, const Array1<T>& weight) const {
    const auto energy = energy_;
    return sum_(
        exec, n, KOKKOS_LAMBDA(int i) { return double(weight(i)) * double(energy(i)); });
  }

  // mean of the energies of n elements; 0 where there are none
  double mean(const Exec& exec, int n) const {
    const auto energy = energy_;
    return n > 0 ? sum_(
                       exec, n, KOKKOS_LAMBDA(int i) { return double(energy(i)); }) /
                       n
                 : 0;
  }

  // adjoint(v) += factor * sum over the slots of vertex v of their gradient
  void gather(const Exec& exec, int vertices, const Array1<int>& start, const Array1<int>& slot, double factor,
              const Jets<T>& adjoint) const {
    const auto gradient = gradient_;
    const T scale = T(factor);
    Kokkos::parallel_for(
        "plisse::losses::gather", Range(exec, 0, vertices), KOKKOS_LAMBDA(int v) {
          Vec3<T> total;
          for (int k = start(v); k < start(v + 1); ++k) total += Vec3<T>{gradient(0, slot(k)), gradient(1, slot(k)), gradient(2, slot(k))};
          add(adjoint, v, scale * total);
        });
  }

 private:
  Array1<T> energy_;
  Array2<T> gradient_;
  OrderedSum sum_;
};

}  // namespace plisse::losses

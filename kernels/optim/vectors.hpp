// SPDX-License-Identifier: Apache-2.0
// Operations on flat arrays of parameters; products are summed in double in a fixed order.
#pragma once

#include "kernels/core/reduce.hpp"

namespace plisse::optim {

template <class T>
double dot(const Exec& exec, const OrderedSum& sum, const Array1<T>& a, const Array1<T>& b) {
  return sum(
      exec, int(a.extent(0)), KOKKOS_LAMBDA(int i) { return double(a(i)) * double(b(i)); });
}

// out = a + factor * b; out may be a or b.
template <class T>
void combine(const Exec& exec, const Array1<T>& out, const Array1<T>& a, double factor, const Array1<T>& b) {
  const T f = T(factor);
  Kokkos::parallel_for(
      "plisse::optim::combine", Range(exec, 0, int(out.extent(0))), KOKKOS_LAMBDA(int i) { out(i) = a(i) + f * b(i); });
}

// out = factor * a; out may be a.
template <class T>
void scale(const Exec& exec, const Array1<T>& out, double factor, const Array1<T>& a) {
  const T f = T(factor);
  Kokkos::parallel_for(
      "plisse::optim::scale", Range(exec, 0, int(out.extent(0))), KOKKOS_LAMBDA(int i) { out(i) = f * a(i); });
}

}  // namespace plisse::optim

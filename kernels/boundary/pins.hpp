// SPDX-License-Identifier: Apache-2.0
// Hard boundary conditions: u_i = B_i F_i + sum_k (1 - b_ki) g_ki, with b_k rising from 0 on the pinned set k to 1 at the
// distance `falloff`, B_i the product over the sets that fix component i, and g_k the prescribed displacement of the set.
//   simple:  b = s (2 - s)        (b ~ d near the set)
//   clamped: b = s^2 (3 - 2 s)    (b ~ d^2: the slope is held too)          with s = min(d / falloff, 1)
// Distances are those of the rest position to the set.
#pragma once

#include <vector>

#include "kernels/boundary/region.hpp"
#include "kernels/core/workspace.hpp"

namespace plisse::boundary {

template <class T>
struct Pin {
  Region<T> region;
  bool fix[3] = {true, true, true};
  Vec3<T> move;  // prescribed displacement [m]
  T falloff{};   // [m]; 0: only the set itself is held
  bool clamped = false;
};

// The factor b of a pin at distance d.
template <class T>
KOKKOS_INLINE_FUNCTION T rise(const Pin<T>& pin, T d) {
  if (pin.falloff <= 0) return d > 0 ? T(1) : T(0);
  const T s = math::fmin(d / pin.falloff, T(1));
  return pin.clamped ? s * s * (3 - 2 * s) : s * (2 - s);
}

template <class T>
struct PinSet {
  std::vector<Pin<T>> pins;
  Array2<T> corners;  // (3, K): of all regions that have any [m]
};

template <class T>
class Boundary {
 public:
  Boundary(const PinSet<T>& set, int capacity, Workspace& workspace);

  bool empty() const { return pins_.extent(0) == 0; }
  // Turns network outputs F into displacements u, in place, at n points with rest positions (3, 1, N); remembers B for adjoint().
  void apply(const Exec& exec, const Jets<T>& rest, int n, const Jets<T>& displacement) const;
  // Turns adjoints of u into adjoints of F, in place, for the points of the last apply().
  void adjoint(const Exec& exec, int n, const Jets<T>& displacement_adjoint) const;

 private:
  Array1<Pin<T>> pins_;
  Array2<T> corners_;  // (3, K)
  Array2<T> factor_;   // (3, N): B
};

}  // namespace plisse::boundary

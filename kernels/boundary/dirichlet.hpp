// SPDX-License-Identifier: Apache-2.0
// Hard boundary conditions of a shell, with the derivatives its energy needs.  Per component i, of a free field F,
//   u_i = B_i F_i + sum_k (1 - b_k) g_ki,     B_i = product of b_k over the sets k that fix component i,
// where b_k rises from 0 on the set k to 1, and g_k is the set's prescribed motion, a rotation and a translation times the load
// factor.  With d the distance to the set and s = min(d / falloff, 1):
//   simple   b = 1 - (1 - s)^3            (b ~ d: the value is held)
//   clamped  b = s^2 (6 - 8 s + 3 s^2)    (b ~ d^2: the slope is held too)
// (a set and its mirror images count as sets of their own: with symmetry, B must be even about the planes, or u would not be)
// both with two continuous derivatives where they reach 1.  Without a falloff, s = d / reach with the largest distance on the surface,
// and b = s or s^2: no end of the rise lies on the surface.  First and second derivatives follow the product rule along the surface.
#pragma once

#include <vector>

#include "kernels/boundary/region.hpp"
#include "kernels/boundary/surface_jet.hpp"
#include "kernels/core/workspace.hpp"
#include "kernels/surfaces/points.hpp"

namespace plisse::boundary {

// x -> rotation about `axis` (unit) through `centre` by `angle` [rad], then translation [m].
struct Motion {
  Vec3<double> translation, axis{0, 0, 1}, centre;
  double angle = 0;
  bool still() const { return angle == 0 && norm(translation) == 0; }
};

template <class T>
struct Hold {
  Region<T> region;
  bool fix[3] = {true, true, true};
  T width{};               // falloff, or the reach where there is none [m]
  bool saturates = false;  // a falloff is given
  bool clamped = false;
  bool reflected[3] = {false, false, false};  // the mirror image of a set: its distance and motion are those at the reflected point
  T plane[3]{};                               // coordinates of the planes [m]
  T matrix[9]{};                              // the motion's displacement at the present load: matrix x + offset
  T offset[3]{};
};

// The factor b as a function of the jet of the distance.
template <class T>
KOKKOS_INLINE_FUNCTION SurfaceJet<T> rise(const Hold<T>& hold, const SurfaceJet<T>& distance) {
  const SurfaceJet<T> s = (1 / hold.width) * distance;
  if (hold.saturates && s.v >= 1) return {T(1), T(0), T(0), T(0), T(0), T(0)};
  const T r = 1 - s.v;
  if (!hold.saturates) return hold.clamped ? s * s : s;
  if (hold.clamped) return chain(s, s.v * s.v * (6 - 8 * s.v + 3 * s.v * s.v), 12 * s.v * r * r, 12 * r * (r - 2 * s.v));
  return chain(s, 1 - r * r * r, 3 * r * r, -6 * r);
}

template <class T>
class Dirichlet {
 public:
  Dirichlet() = default;
  // One motion a hold; corners (3, K) of all regions.  Starts at load factor 1.
  Dirichlet(std::vector<Hold<T>> holds, std::vector<Motion> motions, const Array2<T>& corners, int capacity, Workspace& workspace);

  // The motions are prescribed times this factor.
  void set_load(const Exec& exec, double factor);
  // Factors and offsets at points [first, first + n), for the calls that follow; point p of those is point p - first here.
  void prepare(const Exec& exec, const surfaces::SurfacePoints<T>& points, int first, int n) const;
  // Turns jets of F (3, 6, N) into jets of u, in place.
  void apply(const Exec& exec, int n, const Jets<T>& jets) const;
  // Turns adjoints of u into adjoints of F, in place.
  void adjoint(const Exec& exec, int n, const Jets<T>& jets) const;
  // B_i as jets (3, 6, N) of the last prepare(); and the part of u that F does not change.
  const Jets<T>& factors() const { return factors_; }
  const Jets<T>& offsets() const { return offsets_; }

 private:
  std::vector<Motion> motions_;
  Array1<Hold<T>> holds_;
  typename Array1<Hold<T>>::host_mirror_type host_;
  Array2<T> corners_;
  Jets<T> factors_, offsets_;
};

// Component i of a jet array (3, 6, N) at point p.
template <class T>
KOKKOS_INLINE_FUNCTION SurfaceJet<T> component(const Jets<T>& jets, int i, int p) {
  return {jets(i, 0, p), jets(i, 1, p), jets(i, 2, p), jets(i, 3, p), jets(i, 4, p), jets(i, 5, p)};
}
template <class T>
KOKKOS_INLINE_FUNCTION void set_component(const Jets<T>& jets, int i, int p, const SurfaceJet<T>& f) {
  for (int c = 0; c < 6; ++c) jets(i, c, p) = f[c];
}

}  // namespace plisse::boundary

// SPDX-License-Identifier: Apache-2.0
// Symmetry about axis-aligned planes, exact for any field f: the mean over all mirror images of the point,
//   F_i(x) = mean over images m of sign_i(m) f_i(M_m x),    sign_i(m) = -1 where m reflects axis i, else 1.
// The displacement normal to a plane is then odd in the distance to it and the others are even: what crosses the plane is held and
// the surface cannot rotate about an axis in it.  K planes make 2^K images; image m of point p is column m n + p of the expanded batch.
#pragma once

#include <vector>

#include "kernels/core/types.hpp"
#include "kernels/core/workspace.hpp"
#include "kernels/surfaces/points.hpp"

namespace plisse::boundary {

struct MirrorPlane {
  int axis = 0;   // 0, 1, 2: normal of the plane
  double at = 0;  // coordinate of the plane [m]
};

// y = scale (x - origin): into the unit cube, with one scale.
template <class T>
struct Normalisation {
  Vec3<T> origin;
  T scale = 1;
};

template <class T>
class Mirrors {
 public:
  Mirrors() = default;
  // At most one plane an axis.  Throws std::invalid_argument otherwise.
  explicit Mirrors(const std::vector<MirrorPlane>& planes);

  KOKKOS_FUNCTION int images() const { return images_; }
  // Normalised position jets (3, 6, images n) of all images of points [first, first + n).
  void expand(const Exec& exec, const surfaces::SurfacePoints<T>& points, int first, int n, const Normalisation<T>& normalisation,
              const Jets<T>& input) const;
  // folded (3, C, N) = scale times the signed mean of raw (3, C, images n).
  void fold(const Exec& exec, const Jets<T>& raw, int n, T scale, const Jets<T>& folded) const;
  // Its adjoint: raw_adjoint (3, C, images n) of folded_adjoint (3, C, N).
  void unfold(const Exec& exec, const Jets<T>& folded_adjoint, int n, T scale, const Jets<T>& raw_adjoint) const;

  // The mean over images m of sign_i(m) value(m).  Across its own plane a component takes differences first, so that what is even there
  // vanishes exactly: a large constant leaves no rounding errors behind.
  template <class Value>
  KOKKOS_INLINE_FUNCTION T signed_mean(int i, const Value& value) const {
    int own = 0;
    for (int k = 0; k < count_; ++k)
      if (axis_[k] == i) own = 1 << k;
    T sum = 0;
    for (int m = 0; m < images_; ++m) {
      if (own == 0) sum += value(m);
      else if (!(m & own)) sum += value(m) - value(m | own);
    }
    return sum / T(images_);
  }

  // The sign of component i in image m.
  KOKKOS_INLINE_FUNCTION T sign(int i, int m) const {
    for (int k = 0; k < count_; ++k)
      if (axis_[k] == i && (m >> k & 1)) return T(-1);
    return T(1);
  }
  // Coordinate i of image m.
  KOKKOS_INLINE_FUNCTION T reflected(int i, int m, T x) const {
    for (int k = 0; k < count_; ++k)
      if (axis_[k] == i && (m >> k & 1)) return 2 * at_[k] - x;
    return x;
  }

 private:
  int count_ = 0, images_ = 1;
  int axis_[3] = {-1, -1, -1};
  T at_[3] = {0, 0, 0};
};

}  // namespace plisse::boundary

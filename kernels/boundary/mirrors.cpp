// SPDX-License-Identifier: Apache-2.0
#include "kernels/boundary/mirrors.hpp"

#include <stdexcept>

namespace plisse::boundary {

template <class T>
Mirrors<T>::Mirrors(const std::vector<MirrorPlane>& planes) {
  for (const auto& plane : planes) {
    for (int k = 0; k < count_; ++k)
      if (axis_[k] == plane.axis) throw std::invalid_argument("two symmetry planes across the same axis: leave one out");
    axis_[count_] = plane.axis;
    at_[count_++] = T(plane.at);
  }
  images_ = 1 << count_;
}

template <class T>
void Mirrors<T>::expand(const Exec& exec, const surfaces::SurfacePoints<T>& points, int first, int n, const Normalisation<T>& normalisation,
                        const Jets<T>& input) const {
  const auto self = *this;
  const T origin[3] = {normalisation.origin.x, normalisation.origin.y, normalisation.origin.z}, scale = normalisation.scale;
  Kokkos::parallel_for(
      "plisse::boundary::expand", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        const auto f = points.at(first + p);
        for (int m = 0; m < self.images(); ++m)
          for (int i = 0; i < 3; ++i) {
            const int q = m * n + p;
            const T s = self.sign(i, m) * scale;
            input(i, 0, q) = scale * (self.reflected(i, m, f.x[i]) - origin[i]);
            input(i, 1, q) = s * f.t1[i];
            input(i, 2, q) = s * f.t2[i];
            input(i, 3, q) = -s * f.h11 * f.n[i];
            input(i, 4, q) = -s * f.h12 * f.n[i];
            input(i, 5, q) = -s * f.h22 * f.n[i];
          }
      });
}

template <class T>
void Mirrors<T>::fold(const Exec& exec, const Jets<T>& raw, int n, T scale, const Jets<T>& folded) const {
  const auto self = *this;
  const int channels = int(folded.extent(1));
  Kokkos::parallel_for(
      "plisse::boundary::fold", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        for (int i = 0; i < 3; ++i)
          for (int c = 0; c < channels; ++c) folded(i, c, p) = scale * self.signed_mean(i, [&](int m) { return raw(i, c, m * n + p); });
      });
}

template <class T>
void Mirrors<T>::unfold(const Exec& exec, const Jets<T>& folded_adjoint, int n, T scale, const Jets<T>& raw_adjoint) const {
  const auto self = *this;
  const T share = scale / T(images_);
  const int channels = int(folded_adjoint.extent(1));
  Kokkos::parallel_for(
      "plisse::boundary::unfold", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        for (int i = 0; i < 3; ++i)
          for (int c = 0; c < channels; ++c)
            for (int m = 0; m < self.images(); ++m) raw_adjoint(i, c, m * n + p) = self.sign(i, m) * share * folded_adjoint(i, c, p);
      });
}

template class Mirrors<float>;
template class Mirrors<double>;

}  // namespace plisse::boundary

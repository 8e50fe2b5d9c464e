// SPDX-License-Identifier: Apache-2.0
#include "kernels/boundary/dirichlet.hpp"

#include <cmath>

namespace plisse::boundary {

namespace {

// The displacement of a motion at a share of it: matrix x + offset, with matrix = R - 1 by Rodrigues' formula.
template <class T>
void set_motion(Hold<T>& hold, const Motion& motion, double share) {
  const double angle = share * motion.angle, sine = std::sin(angle), versine = 2 * std::sin(angle / 2) * std::sin(angle / 2);
  const Vec3<double> a = motion.axis;
  const double cross[9] = {0, -a.z, a.y, a.z, 0, -a.x, -a.y, a.x, 0};
  for (int i = 0; i < 3; ++i) {
    double about = 0;
    for (int j = 0; j < 3; ++j) {
      const double entry = sine * cross[3 * i + j] + versine * (a[i] * a[j] - (i == j));
      hold.matrix[3 * i + j] = T(entry);
      about += entry * motion.centre[j];
    }
    hold.offset[i] = T(share * motion.translation[i] - about);
  }
}

// The position as jets along the surface.
template <class T>
KOKKOS_INLINE_FUNCTION void position(const surfaces::Frame<T>& f, SurfaceJet<T> (&x)[3]) {
  for (int i = 0; i < 3; ++i) x[i] = {f.x[i], f.t1[i], f.t2[i], -f.h11 * f.n[i], -f.h12 * f.n[i], -f.h22 * f.n[i]};
}

}  // namespace

template <class T>
Dirichlet<T>::Dirichlet(std::vector<Hold<T>> holds, std::vector<Motion> motions, const Array2<T>& corners, int capacity,
                        Workspace& workspace)
    : motions_(std::move(motions)),
      holds_(workspace.take<Hold<T>>("plisse::boundary::holds", holds.size())),
      corners_(corners),
      factors_(workspace.take<T>("plisse::boundary::factors", 3, 6, std::size_t(capacity))),
      offsets_(workspace.take<T>("plisse::boundary::offsets", 3, 6, std::size_t(capacity))) {
  host_ = Kokkos::create_mirror_view(holds_);
  for (std::size_t k = 0; k < holds.size(); ++k) host_(k) = holds[k];
  set_load(Exec(), 1);
}

template <class T>
void Dirichlet<T>::set_load(const Exec& exec, double factor) {
  for (std::size_t k = 0; k < motions_.size(); ++k) set_motion(host_(k), motions_[k], factor);
  Kokkos::deep_copy(exec, holds_, host_);
  exec.fence();
}

template <class T>
void Dirichlet<T>::prepare(const Exec& exec, const surfaces::SurfacePoints<T>& points, int first, int n) const {
  const auto holds = holds_;
  const auto corners = corners_;
  const auto factors = factors_, offsets = offsets_;
  Kokkos::parallel_for(
      "plisse::boundary::prepare", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        SurfaceJet<T> x[3], product[3], sum[3];
        position(points.at(first + p), x);
        for (int i = 0; i < 3; ++i) product[i].v = 1;
        for (int k = 0; k < int(holds.extent(0)); ++k) {
          const Hold<T>& hold = holds(k);
          SurfaceJet<T> y[3];
          for (int i = 0; i < 3; ++i) y[i] = hold.reflected[i] ? 2 * hold.plane[i] - x[i] : x[i];
          const SurfaceJet<T> b = rise(hold, distance(hold.region, corners, y));
          for (int i = 0; i < 3; ++i) {
            if (!hold.fix[i]) continue;
            const T* row = hold.matrix + 3 * i;
            product[i] = product[i] * b;
            const T sign = hold.reflected[i] ? T(-1) : T(1);
            sum[i] = sum[i] + (T(1) - b) * (sign * (row[0] * y[0] + row[1] * y[1] + row[2] * y[2] + hold.offset[i]));
          }
        }
        for (int i = 0; i < 3; ++i) {
          set_component(factors, i, p, product[i]);
          set_component(offsets, i, p, sum[i]);
        }
      });
}

template <class T>
void Dirichlet<T>::apply(const Exec& exec, int n, const Jets<T>& jets) const {
  const auto factors = factors_, offsets = offsets_;
  Kokkos::parallel_for(
      "plisse::boundary::apply", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        for (int i = 0; i < 3; ++i) set_component(jets, i, p, component(factors, i, p) * component(jets, i, p) + component(offsets, i, p));
      });
}

template <class T>
void Dirichlet<T>::adjoint(const Exec& exec, int n, const Jets<T>& jets) const {
  const auto factors = factors_;
  Kokkos::parallel_for(
      "plisse::boundary::adjoint", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        for (int i = 0; i < 3; ++i) {
          const SurfaceJet<T> b = component(factors, i, p), u = component(jets, i, p);
          set_component(jets, i, p,
                        SurfaceJet<T>{b.v * u.v + b.v1 * u.v1 + b.v2 * u.v2 + b.v11 * u.v11 + b.v12 * u.v12 + b.v22 * u.v22,
                                      b.v * u.v1 + 2 * b.v1 * u.v11 + b.v2 * u.v12, b.v * u.v2 + b.v1 * u.v12 + 2 * b.v2 * u.v22,
                                      b.v * u.v11, b.v * u.v12, b.v * u.v22});
        }
      });
}

template class Dirichlet<float>;
template class Dirichlet<double>;

}  // namespace plisse::boundary

// SPDX-License-Identifier: Apache-2.0
// Potentials written as one functor over a scalar type S (a number or a dual number), point by point:
//   template <class S> S energy(int p, const Frame<T>&, const Jet<S>&) const;         psi at point p of the batch
//   template <class S> Jet<S> gradient(int p, const Frame<T>&, const Jet<S>&) const;  d psi / d jet
// The loops over the points of a batch follow here.  The Hessian is the derivative of the gradient by dual numbers.
#pragma once

#include <stdexcept>
#include <string>

#include "kernels/core/dual.hpp"
#include "kernels/core/reduce.hpp"
#include "kernels/shell/potential.hpp"

namespace plisse::shell {

// Throws std::invalid_argument where a batch has more points than room was made for.
inline void check_room(Sites sites, int capacity) {
  if (sites.count > capacity)
    throw std::invalid_argument(std::to_string(sites.count) + " points, but there is room for " + std::to_string(capacity));
}

// sum_p weight_p psi_p
template <class T, class Density>
double sum_energy(const Exec& exec, const OrderedSum& sum, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets,
                  const Density& density) {
  const int first = sites.first;
  return sum(
      exec, sites.count, KOKKOS_LAMBDA(int i) {
        const int p = first + i;
        return double(points.weight(p)) * double(density.energy(p, points.at(p), jet(jets, p)));
      });
}

// adjoint += factor * weight_p d psi_p / d jet
template <class T, class Density>
void add_gradient(const std::string& label, const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets,
                  double factor, const Jets<T>& adjoint, const Density& density) {
  const T scale = T(factor);
  Kokkos::parallel_for(
      label, Range(exec, sites.first, sites.first + sites.count),
      KOKKOS_LAMBDA(int p) { add(adjoint, p, scale * points.weight(p), density.gradient(p, points.at(p), jet(jets, p))); });
}

// hessian += factor * weight_p d^2 psi_p, for a psi of the channels [low, high) of the jet alone.  One column an index: the lower
// triangle from the dual numbers, mirrored, so that the matrix is symmetric to the last bit.
template <class T, class Density>
void add_hessian(const std::string& label, const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets,
                 double factor, const Array2<T>& hessian, int low, int high, const Density& density) {
  const T scale = T(factor);
  const int width = high - low, first = sites.first, count = sites.count;
  Kokkos::parallel_for(
      label, Range(exec, 0, 3 * width * count), KOKKOS_LAMBDA(int index) {
        const int p = first + index % count, column = index / count;
        const int component = column / width, channel = low + column % width;
        const Jet<T> at = jet(jets, p);
        Jet<Dual<T>> seeded;
        for (int c = 0; c < channels; ++c) seeded[c] = {at[c].x, at[c].y, at[c].z};
        Vec3<Dual<T>>& seed = seeded[channel];
        (component == 0 ? seed.x : component == 1 ? seed.y : seed.z).slope = 1;

        const Jet<Dual<T>> gradient = density.gradient(p, points.at(p), seeded);
        const T weight = scale * points.weight(p);
        const int j = channels * component + channel;
        for (int k = component; k < 3; ++k)
          for (int c = k == component ? channel : low; c < high; ++c) {
            const int i = channels * k + c;
            const T entry = weight * gradient[c][k].slope;
            hessian(jet_size * i + j, p) += entry;
            if (i != j) hessian(jet_size * j + i, p) += entry;
          }
      });
}

}  // namespace plisse::shell

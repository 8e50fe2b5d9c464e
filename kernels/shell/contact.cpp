// SPDX-License-Identifier: Apache-2.0
#include "kernels/shell/contact.hpp"

#include <cmath>
#include <stdexcept>

#include "kernels/shell/pointwise.hpp"

namespace plisse::shell {
namespace {

// The distances and normals are those of the jets in hand, so that energy and gradient need no more of the jet.
template <class T>
struct Penalty {
  T stiffness, keep;
  int first;           // site of column 0
  Array1<T> distance;  // (count) [m]
  Array2<T> normal;    // (3, count)

  KOKKOS_INLINE_FUNCTION T gap(int p) const { return math::fmin(distance(p - first) - keep, T(0)); }
  KOKKOS_INLINE_FUNCTION Vec3<T> outward(int p) const { return {normal(0, p - first), normal(1, p - first), normal(2, p - first)}; }

  KOKKOS_INLINE_FUNCTION T energy(int p, const surfaces::Frame<T>&, const Jet<T>&) const { return T(0.5) * stiffness * gap(p) * gap(p); }
  KOKKOS_INLINE_FUNCTION Jet<T> gradient(int p, const surfaces::Frame<T>&, const Jet<T>&) const {
    Jet<T> result;
    result.u = stiffness * gap(p) * outward(p);
    return result;
  }
};

template <class T>
void move_points(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, const Jets<T>& positions) {
  const int first = sites.first;
  Kokkos::parallel_for(
      "plisse::shell::contact_positions", Range(exec, 0, sites.count), KOKKOS_LAMBDA(int i) {
        for (int k = 0; k < 3; ++k) positions(k, 0, i) = points.frame(k, first + i) + jets(k, 0, first + i);
      });
}

template <class T>
void add_normal_products(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Penalty<T>& penalty, T factor,
                         const Array2<T>& hessian) {
  Kokkos::parallel_for(
      "plisse::shell::contact_hessian", Range(exec, sites.first, sites.first + sites.count), KOKKOS_LAMBDA(int p) {
        if (!(penalty.gap(p) < 0)) return;
        const T scale = factor * points.weight(p) * penalty.stiffness;
        const Vec3<T> m = penalty.outward(p);
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) hessian(jet_size * channels * i + channels * j, p) += scale * (m[i] * m[j]);
      });
}

// Counts and minima do not depend on the order in which they are taken.
template <class T>
Clearance survey(const Exec& exec, int count, const Array1<T>& distance, T keep) {
  T lowest = 0;
  Clearance result;
  if (count == 0) return result;
  Kokkos::parallel_reduce(
      "plisse::shell::contact_clearance", Range(exec, 0, count),
      KOKKOS_LAMBDA(int i, T& least, int& touching, int& inside) {
        if (distance(i) < least) least = distance(i);
        touching += distance(i) < keep ? 1 : 0;
        inside += distance(i) < 0 ? 1 : 0;
      },
      Kokkos::Min<T>(lowest), result.touching, result.inside);
  exec.fence();
  result.lowest = double(lowest);
  return result;
}

int checked_capacity(int capacity) {
  if (capacity < 0) throw std::invalid_argument("capacity must be at least 0");
  return capacity;
}

}  // namespace

template <class T>
Contact<T>::Contact(const ContactOptions& options, const collision::Collider<T>& collider, int capacity, Workspace& workspace)
    : options_(options),
      collider_(&collider),
      capacity_(checked_capacity(capacity)),
      sum_(workspace, std::size_t(capacity)),
      positions_(workspace.take<T>("plisse::shell::contact_positions", 3, 1, std::size_t(capacity))),
      distance_(workspace.take<T>("plisse::shell::contact_distance", std::size_t(capacity))),
      normal_(workspace.take<T>("plisse::shell::contact_normal", 3, std::size_t(capacity))) {
  if (!(options.stiffness > 0 && std::isfinite(options.stiffness))) throw std::invalid_argument("stiffness must be above 0");
  if (!(options.distance >= 0 && std::isfinite(options.distance))) throw std::invalid_argument("distance must be at least 0");
}

template <class T>
void Contact<T>::query(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets) const {
  check_room(sites, capacity_);
  move_points(exec, points, sites, jets, positions_);
  collider_->query(exec, positions_, sites.count, distance_, normal_);
}

template <class T>
double Contact<T>::evaluate(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                            const Jets<T>& adjoint) const {
  query(exec, points, sites, jets);
  const Penalty<T> penalty{T(options_.stiffness), T(options_.distance), sites.first, distance_, normal_};
  if (adjoint.size() > 0) add_gradient("plisse::shell::contact", exec, points, sites, jets, factor, adjoint, penalty);
  return sum_energy(exec, sum_, points, sites, jets, penalty);
}

template <class T>
void Contact<T>::add_hessian(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                             const Array2<T>& hessian) const {
  query(exec, points, sites, jets);
  add_normal_products(exec, points, sites, Penalty<T>{T(options_.stiffness), T(options_.distance), sites.first, distance_, normal_},
                      T(factor), hessian);
}

template <class T>
Clearance Contact<T>::clearance(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets) const {
  query(exec, points, sites, jets);
  return survey(exec, sites.count, distance_, T(options_.distance));
}

template class Contact<float>;
template class Contact<double>;

}  // namespace plisse::shell

// SPDX-License-Identifier: Apache-2.0
#include "kernels/shell/elasticity.hpp"

#include <type_traits>

#include "kernels/shell/pointwise.hpp"

namespace plisse::shell {
namespace {

// Calls f with a compile-time measure: f(std::integral_constant<StrainMeasure, m>).
template <class F>
void dispatch(StrainMeasure measure, const F& f) {
  switch (measure) {
    case StrainMeasure::exact:
      return f(std::integral_constant<StrainMeasure, StrainMeasure::exact>{});
    case StrainMeasure::linear:
      return f(std::integral_constant<StrainMeasure, StrainMeasure::linear>{});
    case StrainMeasure::printed:
      return f(std::integral_constant<StrainMeasure, StrainMeasure::printed>{});
  }
}

template <StrainMeasure measure, class T>
struct Density {
  materials::Stiffness<T> stiffness;
  Array2<T> stresses;  // (6, N), or empty: those of the jets

  template <class S>
  KOKKOS_INLINE_FUNCTION Jet<S> gradient(int p, const Frame<T>& frame, const Jet<S>& jet) const {
    Resultants<S> r = stiffness.resultants(shell::strains<measure>(frame, jet));
    if constexpr (!std::is_same_v<S, T>)
      if (stresses.extent(1) > 0) {
        S* const rows[6] = {&r.n11, &r.n12, &r.n22, &r.m11, &r.m12, &r.m22};
        for (int i = 0; i < 6; ++i) rows[i]->value = stresses(i, p);
      }
    return strain_adjoint<measure>(frame, jet, r);
  }
};

template <StrainMeasure measure, class T>
void extrapolate_points(const Exec& exec, const materials::Stiffness<T>& stiffness, const surfaces::SurfacePoints<T>& points, Sites sites,
                        const Jets<T>& jets, const Jets<T>& direction, T step, const Array2<T>& stresses) {
  Kokkos::parallel_for(
      "plisse::shell::extrapolate", Range(exec, sites.first, sites.first + sites.count), KOKKOS_LAMBDA(int p) {
        const Jet<T> at = jet(jets, p), along = jet(direction, p);
        Jet<Dual<T>> seeded;
        for (int c = 0; c < channels; ++c) seeded[c] = {{at[c].x, along[c].x}, {at[c].y, along[c].y}, {at[c].z, along[c].z}};
        const auto r = stiffness.resultants(shell::strains<measure>(points.at(p), seeded));
        const Dual<T> rows[6] = {r.n11, r.n12, r.n22, r.m11, r.m12, r.m22};
        for (int i = 0; i < 6; ++i) stresses(i, p) = rows[i].value + step * rows[i].slope;
      });
}

// Energies and, where wanted, the adjoint of all points.
template <StrainMeasure measure, class T>
void evaluate_points(const Exec& exec, const materials::Stiffness<T>& stiffness, const surfaces::SurfacePoints<T>& points, Sites sites,
                     const Jets<T>& jets, double factor, const Jets<T>& adjoint, const Array2<T>& energy) {
  const bool with_adjoint = adjoint.size() > 0;
  const T scale = T(factor);
  const int first = sites.first;
  Kokkos::parallel_for(
      "plisse::shell::elasticity", Range(exec, 0, sites.count), KOKKOS_LAMBDA(int i) {
        const int p = first + i;
        const Frame<T> frame = points.at(p);
        const Jet<T> at = jet(jets, p);
        const Strains<T> strain = shell::strains<measure>(frame, at);
        const Resultants<T> resultant = stiffness.resultants(strain);
        const auto energies = stiffness.energy(strain, resultant);
        energy(0, i) = energies.membrane;
        energy(1, i) = energies.bending;
        if (with_adjoint) add(adjoint, p, scale * points.weight(p), strain_adjoint<measure>(frame, at, resultant));
      });
}

template <class T>
double total(const Exec& exec, const OrderedSum& sum, const Array1<T>& weight, Sites sites, const Array2<T>& energy, int part) {
  const int first = sites.first;
  return sum(
      exec, sites.count, KOKKOS_LAMBDA(int i) { return double(weight(first + i)) * double(energy(part, i)); });
}

template <StrainMeasure measure, class T>
void write_strains(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, const Array2<T>& out) {
  Kokkos::parallel_for(
      "plisse::shell::strains", Range(exec, sites.first, sites.first + sites.count), KOKKOS_LAMBDA(int p) {
        const Strains<T> s = shell::strains<measure>(points.at(p), jet(jets, p));
        const T row[6] = {s.e11, s.e12, s.e22, s.k11, s.k12, s.k22};
        for (int i = 0; i < 6; ++i) out(i, p) = row[i];
      });
}

template <StrainMeasure measure, class T>
void write_resultants(const Exec& exec, const materials::Stiffness<T>& stiffness, const surfaces::SurfacePoints<T>& points, Sites sites,
                      const Jets<T>& jets, const Array2<T>& out) {
  Kokkos::parallel_for(
      "plisse::shell::resultants", Range(exec, sites.first, sites.first + sites.count), KOKKOS_LAMBDA(int p) {
        const Resultants<T> r = stiffness.resultants(shell::strains<measure>(points.at(p), jet(jets, p)));
        const T row[6] = {r.n11, r.n12 / 2, r.n22, r.m11, r.m12 / 2, r.m22};
        for (int i = 0; i < 6; ++i) out(i, p) = row[i];
      });
}

}  // namespace

template <class T>
Elasticity<T>::Elasticity(StrainMeasure measure, const materials::Material<T>& material, int capacity, Workspace& workspace)
    : measure_(measure),
      stiffness_(material.stiffness()),
      energy_(workspace.take<T>("plisse::shell::elastic_energy", 2, std::size_t(capacity))),
      sum_(workspace, std::size_t(capacity)) {}

template <class T>
double Elasticity<T>::evaluate(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                               const Jets<T>& adjoint) const {
  check_room(sites, int(energy_.extent(1)));
  dispatch(measure_,
           [&](auto measure) { evaluate_points<measure.value>(exec, stiffness_, points, sites, jets, factor, adjoint, energy_); });
  membrane_ = total(exec, sum_, points.weight, sites, energy_, 0);
  bending_ = total(exec, sum_, points.weight, sites, energy_, 1);
  return membrane_ + bending_;
}

template <class T>
void Elasticity<T>::add_hessian(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                                const Array2<T>& hessian) const {
  add_hessian(exec, points, sites, jets, factor, hessian, Array2<T>());
}

template <class T>
void Elasticity<T>::add_hessian(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                                const Array2<T>& hessian, const Array2<T>& stresses) const {
  dispatch(measure_, [&](auto measure) {
    shell::add_hessian("plisse::shell::elasticity_hessian", exec, points, sites, jets, factor, hessian, 1, channels,
                       Density<measure.value, T>{stiffness_, stresses});
  });
}

template <class T>
void Elasticity<T>::extrapolate(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets,
                                const Jets<T>& direction, double step, const Array2<T>& stresses) const {
  dispatch(measure_,
           [&](auto measure) { extrapolate_points<measure.value>(exec, stiffness_, points, sites, jets, direction, T(step), stresses); });
}

template <class T>
void Elasticity<T>::strains(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets,
                            const Array2<T>& out) const {
  dispatch(measure_, [&](auto measure) { write_strains<measure.value>(exec, points, sites, jets, out); });
}

template <class T>
void Elasticity<T>::resultants(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets,
                               const Array2<T>& out) const {
  dispatch(measure_, [&](auto measure) { write_resultants<measure.value>(exec, stiffness_, points, sites, jets, out); });
}

template class Elasticity<float>;
template class Elasticity<double>;

}  // namespace plisse::shell

// SPDX-License-Identifier: Apache-2.0
#include "kernels/losses/bend.hpp"

#include <numbers>

#include "kernels/losses/hinge.hpp"
#include "kernels/losses/local_structure.hpp"

namespace plisse::losses {
namespace {

template <class T>
struct PairEnergy {
  bool by_area, from_rest;
  T stiffness;

  // Energy of a pair with corners in `columns`; `gradient` = d(energy)/d(corner).
  KOKKOS_FUNCTION T operator()(const Jets<T>& rest, const Jets<T>& positions, const int columns[4], Vec3<T> gradient[4]) const {
    T factor = 1, rest_bend = 0;
    bool degenerate = false;
    if (by_area || from_rest) {
      const Hinge<T> reference = at(rest, columns);
      degenerate = reference.degenerate;
      if (from_rest) rest_bend = reference.bend;
      if (by_area && !degenerate) factor = stiffness * T(std::numbers::sqrt3 / 4) * reference.edge_squared / reference.area;
    }
    const Hinge<T> hinge = at(positions, columns);
    if (degenerate || hinge.degenerate) {
      for (int k = 0; k < 4; ++k) gradient[k] = {};
      return 0;
    }
    const T difference = hinge.bend - rest_bend;
    hinge.gradient(2 * factor * difference * hinge.slope, gradient);
    return factor * difference * difference;
  }

  KOKKOS_FUNCTION static Hinge<T> at(const Jets<T>& positions, const int columns[4]) {
    return {load(positions, columns[0]), load(positions, columns[1]), load(positions, columns[2]), load(positions, columns[3])};
  }
};

}  // namespace

template <class T>
Bend<T>::Bend(const Options& options, const Context<T>& context)
    : by_area_(options.form == Options::Form::area),
      from_rest_(options.rest),
      stiffness_(T(options.stiffness)),
      assembly_(context, name, 4) {
  if (!(options.stiffness > 0)) throw std::invalid_argument("stiffness must be above 0");
}

template <class T>
double Bend<T>::evaluate(const Exec& exec, const Structures<T>& structures, const Jets<T>& positions, double factor, const Jets<T>& adjoint,
                         const Array1<T>& density) const {
  const PairEnergy<T> pair_energy{by_area_, from_rest_, stiffness_};
  const auto energy = assembly_.energy();
  const T scale = T(factor);
  const bool with_adjoint = adjoint.size() > 0, with_density = density.size() > 0;
  Kokkos::parallel_for(
      "plisse::losses::bend", Range(exec, 0, structures.count), KOKKOS_LAMBDA(int s) {
        const T weight = scale * structures.weight(s);
        T total = 0;
        for (int q = 0; q < face_pairs; ++q) {
          int columns[4];
          bool valid = true;
          for (int k = 0; k < 4; ++k) {
            columns[k] = pair_vertex(q, k) * structures.stride + s;
            valid = valid && structures.valid(columns[k]);
          }
          if (!valid) continue;
          Vec3<T> gradient[4];
          total += pair_energy(structures.rest, positions, columns, gradient);
          if (with_adjoint)
            for (int k = 0; k < 4; ++k) add(adjoint, columns[k], weight * gradient[k]);
        }
        energy(s) = total;
        if (with_density) density(s) += scale * total;
      });
  return assembly_.weighted(exec, structures.count, structures.weight);
}

template <class T>
double Bend<T>::evaluate(const Exec& exec, const MeshElements<T>& mesh, const Jets<T>& positions, double factor,
                         const Jets<T>& adjoint) const {
  const PairEnergy<T> pair_energy{by_area_, from_rest_, stiffness_};
  const auto energy = assembly_.energy();
  const auto corner_gradient = assembly_.gradient();
  Kokkos::parallel_for(
      "plisse::losses::bend_mesh", Range(exec, 0, mesh.pairs), KOKKOS_LAMBDA(int q) {
        const int columns[4] = {mesh.pair(0, q), mesh.pair(1, q), mesh.pair(2, q), mesh.pair(3, q)};
        Vec3<T> gradient[4];
        energy(q) = pair_energy(mesh.rest, positions, columns, gradient);
        for (int i = 0; i < 3; ++i)
          for (int k = 0; k < 4; ++k) corner_gradient(i, 4 * q + k) = gradient[k][i];
      });
  if (adjoint.size() > 0 && mesh.pairs > 0)
    assembly_.gather(exec, mesh.vertices, mesh.pair_start, mesh.pair_slot, factor * face_pairs / mesh.pairs, adjoint);
  return face_pairs * assembly_.mean(exec, mesh.pairs);
}

template class Bend<float>;
template class Bend<double>;

}  // namespace plisse::losses

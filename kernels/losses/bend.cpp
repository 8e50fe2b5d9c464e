// SPDX-License-Identifier: Apache-2.0
#include "kernels/losses/bend.hpp"

#include <numbers>

#include "kernels/losses/hinge.hpp"
#include "kernels/losses/local_structure.hpp"
#include "kernels/losses/packed_structures.hpp"

namespace plisse::losses {
namespace {

// V is a number, or a pack for as many pairs.
template <class V>
struct PairEnergy {
  using T = simd::Scalar<V>;
  bool by_area, from_rest;
  T stiffness;

  // Energy of a pair with these corners at rest and now; `gradient` = d(energy)/d(corner).
  KOKKOS_FUNCTION V operator()(const Vec3<V> rest[4], const Vec3<V> corner[4], Vec3<V> gradient[4]) const {
    V factor = simd::broadcast<V>(T(1)), rest_bend{};
    const Hinge<V> hinge(corner[0], corner[1], corner[2], corner[3]);
    auto degenerate = hinge.degenerate;
    if (by_area || from_rest) {
      const Hinge<V> reference(rest[0], rest[1], rest[2], rest[3]);
      degenerate = degenerate | reference.degenerate;
      if (from_rest) rest_bend = reference.bend;
      if (by_area) factor = stiffness * T(std::numbers::sqrt3 / 4) * reference.edge_squared / reference.area;
    }
    const V difference = hinge.bend - rest_bend;
    factor = degenerate ? V{} : factor;
    hinge.gradient(2 * factor * difference * hinge.slope, gradient);
    return factor * difference * difference;
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
  const PairEnergy<simd::Pack<T>> pair_energy{by_area_, from_rest_, stiffness_};
  const auto energy = assembly_.energy();
  const T scale = T(factor);
  const bool with_adjoint = adjoint.size() > 0, with_density = density.size() > 0;
  Kokkos::parallel_for(
      "plisse::losses::bend", Range(exec, 0, simd::packs<T>(structures.count)), KOKKOS_LAMBDA(int pack) {
        using V = simd::Pack<T>;
        const StructurePack<T> part(pack, structures.count);
        const V weight = scale * part.read(structures.weight);
        V total{};
        for (int q = 0; q < face_pairs; ++q) {
          int column[4];
          V valid = simd::broadcast<V>(T(1));
          Vec3<V> rest[4], corner[4], gradient[4];
          for (int k = 0; k < 4; ++k) {
            column[k] = pair_vertex(q, k) * structures.stride + part.first;
            valid *= part.valid(structures.valid, column[k]);
            rest[k] = part.read(structures.rest, column[k]);
            corner[k] = part.read(positions, column[k]);
          }
          total += valid * pair_energy(rest, corner, gradient);
          if (with_adjoint)
            for (int k = 0; k < 4; ++k) part.add(weight * valid * gradient[k], adjoint, column[k]);
        }
        part.write(total, energy);
        if (with_density) part.add(scale * total, density);
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
        Vec3<T> rest[4], corner[4], gradient[4];
        for (int k = 0; k < 4; ++k) {
          rest[k] = load(mesh.rest, columns[k]);
          corner[k] = load(positions, columns[k]);
        }
        energy(q) = pair_energy(rest, corner, gradient);
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

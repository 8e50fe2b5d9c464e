// SPDX-License-Identifier: Apache-2.0
#include "kernels/losses/strain.hpp"

#include <cmath>

#include "kernels/losses/local_structure.hpp"
#include "kernels/losses/packed_structures.hpp"

namespace plisse::losses {
namespace {

template <class T>
Stiffness<T> stiffness(const StrainOptions& o) {
  if (!(o.warp > 0 && o.weft > 0 && o.bias > 0)) throw std::invalid_argument("warp, weft and bias must be above 0");
  if (2 / std::sqrt(o.bias) <= std::abs(1 / std::sqrt(o.warp) - 1 / std::sqrt(o.weft)))
    throw std::invalid_argument(
        "bias is too stiff for warp and weft: the stiffness between these directions would be negative; lower bias, or bring warp and weft "
        "closer together");
  return {o.warp, o.weft, o.bias};
}

}  // namespace

template <class T>
Strain<T>::Strain(const Options& options, const Context<T>& context)
    : spring_{options.form == Options::Form::relative},
      stiffness_(stiffness<T>(options)),
      edges_(options.edges == Options::Edges::central ? central_edges : all_edges),
      assembly_(context, name, 2) {}

template <class T>
double Strain<T>::evaluate(const Exec& exec, const Structures<T>& structures, const Jets<T>& positions, double factor,
                           const Jets<T>& adjoint, const Array1<T>& density) const {
  const auto spring = spring_;
  const auto stiffness = stiffness_;
  const auto energy = assembly_.energy();
  const int edges = edges_;
  const T scale = T(factor);
  const bool with_adjoint = adjoint.size() > 0, with_density = density.size() > 0;
  Kokkos::parallel_for(
      "plisse::losses::strain", Range(exec, 0, simd::packs<T>(structures.count)), KOKKOS_LAMBDA(int pack) {
        using V = simd::Pack<T>;
        const StructurePack<T> part(pack, structures.count);
        const V weight = scale * part.read(structures.weight);
        V total{};
        for (int e = 0; e < edges; ++e) {
          const int a = edge_vertex(e, 0) * structures.stride + part.first, b = edge_vertex(e, 1) * structures.stride + part.first;
          const V valid = part.valid(structures.valid, a) * part.valid(structures.valid, b);
          const V k = valid * stiffness(V(part.read(structures.uv, 0, b) - part.read(structures.uv, 0, a)),
                                        V(part.read(structures.uv, 1, b) - part.read(structures.uv, 1, a)));
          Vec3<V> force;
          total += spring(k, part.read(structures.rest, b) - part.read(structures.rest, a), part.read(positions, b) - part.read(positions, a),
                          force);
          if (!with_adjoint) continue;
          part.add(weight * force, adjoint, b);
          part.add(-weight * force, adjoint, a);
        }
        part.write(total, energy);
        if (with_density) part.add(scale * total, density);
      });
  return assembly_.weighted(exec, structures.count, structures.weight);
}

template <class T>
double Strain<T>::evaluate(const Exec& exec, const MeshElements<T>& mesh, const Jets<T>& positions, double factor,
                           const Jets<T>& adjoint) const {
  const auto spring = spring_;
  const auto stiffness = stiffness_;
  const auto energy = assembly_.energy();
  const auto gradient = assembly_.gradient();
  const bool with_uv = mesh.uv.size() > 0;
  Kokkos::parallel_for(
      "plisse::losses::strain_mesh", Range(exec, 0, mesh.edges), KOKKOS_LAMBDA(int e) {
        const int a = mesh.edge(0, e), b = mesh.edge(1, e);
        const T k = with_uv ? stiffness(mesh.uv(0, b) - mesh.uv(0, a), mesh.uv(1, b) - mesh.uv(1, a)) : stiffness(T(0), T(0));
        Vec3<T> force;
        energy(e) = spring(k, load(mesh.rest, b) - load(mesh.rest, a), load(positions, b) - load(positions, a), force);
        for (int i = 0; i < 3; ++i) {
          gradient(i, 2 * e) = -force[i];
          gradient(i, 2 * e + 1) = force[i];
        }
      });
  if (adjoint.size() > 0 && mesh.edges > 0)
    assembly_.gather(exec, mesh.vertices, mesh.edge_start, mesh.edge_slot, factor * edges_ / mesh.edges, adjoint);
  return edges_ * assembly_.mean(exec, mesh.edges);
}

template class Strain<float>;
template class Strain<double>;

}  // namespace plisse::losses

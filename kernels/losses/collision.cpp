// SPDX-License-Identifier: Apache-2.0
#include "kernels/losses/collision.hpp"

#include "kernels/losses/local_structure.hpp"

namespace plisse::losses {
namespace {

template <class T>
Array1<T> distances(const Context<T>& context) {
  return context.workspace->template take<T>("plisse::losses::collision_distance", std::size_t(context.collider ? context.points : 0));
}

template <class T>
Array2<T> normals(const Context<T>& context) {
  return context.workspace->template take<T>("plisse::losses::collision_normal", 3, std::size_t(context.collider ? context.points : 0));
}

}  // namespace

template <class T>
Collision<T>::Collision(const Options& options, const Context<T>& context)
    : collider_(context.collider),
      epsilon_(T(options.epsilon)),
      distance_(distances(context)),
      normal_(normals(context)),
      assembly_(context, name, 0) {
  if (!(options.epsilon >= 0)) throw std::invalid_argument("epsilon must be at least 0 m");
}

template <class T>
double Collision<T>::evaluate(const Exec& exec, const Structures<T>& structures, const Jets<T>& positions, double factor,
                              const Jets<T>& adjoint, const Array1<T>& density) const {
  if (!collider_) return 0;
  collider_->query(exec, positions, structure_vertices * structures.stride, distance_, normal_);
  const auto distance = distance_;
  const auto normal = normal_;
  const auto energy = assembly_.energy();
  const T epsilon = epsilon_, scale = T(factor);
  const bool with_adjoint = adjoint.size() > 0, with_density = density.size() > 0;
  Kokkos::parallel_for(
      "plisse::losses::collision", Range(exec, 0, structures.count), KOKKOS_LAMBDA(int s) {
        const T weight = scale * structures.weight(s);
        T total = 0;
        for (int k = 0; k < structure_vertices; ++k) {
          const int column = k * structures.stride + s;
          const T depth = distance(column) - epsilon;
          if (!structures.valid(column) || depth >= 0) continue;
          total += depth * depth;
          if (with_adjoint) add(adjoint, column, (2 * weight * depth) * Vec3<T>{normal(0, column), normal(1, column), normal(2, column)});
        }
        energy(s) = total;
        if (with_density) density(s) += scale * total;
      });
  return assembly_.weighted(exec, structures.count, structures.weight);
}

template <class T>
double Collision<T>::evaluate(const Exec& exec, const MeshElements<T>& mesh, const Jets<T>& positions, double factor,
                              const Jets<T>& adjoint) const {
  if (!collider_) return 0;
  collider_->query(exec, positions, mesh.vertices, distance_, normal_);
  const auto distance = distance_;
  const auto normal = normal_;
  const auto energy = assembly_.energy();
  const T epsilon = epsilon_, scale = T(factor);
  const bool with_adjoint = adjoint.size() > 0;
  Kokkos::parallel_for(
      "plisse::losses::collision_mesh", Range(exec, 0, mesh.vertices), KOKKOS_LAMBDA(int v) {
        const T depth = math::fmin(distance(v) - epsilon, T(0));
        energy(v) = T(structure_vertices) * depth * depth;
        if (with_adjoint)
          add(adjoint, v,
              (2 * structure_vertices * scale * mesh.vertex_weight(v) * depth) * Vec3<T>{normal(0, v), normal(1, v), normal(2, v)});
      });
  return assembly_.weighted(exec, mesh.vertices, mesh.vertex_weight);
}

template class Collision<float>;
template class Collision<double>;

}  // namespace plisse::losses

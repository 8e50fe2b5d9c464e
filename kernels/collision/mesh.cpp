// SPDX-License-Identifier: Apache-2.0
#include "kernels/collision/mesh.hpp"

#include "kernels/collision/shape.hpp"

namespace plisse::collision {
namespace {

double metres(MeshOptions::Unit unit) {
  switch (unit) {
    case MeshOptions::Unit::cm:
      return 1e-2;
    case MeshOptions::Unit::mm:
      return 1e-3;
    case MeshOptions::Unit::inch:
      return 0.0254;
    default:
      return 1;
  }
}

// Rotations that take the axis to z.
Vec3<double> upright(MeshOptions::Up up, const Vec3<double>& p) {
  switch (up) {
    case MeshOptions::Up::x:
      return {p.y, p.z, p.x};
    case MeshOptions::Up::y:
      return {p.x, -p.z, p.y};
    default:
      return p;
  }
}

}  // namespace

Body placed(const MeshOptions& options, Body body) {
  const Vec3<double> origin = vector_option("position", options.position);
  const double factor = positive_option("scale", options.scale) * metres(options.unit);
  for (int i = 0; i < int(body.positions.size() / 3); ++i) {
    const Vec3<double> p = origin + factor * upright(options.up, position(body, i));
    for (int k = 0; k < 3; ++k) body.positions[3 * std::size_t(i) + k] = p[k];
  }
  return body;
}

template <class T>
Mesh<T>::Mesh(const Options& options, const Context& context) : body_(sound(context.body)) {
  if (options.query == Options::Query::nearest_vertex) vertices_.emplace(body_);
  else surface_.emplace(body_);
}

template <class T>
void Mesh<T>::query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const {
  if (vertices_) vertices_->query(exec, positions, n, distance, normal);
  else surface_->query(exec, positions, n, distance, normal);
}

template class Mesh<float>;
template class Mesh<double>;

}  // namespace plisse::collision

// SPDX-License-Identifier: Apache-2.0
#include "kernels/collision/sphere.hpp"

#include "kernels/collision/triangulate.hpp"

namespace plisse::collision {

template <class T>
Sphere<T>::Sphere(const Options& options, const Context&)
    : center_(vector_option("center", options.center)), radius_(positive_option("radius", options.radius)) {}

template <class T>
void Sphere<T>::query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const {
  query_shape(exec, "plisse::collision::sphere", SphereShape<T>{cast<T>(center_), T(radius_)}, positions, n, distance, normal);
}

template <class T>
Body Sphere<T>::mesh(double) const {
  return icosphere(center_, radius_, 5);
}

template class Sphere<float>;
template class Sphere<double>;

}  // namespace plisse::collision

// SPDX-License-Identifier: Apache-2.0
#include "kernels/collision/capsule.hpp"

#include "kernels/collision/triangulate.hpp"

namespace plisse::collision {

template <class T>
Capsule<T>::Capsule(const Options& options, const Context&)
    : a_(vector_option("a", options.a)), b_(vector_option("b", options.b)), radius_(positive_option("radius", options.radius)) {}

template <class T>
void Capsule<T>::query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const {
  query_shape(exec, "plisse::collision::capsule", CapsuleShape<T>{cast<T>(a_), cast<T>(b_ - a_), T(radius_)}, positions, n, distance,
              normal);
}

template <class T>
Body Capsule<T>::mesh(double) const {
  return capsule(a_, b_, radius_, 96, 24);
}

template class Capsule<float>;
template class Capsule<double>;

}  // namespace plisse::collision

// SPDX-License-Identifier: Apache-2.0
#include "kernels/collision/plane.hpp"

#include "kernels/collision/triangulate.hpp"

namespace plisse::collision {

template <class T>
Plane<T>::Plane(const Options& options, const Context&)
    : point_(vector_option("point", options.point)), normal_(vector_option("normal", options.normal)) {
  const double length = norm(normal_);
  if (!(length > 0)) throw std::invalid_argument("normal must not be zero: give the direction that points out");
  normal_ = (1 / length) * normal_;
}

template <class T>
void Plane<T>::query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const {
  query_shape(exec, "plisse::collision::plane", PlaneShape<T>{cast<T>(point_), cast<T>(normal_)}, positions, n, distance, normal);
}

template <class T>
Body Plane<T>::mesh(double extent) const {
  return square(dot(point_, normal_) * normal_, normal_, extent);
}

template class Plane<float>;
template class Plane<double>;

}  // namespace plisse::collision

// SPDX-License-Identifier: Apache-2.0
#include "kernels/collision/box.hpp"

#include <algorithm>

#include "kernels/collision/triangulate.hpp"

namespace plisse::collision {

template <class T>
Box<T>::Box(const Options& options, const Context&)
    : center_(vector_option("center", options.center)),
      half_size_(vector_option("half_size", options.half_size)),
      rounding_(options.rounding) {
  const double smallest = positive_option("half_size", std::min({half_size_.x, half_size_.y, half_size_.z}));
  if (!(rounding_ >= 0 && rounding_ <= smallest))
    throw std::invalid_argument("rounding must lie between 0 and the smallest half size, " + std::to_string(smallest) + " m");
}

template <class T>
void Box<T>::query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const {
  const Vec3<double> core = half_size_ - Vec3<double>{rounding_, rounding_, rounding_};
  query_shape(exec, "plisse::collision::box", BoxShape<T>{cast<T>(center_), cast<T>(core), T(rounding_)}, positions, n, distance, normal);
}

template <class T>
Body Box<T>::mesh(double) const {
  return rounded_box(center_, half_size_, rounding_, 12);
}

template class Box<float>;
template class Box<double>;

}  // namespace plisse::collision

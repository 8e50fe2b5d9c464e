// SPDX-License-Identifier: Apache-2.0
#include "kernels/quadrature/quadrature.hpp"

#include <stdexcept>
#include <string>

namespace plisse::quadrature {

namespace {

int checked(std::int64_t points) {
  constexpr std::int64_t most = std::int64_t(1) << 30;
  if (points < 1 || points > most)
    throw std::invalid_argument("points come to " + std::to_string(points) + ", but must be from 1 to " + std::to_string(most));
  return int(points);
}

}  // namespace

template <class T>
Quadrature<T>::Quadrature(std::int64_t points, const Context& context)
    : points_(checked(points)), sum_(*context.workspace, std::size_t(points_)) {}

template <class T>
void Quadrature<T>::normalise(const Exec& exec, const Array1<T>& weight, int n, double area) const {
  if (n < 0 || n > points_)
    throw std::invalid_argument("normalise: " + std::to_string(n) + " weights, but the rule has " + std::to_string(points_) + " points");
  const double sum = sum_(
      exec, n, KOKKOS_LAMBDA(int p) { return weight(p); });
  if (!(sum > 0)) throw std::invalid_argument("normalise: the weights sum to " + std::to_string(sum) + ", but must sum to more than 0");
  const T factor = T(area / sum);
  Kokkos::parallel_for(
      "plisse::quadrature::normalise", Range(exec, 0, n), KOKKOS_LAMBDA(int p) { weight(p) *= factor; });
}

template class Quadrature<float>;
template class Quadrature<double>;

}  // namespace plisse::quadrature

// SPDX-License-Identifier: Apache-2.0
#include "kernels/sampling/uniform.hpp"

#include <stdexcept>

namespace plisse::sampling {

template <class T>
Uniform<T>::Uniform(const Options& options, const Context<T>& context)
    : points_(options.points), seed_(context.seed), cells_(context.surface, 64, 64, CellOrder::rows, *context.workspace) {
  if (points_ < 1) throw std::invalid_argument("points must be at least 1, not " + std::to_string(points_));
}

template <class T>
void Uniform<T>::draw(const Exec& exec, std::int64_t step, const Samples<T>& samples) {
  const random::Generator generator(seed_, random::Stream::uniform_points, std::uint64_t(step));
  const auto cells = cells_;
  const auto out = samples;
  const T weight = T(1.0 / points_);
  Kokkos::parallel_for(
      "plisse::sampling::uniform", Range(exec, 0, points_), KOKKOS_LAMBDA(int i) {
        uniform_point(cells, generator, i, out.uv(0, i), out.uv(1, i));
        out.weight(i) = weight;
      });
}

template class Uniform<float>;
template class Uniform<double>;

}  // namespace plisse::sampling

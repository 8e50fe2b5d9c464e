// SPDX-License-Identifier: Apache-2.0
#include "kernels/sampling/adaptive.hpp"

#include <cmath>
#include <stdexcept>

namespace plisse::sampling {

namespace {

const AdaptiveOptions& checked(const AdaptiveOptions& o) {
  const auto require = [](bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
  };
  const auto share = [](double x) { return x >= 0 && x <= 1; };
  require(o.points >= 1, "points must be at least 1");
  require(o.cells.size() == 1 || o.cells.size() == 2, "cells takes one number or two: along u and along v");
  require(o.cells.front() >= 1 && o.cells.back() >= 1, "cells must be at least 1");
  require(double(o.cells.front()) * o.cells.back() < 1e8, "cells: a grid of more than 10^8 cells does not fit; 64 to 256 a side are usual");
  require(share(o.uniform_share) && share(o.momentum) && share(o.floor), "uniform_share, momentum and floor must lie in [0, 1]");
  require(o.update_every >= 1 && o.lloyd >= 0 && o.lloyd_points >= 1, "update_every and lloyd_points must be at least 1, lloyd at least 0");
  require(double(o.points) * o.lloyd_points < 1e8, "lloyd_points times points must stay below 10^8");
  require(!o.importance_weights || o.uniform_share > 0 || o.floor > 0,
          "importance_weights need a density above 0 everywhere: set uniform_share or floor above 0");
  return o;
}

// floor(mu N), with mu = 1 - uniform_share free of the rounding of that difference.
int adaptive_count(const AdaptiveOptions& o) { return int(std::floor((1 - o.uniform_share) * o.points + 1e-9)); }

}  // namespace

template <class T>
Adaptive<T>::Adaptive(const Options& options, const Context<T>& context)
    : options_(checked(options)),
      seed_(context.seed),
      adaptive_points_(adaptive_count(options)),
      cells_(context.surface, options.cells.front(), options.cells.back(), CellOrder::rows, *context.workspace),
      probes_(cells_.centres(*context.workspace)),
      density_(cells_, options.momentum, options.floor, *context.workspace),
      sum_(*context.workspace, options.points) {
  if (options.lloyd > 0) lloyd_.emplace(context.surface, cells_, options.points, options.lloyd_points, *context.workspace);
}

template <class T>
void Adaptive<T>::draw(const Exec& exec, std::int64_t step, const Samples<T>& samples) {
  density_.accumulate(exec);
  draw_points(exec, step, samples.uv);
  relax(exec, step, samples.uv);
  weigh(exec, samples);
}

template <class T>
void Adaptive<T>::draw_points(const Exec& exec, std::int64_t step, const Array2<T>& uv) const {
  const random::Generator uniform(seed_, random::Stream::uniform_points, std::uint64_t(step));
  const random::Generator adaptive(seed_, random::Stream::adaptive_points, std::uint64_t(step));
  const random::Generator pieces(seed_, random::Stream::cell_offsets, std::uint64_t(step));
  const auto cells = cells_;
  const auto density = density_;
  const int adaptive_points = adaptive_points_;
  Kokkos::parallel_for(
      "plisse::sampling::adaptive", Range(exec, 0, options_.points), KOKKOS_LAMBDA(int i) {
        if (i >= adaptive_points) return uniform_point(cells, uniform, i, uv(0, i), uv(1, i));
        const auto block = adaptive.block(i);
        const int k = density.pick(random::unit<double>(block.word[0]), random::unit<double>(block.word[1]));
        const T choice = random::unit<T>(pieces.block(i).word[0]);
        cells.point(k, choice, random::unit<T>(block.word[2]), random::unit<T>(block.word[3]), uv(0, i), uv(1, i));
      });
}

template <class T>
void Adaptive<T>::relax(const Exec& exec, std::int64_t step, const Array2<T>& uv) {
  if (!lloyd_) return;
  lloyd_->draw_quadrature(exec, density_, uniform_share(), options_.lloyd_density, seed_, step);
  for (int k = 0; k < options_.lloyd; ++k) lloyd_->sweep(exec, uv);
}

template <class T>
void Adaptive<T>::weigh(const Exec& exec, const Samples<T>& samples) const {
  const auto out = samples;
  const int n = options_.points;
  if (!options_.importance_weights) {
    Kokkos::deep_copy(exec, Kokkos::subview(out.weight, Kokkos::make_pair(0, n)), T(1.0 / n));
    return;
  }
  const auto density = density_;
  const double uniform = uniform_share();
  const auto inverse_density = KOKKOS_LAMBDA(int i) {
    return 1 / (uniform + (1 - uniform) * density.relative_density(out.uv(0, i), out.uv(1, i)));
  };
  const double total = sum_(exec, n, inverse_density);
  Kokkos::parallel_for(
      "plisse::sampling::importance_weights", Range(exec, 0, n), KOKKOS_LAMBDA(int i) { out.weight(i) = T(inverse_density(i) / total); });
}

template class Adaptive<float>;
template class Adaptive<double>;

}  // namespace plisse::sampling

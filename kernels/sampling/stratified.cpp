// SPDX-License-Identifier: Apache-2.0
#include "kernels/sampling/stratified.hpp"

#include <stdexcept>

namespace plisse::sampling {

namespace {

constexpr double cells_per_stratum = 4;

}  // namespace

template <class T>
Stratified<T>::Stratified(const Options& options, const Context<T>& context) : points_(options.points), seed_(context.seed) {
  if (points_ < 1) throw std::invalid_argument("points must be at least 1, not " + std::to_string(points_));
  const int side = cells_a_side(context.surface.charts(), cells_per_stratum * points_);
  cells_ = ChartCells<T>(context.surface, side, side, CellOrder::hilbert, *context.workspace);
}

template <class T>
std::size_t Stratified<T>::bytes(const ChartPolygons& charts, int points) {
  const int side = cells_a_side(charts, cells_per_stratum * points);
  return chart_cells_bytes<T>(charts, side, side);
}

template <class T>
void Stratified<T>::draw(const Exec& exec, std::int64_t step, const Samples<T>& samples) {
  const random::Generator generator(seed_, random::Stream::uniform_points, std::uint64_t(step));
  const auto cells = cells_;
  const auto out = samples;
  const int n = points_;
  Kokkos::parallel_for(
      "plisse::sampling::stratified", Range(exec, 0, n), KOKKOS_LAMBDA(int i) {
        const auto block = generator.block(i);
        const int k = cells.at_share((i + random::unit<double>(block.word[0])) / n);
        cells.point(k, random::unit<T>(block.word[1]), random::unit<T>(block.word[2]), random::unit<T>(block.word[3]), out.uv(0, i),
                    out.uv(1, i));
        out.weight(i) = T(1.0 / n);
      });
}

template class Stratified<float>;
template class Stratified<double>;

}  // namespace plisse::sampling

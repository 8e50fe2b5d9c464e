// SPDX-License-Identifier: Apache-2.0
#include "kernels/encoders/grid.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "kernels/encoders/grid_kernels.hpp"

namespace plisse::encoders {

namespace {

void validate(const GridOptions& options, const Context& context) {
  const auto text = [](auto x) { return std::to_string(x); };
  const int dimension = context.dimension;
  if (dimension != 2 && dimension != 3) throw std::invalid_argument("grids are for 2 or 3 dimensions, not " + text(dimension));
  if (context.channels == 6)
    throw std::invalid_argument(
        "a multilinear grid has no second derivatives: use encoder 'identity' or 'frequency' with losses that need them");
  if (context.channels != 1 && context.channels != 3)
    throw std::invalid_argument("jets have 1 or 3 channels here, not " + text(context.channels));
  if (context.capacity < 1) throw std::invalid_argument("capacity is " + text(context.capacity) + ", but must be at least 1");
  if (options.features < 1) throw std::invalid_argument("features is " + text(options.features) + ", but must be at least 1");
  if (options.levels < 1) throw std::invalid_argument("levels is " + text(options.levels) + ", but must be at least 1");
  if (!(options.init >= 0)) throw std::invalid_argument("init is " + text(options.init) + ", but must be at least 0");
  if (options.resolution.size() != 1 && options.resolution.size() != std::size_t(dimension))
    throw std::invalid_argument("resolution has " + text(options.resolution.size()) +
                                " numbers: give one for all axes or one for each of the " + text(dimension));
  const int least = *std::min_element(options.resolution.begin(), options.resolution.end());
  if (least < 1) throw std::invalid_argument("resolution is " + text(least) + " cells, but must be at least 1");
  int most = 1;
  while (least >> most > 0) ++most;
  if (options.levels > most)
    throw std::invalid_argument("levels is " + text(options.levels) + ", but " + text(least) + " cells can be halved for at most " +
                                text(most) + " levels (level l has floor(n / 2^l) cells): lower levels or raise resolution");
}

}  // namespace

template <class T>
Grid<T>::Grid(const Options& options, const Context& context)
    : dimension_(context.dimension),
      capacity_(context.capacity),
      channels_(context.channels),
      features_(options.features),
      init_(options.init) {
  validate(options, context);
  std::int64_t rows = 0, vertex_rows = 0;
  for (int l = 0; l < options.levels; ++l) {
    GridLevel level{{1, 1, 1}, 0, int(rows), int(vertex_rows)};
    std::vector<std::size_t> shape;
    double numbers = features_;
    for (int d = 0; d < dimension_; ++d) {
      level.cells[d] = options.resolution[options.resolution.size() == 1 ? 0 : d] >> l;
      shape.push_back(std::size_t(level.cells[d]) + 1);
      numbers *= double(shape.back());
    }
    if (numbers > 2e9)
      throw std::invalid_argument("level " + std::to_string(l) + " would hold more than 2e9 numbers: lower resolution or features");
    shape.push_back(std::size_t(features_));
    level.offset = context.layout->add("encoder.level" + std::to_string(l), std::move(shape));
    rows += level.rows(dimension_);
    vertex_rows += level.vertex_rows(dimension_);
    levels_.push_back(level);
  }
  rows_ = int(rows);
  vertex_rows_ = int(vertex_rows);
  device_levels_ = context.workspace->take<GridLevel>("plisse::encoders::grid_levels", levels_.size());
  const auto host = Kokkos::create_mirror_view(device_levels_);
  for (std::size_t l = 0; l < levels_.size(); ++l) host(l) = levels_[l];
  Kokkos::deep_copy(device_levels_, host);
  count_ = context.workspace->take<int>("plisse::encoders::grid_rows", Chunks::count, std::size_t(rows_));
  order_ = context.workspace->take<int>("plisse::encoders::grid_order", levels_.size() * std::size_t(capacity_));
}

template <class T>
std::size_t Grid<T>::size(std::size_t level) const {
  std::size_t n = std::size_t(features_);
  for (int d = 0; d < dimension_; ++d) n *= std::size_t(levels_[level].cells[d]) + 1;
  return n;
}

template <class T>
void Grid<T>::initialise(const Array1<T>& parameters, std::uint64_t seed) const {
  constexpr std::uint64_t first_stream = 1 << 16;  // the network's layers come before
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    const random::Generator generator(seed, random::Stream::weights, first_stream + l);
    const auto offset = levels_[l].offset;
    const T range = T(init_);
    Kokkos::parallel_for(
        "plisse::encoders::grid_initialise", Range(Exec(), 0, int(size(l))), KOKKOS_LAMBDA(int i) {
          T u[4];
          generator.uniform4(i, u);
          parameters(offset + i) = range * (2 * u[0] - 1);
        });
  }
  Kokkos::fence();
}

template <class T>
void Grid<T>::check(int n, std::size_t channels) const {
  if (n < 0 || n > capacity_)
    throw std::invalid_argument("grid: " + std::to_string(n) + " points, but there is room for " + std::to_string(capacity_));
  if ((channels != 1 && channels != 3) || int(channels) > channels_)
    throw std::invalid_argument("grid: jets of " + std::to_string(channels) + " channels, but it was built for " +
                                std::to_string(channels_));
}

template <class T>
void Grid<T>::forward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features) const {
  check(n, features.extent(1));
  const auto run = [&](auto d, auto c) {
    Kokkos::parallel_for("plisse::encoders::grid_forward", Range(exec, 0, n),
                         GridForward<T, d(), c()>{device_levels_, features_, parameters, points, features});
  };
  using std::integral_constant;
  if (dimension_ == 2)
    features.extent(1) == 1 ? run(integral_constant<int, 2>{}, integral_constant<int, 1>{})
                            : run(integral_constant<int, 2>{}, integral_constant<int, 3>{});
  else
    features.extent(1) == 1 ? run(integral_constant<int, 3>{}, integral_constant<int, 1>{})
                            : run(integral_constant<int, 3>{}, integral_constant<int, 3>{});
}

template <class T>
template <int D, int C>
void Grid<T>::run_backward(const Exec& exec, const Jets<T>& points, int n, const Jets<T>& features_adjoint,
                           const Array1<T>& gradient) const {
  const Chunks chunks{n};
  const int tasks = Chunks::count * int(levels_.size());
  Kokkos::parallel_for("plisse::encoders::grid_count_rows", Range(exec, 0, tasks), CountRows<T, D>{chunks, device_levels_, points, count_});
  Kokkos::parallel_scan("plisse::encoders::grid_place_rows", Range(exec, 0, Chunks::count * rows_), PlaceRows{count_});
  Kokkos::parallel_for("plisse::encoders::grid_order_points", Range(exec, 0, tasks),
                       OrderPoints<T, D>{chunks, device_levels_, points, count_, order_});
  using Dynamic = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
  Kokkos::parallel_for("plisse::encoders::grid_backward", Dynamic(exec, 0, vertex_rows_),
                       GatherRow<T, D, C>{device_levels_, features_, points, features_adjoint, count_, order_, gradient});
}

template <class T>
void Grid<T>::backward(const Exec& exec, const Array1<T>&, const Jets<T>& points, int n, const Jets<T>& features_adjoint,
                       const Array1<T>& gradient) const {
  check(n, features_adjoint.extent(1));
  if (dimension_ == 2 && features_adjoint.extent(1) == 1) run_backward<2, 1>(exec, points, n, features_adjoint, gradient);
  else if (dimension_ == 2) run_backward<2, 3>(exec, points, n, features_adjoint, gradient);
  else if (features_adjoint.extent(1) == 1) run_backward<3, 1>(exec, points, n, features_adjoint, gradient);
  else run_backward<3, 3>(exec, points, n, features_adjoint, gradient);
}

template class Grid<float>;
template class Grid<double>;

}  // namespace plisse::encoders

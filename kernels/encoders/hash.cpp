// SPDX-License-Identifier: Apache-2.0
#include "kernels/encoders/hash.hpp"

#include <cmath>
#include <limits>

#include "kernels/encoders/hash_kernels.hpp"

namespace plisse::encoders {

namespace {

constexpr int least_table = 2, largest_table = 24;  // binary logarithms
constexpr int most_cells = 1 << 20;
constexpr std::uint32_t most_bins = 4096;  // of a level

using Dynamic = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;

std::string text(auto x) { return std::to_string(x); }

const HashOptions& checked(const HashOptions& options, const Context& context) {
  if (context.channels == 6)
    throw std::invalid_argument(
        "a multilinear grid has no second derivatives: use encoder 'bspline', 'identity' or 'frequency' with losses that need them");
  for (const auto& [key, cells] : {std::pair("coarsest", options.coarsest), {"finest", options.finest}})
    if (cells < 1 || cells > most_cells)
      throw std::invalid_argument(std::string(key) + " is " + text(cells) + " cells, but must be from 1 to " + text(most_cells));
  if (options.coarsest > options.finest)
    throw std::invalid_argument("coarsest is " + text(options.coarsest) + " cells, but must be at most finest, which is " +
                                text(options.finest));
  if (options.log2_table_size < least_table || options.log2_table_size > largest_table)
    throw std::invalid_argument("log2_table_size is " + text(options.log2_table_size) + ", but must be from " + text(least_table) + " to " +
                                text(largest_table));
  return options;
}

// Cells per axis of level l; rounding errors do not cost a cell.
int cells_of(const HashOptions& options, int l) {
  if (l == options.levels - 1) return options.finest;
  const double growth = std::pow(double(options.finest) / options.coarsest, double(l) / (options.levels - 1));
  return int(std::floor(options.coarsest * growth * (1 + 1e-12)));
}

}  // namespace

template <class T>
Hash<T>::Hash(const Options& options, const Context& context)
    : Multilevel<T>(name, {checked(options, context).levels, options.features, options.init, options.coarse_to_fine},
                    LevelOrder::coarsest_first, context) {
  const int dimension = context.dimension;
  const std::uint32_t table = 1u << options.log2_table_size;
  levels_ = context.workspace->take<HashLevel>("plisse::encoders::levels", std::size_t(options.levels));
  const auto levels = Kokkos::create_mirror_view(levels_);
  for (int l = 0; l < options.levels; ++l) {
    const int cells = cells_of(options, l);
    const double vertices = std::pow(cells + 1.0, dimension);
    HashLevel level{{cells, cells, cells}, vertices <= table, 0, table, 0, bin_count_, 0};
    std::vector<std::size_t> shape{table};
    if (level.dense) {
      level.entries = std::uint32_t(vertices);
      shape.assign(std::size_t(dimension), std::size_t(cells) + 1);
    }
    level.offset = this->add_level(context, std::move(shape));
    while (((level.entries - 1) >> level.shift) >= most_bins) ++level.shift;
    level.bins = int((level.entries - 1) >> level.shift) + 1;
    bin_count_ += level.bins;
    levels(l) = level;
  }
  Kokkos::deep_copy(levels_, levels);
  const double items = double(options.levels) * double(1 << dimension) * context.capacity;
  if (items > std::numeric_limits<int>::max())
    throw std::invalid_argument(text(context.capacity) + " points at a time are too many for " + text(options.levels) +
                                " levels: lower the number of samples or of levels");
  if (on_gpu) bins_ = Bins("plisse::encoders::entries", std::size_t(bin_count_), std::size_t(items), *context.workspace);
}

template <class T>
void Hash<T>::forward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features) const {
  this->template dispatch<1, 3>(n, features.extent(1), [&](auto d, auto c) {
    Kokkos::parallel_for("plisse::encoders::hash_forward", Range(exec, 0, n),
                         HashForward<T, d(), c()>{levels_, this->level_features(), this->weights(), parameters, points, features});
  });
}

template <class T>
void Hash<T>::backward(const Exec& exec, const Array1<T>&, const Jets<T>& points, int n, const Jets<T>& features_adjoint,
                       const Array1<T>& gradient) const {
  this->template dispatch<1, 3>(n, features_adjoint.extent(1), [&](auto d, auto c) {
    if constexpr (on_gpu) {
      bins_.sort(exec, EntryRanges<T, d()>{levels_, points}, n);
      Kokkos::parallel_for(
          "plisse::encoders::gather_entries", Dynamic(exec, 0, bin_count_),
          GatherEntries<T, d(), c()>{levels_, this->level_features(), this->weights(), points, features_adjoint, bins_, gradient});
    } else {
      const int levels = int(levels_.extent(0)), shares = shares_of(levels);
      Kokkos::parallel_for(
          "plisse::encoders::scatter_entries", Dynamic(exec, 0, levels * shares),
          ScatterEntries<T, d(), c()>{levels_, this->level_features(), shares, this->weights(), points, features_adjoint, n, gradient});
    }
  });
}

template class Hash<float>;
template class Hash<double>;

}  // namespace plisse::encoders

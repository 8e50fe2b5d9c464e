// SPDX-License-Identifier: Apache-2.0
#include "kernels/encoders/lattice.hpp"

#include <algorithm>
#include <cmath>

namespace plisse::encoders {

namespace {

std::string text(auto x) { return std::to_string(x); }

void validate(const LatticeOptions& options, int dimension) {
  if (options.resolution.size() != 1 && options.resolution.size() != std::size_t(dimension))
    throw std::invalid_argument("resolution has " + text(options.resolution.size()) +
                                " numbers: give one for all axes or one for each of the " + text(dimension));
  const int least = *std::min_element(options.resolution.begin(), options.resolution.end());
  if (least < 1) throw std::invalid_argument("resolution is " + text(least) + " cells, but must be at least 1");
  const int longest = *std::max_element(options.resolution.begin(), options.resolution.end());
  int most = 1;
  while (longest >> most > 0) ++most;
  if (options.levels.levels > most)
    throw std::invalid_argument("levels is " + text(options.levels.levels) + ", but " + text(longest) +
                                " cells can be halved for at most " + text(most) +
                                " levels (level l has floor(n / 2^l) cells): lower levels or raise resolution");
}

// Cells of the finest level along axis d.
int cells_along(int d, const std::vector<int>& resolution, const Context& context) {
  constexpr double whole = 1e-6;  // of a cell: more than rounding in the sides
  return resolution.size() > 1 ? resolution[std::size_t(d)] : std::max(1, int(std::ceil(resolution[0] * context.sides[d] - whole)));
}

}  // namespace

template <class T>
Lattice<T>::Lattice(const char* name, const LatticeOptions& options, const Context& context)
    : Multilevel<T>(name, options.levels, LevelOrder::finest_first, context) {
  const int dimension = context.dimension, count = options.levels.levels;
  validate(options, dimension);
  levels_ = context.workspace->take<LatticeLevel>("plisse::encoders::levels", std::size_t(count));
  const auto levels = Kokkos::create_mirror_view(levels_);
  int rows = 0;
  for (int l = 0; l < count; ++l) {
    LatticeLevel level{{1, 1, 1}, 0, rows, value_rows_};
    std::vector<std::size_t> shape;
    for (int d = 0; d < dimension; ++d) {
      level.cells[d] = std::max(1, cells_along(d, options.resolution, context) >> l);
      shape.push_back(std::size_t(level.cells[d]) + std::size_t(options.degree));
    }
    level.offset = this->add_level(context, std::move(shape));
    rows += level.rows(dimension);
    value_rows_ += level.value_rows(dimension, options.degree);
    levels(l) = level;
  }
  Kokkos::deep_copy(levels_, levels);
  if (on_gpu)
    rows_ = Bins("plisse::encoders::rows", std::size_t(rows), std::size_t(count) * std::size_t(context.capacity), *context.workspace);
}

template class Lattice<float>;
template class Lattice<double>;

}  // namespace plisse::encoders

// SPDX-License-Identifier: Apache-2.0
#include "kernels/collision/cell_grid.hpp"

#include <algorithm>
#include <cmath>

namespace plisse::collision {

template <class T>
CellGrid<T> CellGrid<T>::over(const Body& body, double reach, int cells_per_vertex) {
  const Vec3<double> first = position(body, 0);
  double least[3] = {first.x, first.y, first.z}, most[3] = {first.x, first.y, first.z};
  for (std::size_t i = 0; i < body.positions.size(); ++i) {
    least[i % 3] = std::min(least[i % 3], body.positions[i]);
    most[i % 3] = std::max(most[i % 3], body.positions[i]);
  }
  const double longest = std::max({most[0] - least[0], most[1] - least[1], most[2] - least[2], 1e-9});
  const int cells = std::clamp(cells_per_vertex * int(body.positions.size() / 3), 1 << 12, 1 << 17);
  double extent[3], volume = 1;
  for (int k = 0; k < 3; ++k) volume *= extent[k] = (1 + 2 * reach) * std::max(most[k] - least[k], 0.05 * longest);
  const double edge = std::cbrt(volume / cells);
  CellGrid grid;
  grid.edge = T(edge);
  for (int k = 0; k < 3; ++k) grid.size[k] = std::max(1, int(std::ceil(extent[k] / edge)));
  const auto start = [&](int k) { return T(0.5 * (least[k] + most[k]) - 0.5 * edge * grid.size[k]); };
  grid.low = {start(0), start(1), start(2)};
  return grid;
}

template struct CellGrid<float>;
template struct CellGrid<double>;

}  // namespace plisse::collision

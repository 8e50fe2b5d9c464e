// SPDX-License-Identifier: Apache-2.0
// A uniform grid over a body and its surroundings that remembers, for each cell, the feature nearest to its centre: where searches
// of points in that cell start.  Points outside the grid use its nearest cell.
#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/collision/body.hpp"
#include "kernels/collision/box_tree.hpp"

namespace plisse::collision {

template <class T>
struct SeedGrid {
  Vec3<T> low;
  T cells_per_metre = 0;
  int size[3] = {1, 1, 1};
  Array1<int> slot;

  SeedGrid() = default;
  // About `cells` cubes over the box low_corner..high_corner, grown by half its size on every side.
  SeedGrid(const Vec3<double>& low_corner, const Vec3<double>& high_corner, int cells) {
    const Vec3<double> size_of_box = high_corner - low_corner;
    const double longest = std::max({size_of_box.x, size_of_box.y, size_of_box.z, 1e-9});
    double extent[3], volume = 1;
    for (int k = 0; k < 3; ++k) volume *= extent[k] = 2 * std::max(size_of_box[k], 0.05 * longest);
    const double edge = std::cbrt(volume / cells);
    for (int k = 0; k < 3; ++k) size[k] = std::max(1, int(std::ceil(extent[k] / edge)));
    const Vec3<double> middle = 0.5 * (low_corner + high_corner);
    low = {T(middle.x - 0.5 * edge * size[0]), T(middle.y - 0.5 * edge * size[1]), T(middle.z - 0.5 * edge * size[2])};
    cells_per_metre = T(1 / edge);
    slot = Array1<int>("plisse::collision::seeds", std::size_t(count()));
  }

  KOKKOS_FUNCTION int count() const { return size[0] * size[1] * size[2]; }

  KOKKOS_FUNCTION int cell(const Vec3<T>& x) const {
    const auto along = [this](T offset, int cells) {
      const T c = offset * cells_per_metre;
      return c <= 0 ? 0 : c >= T(cells) ? cells - 1 : int(c);
    };
    return (along(x.x - low.x, size[0]) * size[1] + along(x.y - low.y, size[1])) * size[2] + along(x.z - low.z, size[2]);
  }

  KOKKOS_FUNCTION Vec3<T> centre(int cell_index) const {
    const int i = cell_index / (size[1] * size[2]), j = cell_index / size[2] % size[1], k = cell_index % size[2];
    return low + (1 / cells_per_metre) * Vec3<T>{T(i) + T(0.5), T(j) + T(0.5), T(k) + T(0.5)};
  }
};

// Seeds for a body: eight cells a vertex, within reason.
template <class T>
SeedGrid<T> seeds_over(const Body& body) {
  Vec3<double> low = position(body, 0), high = low;
  const int vertices = int(body.positions.size() / 3);
  for (int i = 1; i < vertices; ++i) {
    const Vec3<double> p = position(body, i);
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  return {low, high, std::clamp(8 * vertices, 1 << 12, 1 << 18)};
}

// Tree and seeds of features that a device functor `Feature` measures: T operator()(int slot, const Vec3<T>& x), squared.
template <class T, class Feature>
struct FeatureSearch {
  BoxTree<T> tree;
  SeedGrid<T> seeds;
  Feature feature;

  KOKKOS_FUNCTION int nearest(const Vec3<T>& x) const {
    T squared;
    return tree.nearest(x, seeds.slot(seeds.cell(x)), feature, squared);
  }

  // The grid's own entries: one search a cell, from any feature.
  KOKKOS_FUNCTION void operator()(int cell) const {
    T squared;
    seeds.slot(cell) = tree.nearest(seeds.centre(cell), 0, feature, squared);
  }
  void sow(const Exec& exec) const { Kokkos::parallel_for("plisse::collision::sow", Range(exec, 0, seeds.count()), *this); }
};

}  // namespace plisse::collision

// SPDX-License-Identifier: Apache-2.0
// Exact nearest-feature search among static features (points or triangles).  The features are sorted along a Morton curve; eight
// neighbours make a leaf, eight nodes make a node of the level above, and so on, each with its bounding box.  A search starts from
// a feature known to be near, so that most boxes are farther away than it and never opened.  Bounded for any query: every node is
// opened at most once.
#pragma once

#include <vector>

#include "kernels/core/types.hpp"
#include "kernels/core/vec.hpp"

namespace plisse::collision {

template <class T>
class BoxTree {
 public:
  static constexpr int width = 8, most_levels = 10;

  BoxTree() = default;
  // From the bounding boxes of n >= 1 features.  `order` becomes the feature at each slot: a multiple of eight slots, where the
  // last feature fills up the last leaf.
  BoxTree(const std::vector<Vec3<T>>& low, const std::vector<Vec3<T>>& high, std::vector<int>& order);

  // The slot of the feature nearest to x, and its squared distance, given one near slot.  `squared_distance(slot, x)` is that of a feature;
  // where Feature::is_point, it is as cheap as that to a box.
  template <class Feature>
  KOKKOS_FUNCTION int nearest(const Vec3<T>& x, int start, const Feature& squared_distance, T& best) const {
    struct Node {
      int level, index;
      T squared;
    };
    Node stack[width * most_levels + 1];
    int top = 0, found = start;
    best = squared_distance(start, x);
    stack[top++] = {levels_, 0, T(0)};
    while (top > 0) {
      const Node node = stack[--top];
      if (node.squared >= best) continue;
      const int first = node.index * width;
      T squared[width];
      if (node.level == 0) {
        if constexpr (!Feature::is_point) {
          box_distances(x, first, squared);
          if (!(least(squared) < best)) continue;
        }
        for (int k = 0; k < width; ++k) squared[k] = squared_distance(first + k, x);
        if (!(least(squared) < best)) continue;
        for (int k = 0; k < width; ++k) {
          if (squared[k] >= best) continue;
          best = squared[k];
          found = first + k;
        }
        continue;
      }
      box_distances(x, level_start_[node.level - 1] + first, squared);
      // The children that may hold something nearer; the nearest of them on top of the stack, to be opened next.
      const int bottom = top;
      int nearest_child = top;
      for (int k = 0; k < width; ++k) {
        stack[top] = {node.level - 1, first + k, squared[k]};
        nearest_child = squared[k] < stack[nearest_child].squared ? top : nearest_child;
        top += squared[k] < best;
      }
      if (top > bottom) {
        const Node swapped = stack[top - 1];
        stack[top - 1] = stack[nearest_child];
        stack[nearest_child] = swapped;
      }
    }
    return found;
  }

 private:
  KOKKOS_FUNCTION void box_distances(const Vec3<T>& x, int first, T squared[width]) const {
    const T *lx = &box_(0, first), *ly = &box_(1, first), *lz = &box_(2, first);
    const T *hx = &box_(3, first), *hy = &box_(4, first), *hz = &box_(5, first);
    for (int k = 0; k < width; ++k) {
      const T dx = outside(lx[k], hx[k], x.x), dy = outside(ly[k], hy[k], x.y), dz = outside(lz[k], hz[k], x.z);
      squared[k] = dx * dx + dy * dy + dz * dz;
    }
  }

  KOKKOS_FUNCTION static T least(const T squared[width]) {
    T half[4];
    for (int k = 0; k < 4; ++k) half[k] = squared[k] < squared[k + 4] ? squared[k] : squared[k + 4];
    for (int k = 0; k < 2; ++k) half[k] = half[k] < half[k + 2] ? half[k] : half[k + 2];
    return half[0] < half[1] ? half[0] : half[1];
  }

  KOKKOS_FUNCTION static T outside(T low, T high, T value) {
    const T below = low - value, above = value - high;
    const T out = below > above ? below : above;
    return out > 0 ? out : T(0);
  }

  int levels_ = 0;                  // of boxes; level 0 are the leaves, and the root has the boxes of the last level
  int level_start_[most_levels]{};  // where the boxes of a level start, after those of the features
  Array2<T> box_;                   // (6, boxes): low x, y, z, high x, y, z
};

}  // namespace plisse::collision

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

  // The slot of the feature nearest to x, and its squared distance, given one near slot.  `squared_distance(slot, x)` is that of a feature.
  template <class Feature>
  KOKKOS_FUNCTION int nearest(const Vec3<T>& x, int start, const Feature& squared_distance, T& best) const {
    struct Node {
      int level, index;
      T squared;
    };
    Node stack[width * most_levels];
    int top = 0, found = start;
    best = squared_distance(start, x);
    stack[top++] = {levels_, 0, T(0)};
    while (top > 0) {
      const Node node = stack[--top];
      if (node.squared >= best) continue;
      const int first = node.index * width;
      T squared[width];
      if (node.level == 0) {
        for (int k = 0; k < width; ++k) squared[k] = squared_distance(first + k, x);
        for (int k = 0; k < width; ++k)
          if (squared[k] < best) {
            best = squared[k];
            found = first + k;
          }
        continue;
      }
      box_distances(x, level_start_[node.level - 1] + first, squared);
      const int bottom = top;
      for (int k = 0; k < width; ++k) {
        if (squared[k] >= best) continue;
        int place = top++;  // farther children lie deeper in the stack
        for (; place > bottom && stack[place - 1].squared < squared[k]; --place) stack[place] = stack[place - 1];
        stack[place] = {node.level - 1, first + k, squared[k]};
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

  KOKKOS_FUNCTION static T outside(T low, T high, T value) {
    const T below = low - value, above = value - high;
    const T out = below > above ? below : above;
    return out > 0 ? out : T(0);
  }

  int levels_ = 0;                  // of boxes; level 0 are the leaves, and the root has the boxes of the last level
  int level_start_[most_levels]{};  // where the boxes of a level start
  Array2<T> box_;                   // (6, boxes): low x, y, z, high x, y, z
};

}  // namespace plisse::collision

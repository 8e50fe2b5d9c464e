// SPDX-License-Identifier: Apache-2.0
// The paper's collision query: the nearest vertex v of a body and its area-weighted normal n; distance (x - v) . n.
#pragma once

#include "kernels/collision/body.hpp"
#include "kernels/collision/box_tree.hpp"
#include "kernels/collision/candidate_grid.hpp"

namespace plisse::collision {

template <class T>
struct VertexFeature {
  static constexpr bool is_point = true;
  Array2<T> position;  // (3, slots) [m]

  KOKKOS_FUNCTION T operator()(int slot, const Vec3<T>& x) const {
    const T dx = x.x - position(0, slot), dy = x.y - position(1, slot), dz = x.z - position(2, slot);
    return dx * dx + dy * dy + dz * dz;
  }
};

// A fine grid close to the body, a coarse one around, and a tree for what these do not know.
template <class T>
struct VertexSearch {
  CandidateGrid<T> close, wide;
  BoxTree<T> tree;
  VertexFeature<T> feature;

  KOKKOS_FUNCTION int nearest(const Vec3<T>& x) const {
    int found;
    T squared;
    if (close.nearest(x, feature, found) || wide.nearest(x, feature, found)) return found;
    return tree.nearest(x, found, feature, squared);
  }
};

template <class T>
class NearestVertex {
 public:
  explicit NearestVertex(const Body& sound_body);

  void query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const;
  // Index of the nearest vertex of the body given, for tests and reports.
  void query_index(const Exec& exec, const Jets<T>& positions, int n, const Array1<int>& index) const;

 private:
  VertexSearch<T> search_;
  Array2<T> normal_;   // (3, slots)
  Array1<int> index_;  // (slots)
};

}  // namespace plisse::collision

// SPDX-License-Identifier: Apache-2.0
// The paper's collision query: the nearest vertex v of a body and its area-weighted normal n; distance (x - v) . n.
#pragma once

#include "kernels/collision/body.hpp"
#include "kernels/collision/seed_grid.hpp"

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

template <class T>
class NearestVertex {
 public:
  explicit NearestVertex(const Body& sound_body);

  void query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const;
  // Index of the nearest vertex of the body given, for tests and reports.
  void query_index(const Exec& exec, const Jets<T>& positions, int n, const Array1<int>& index) const;

 private:
  FeatureSearch<T, VertexFeature<T>> search_;
  Array2<T> normal_;   // (3, slots)
  Array1<int> index_;  // (slots)
};

}  // namespace plisse::collision

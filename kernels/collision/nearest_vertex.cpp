// SPDX-License-Identifier: Apache-2.0
#include "kernels/collision/nearest_vertex.hpp"

#include "kernels/collision/shape.hpp"

namespace plisse::collision {

template <class T>
NearestVertex<T>::NearestVertex(const Body& body) {
  const auto normals = area_weighted_normals(body);
  std::vector<int> with_normal;
  std::vector<Vec3<T>> points;
  for (int i = 0; i < int(normals.size()); ++i)
    if (dot(normals[i], normals[i]) > 0) {
      with_normal.push_back(i);
      points.push_back(cast<T>(position(body, i)));
    }
  if (points.empty()) throw std::invalid_argument("no vertex of the body has a normal: give a closed triangle mesh");
  std::vector<int> order;
  search_.tree = BoxTree<T>(points, points, order);
  search_.feature.position = Array2<T>("plisse::collision::vertices", 3, order.size());
  normal_ = Array2<T>("plisse::collision::vertex_normals", 3, order.size());
  index_ = Array1<int>("plisse::collision::vertex_index", order.size());
  const auto host_position = Kokkos::create_mirror_view(search_.feature.position), host_normal = Kokkos::create_mirror_view(normal_);
  const auto host_index = Kokkos::create_mirror_view(index_);
  for (std::size_t slot = 0; slot < order.size(); ++slot) {
    const int vertex = with_normal[order[slot]];
    host_index(slot) = vertex;
    for (int k = 0; k < 3; ++k) {
      host_position(k, slot) = points[order[slot]][k];
      host_normal(k, slot) = T(normals[vertex][k]);
    }
  }
  Kokkos::deep_copy(search_.feature.position, host_position);
  Kokkos::deep_copy(normal_, host_normal);
  Kokkos::deep_copy(index_, host_index);
  std::vector<Vec3<T>> in_order;
  for (const int i : order) in_order.push_back(points[i]);
  in_order.resize(points.size());  // without those that fill up the last leaf
  search_.close = CandidateGrid<T>(CellGrid<T>::over(body, 0.5, 8), in_order);
  search_.wide = CandidateGrid<T>(CellGrid<T>::over(body, 3, 8), in_order);
}

template <class T>
void NearestVertex<T>::query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const {
  const auto search = search_;
  const auto normals = normal_;
  Kokkos::parallel_for(
      "plisse::collision::nearest_vertex", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        const Vec3<T> x{positions(0, 0, p), positions(1, 0, p), positions(2, 0, p)};
        const int slot = search.nearest(x);
        T along = 0;
        for (int k = 0; k < 3; ++k) {
          normal(k, p) = normals(k, slot);
          along += (x[k] - search.feature.position(k, slot)) * normals(k, slot);
        }
        distance(p) = along;
      });
}

template <class T>
void NearestVertex<T>::query_index(const Exec& exec, const Jets<T>& positions, int n, const Array1<int>& index) const {
  const auto search = search_;
  const auto indices = index_;
  Kokkos::parallel_for(
      "plisse::collision::nearest_vertex_index", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        index(p) = indices(search.nearest(Vec3<T>{positions(0, 0, p), positions(1, 0, p), positions(2, 0, p)}));
      });
}

template class NearestVertex<float>;
template class NearestVertex<double>;

}  // namespace plisse::collision

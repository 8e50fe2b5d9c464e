// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/mesh_elements.hpp"

#include "framework/geometry/topology.hpp"

namespace plisse::experiments {

namespace {

Array1<int> upload(Workspace& workspace, const char* label, const std::vector<int>& host) {
  const auto device = workspace.take<int>(label, host.size());
  const auto mirror = Kokkos::create_mirror_view(device);
  for (std::size_t i = 0; i < host.size(); ++i) mirror(i) = host[i];
  Kokkos::deep_copy(device, mirror);
  return device;
}

// (n, K) on the host to (K, n) on the device.
template <class T, class Row> Array2<T> upload_transposed(Workspace& workspace, const char* label, const std::vector<Row>& rows, std::size_t columns) {
  const auto device = workspace.take<T>(label, columns, rows.size());
  const auto mirror = Kokkos::create_mirror_view(device);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t k = 0; k < columns; ++k) mirror(k, i) = T(rows[i][k]);
  Kokkos::deep_copy(device, mirror);
  return device;
}

}  // namespace

template <class T> losses::MeshElements<T> make_mesh_elements(const geometry::SurfaceMesh& mesh, Workspace& workspace) {
  const auto topology = geometry::build_topology(mesh);
  const auto areas = geometry::vertex_areas(mesh);
  losses::MeshElements<T> elements;
  elements.vertices = int(mesh.positions.size());
  elements.edges = int(topology.edges.size());
  elements.pairs = int(topology.pairs.size());
  elements.area = areas.area;
  elements.edge = upload_transposed<int>(workspace, "plisse::mesh::edge", topology.edges, 2);
  elements.pair = upload_transposed<int>(workspace, "plisse::mesh::pair", topology.pairs, 4);
  elements.edge_start = upload(workspace, "plisse::mesh::edge_start", topology.edge_start);
  elements.edge_slot = upload(workspace, "plisse::mesh::edge_slot", topology.edge_slot);
  elements.pair_start = upload(workspace, "plisse::mesh::pair_start", topology.pair_start);
  elements.pair_slot = upload(workspace, "plisse::mesh::pair_slot", topology.pair_slot);
  elements.uv = upload_transposed<T>(workspace, "plisse::mesh::uv", mesh.uv, 2);
  const auto rest = upload_transposed<T>(workspace, "plisse::mesh::rest", mesh.positions, 3);
  elements.rest = Array3<T>("plisse::mesh::rest_jets", 3, 1, mesh.positions.size());
  Kokkos::deep_copy(Array2<T>(elements.rest.data(), 3, mesh.positions.size()), rest);
  elements.vertex_weight = workspace.take<T>("plisse::mesh::vertex_weight", mesh.positions.size());
  const auto weight = Kokkos::create_mirror_view(elements.vertex_weight);
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) weight(v) = T(areas.values[v] / areas.area);
  Kokkos::deep_copy(elements.vertex_weight, weight);
  return elements;
}

template losses::MeshElements<float> make_mesh_elements(const geometry::SurfaceMesh&, Workspace&);
template losses::MeshElements<double> make_mesh_elements(const geometry::SurfaceMesh&, Workspace&);

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
#include "batches.hpp"

#include <array>
#include <map>

namespace plisse::losses::testing {
namespace {

// Copies (n, per) numbers to a (per, n) array.
Array2<int> transposed(const std::vector<int>& rows, int per) {
  Array2<int> out("elements", per, rows.size() / per);
  const auto host = Kokkos::create_mirror_view(out);
  for (std::size_t i = 0; i < rows.size(); ++i) host(i % per, i / per) = rows[i];
  Kokkos::deep_copy(out, host);
  return out;
}

Array1<int> array(const std::vector<int>& values) {
  Array1<int> out("values", values.size());
  const auto host = Kokkos::create_mirror_view(out);
  for (std::size_t i = 0; i < values.size(); ++i) host(i) = values[i];
  Kokkos::deep_copy(out, host);
  return out;
}

// Slots of each vertex, with slot = position in the flat list of corners.
void incidence(const std::vector<int>& corners, int vertices, Array1<int>& start, Array1<int>& slot) {
  std::vector<int> starts{0}, slots;
  for (int v = 0; v < vertices; ++v) {
    for (std::size_t i = 0; i < corners.size(); ++i)
      if (corners[i] == v) slots.push_back(int(i));
    starts.push_back(int(slots.size()));
  }
  start = array(starts);
  slot = array(slots);
}

}  // namespace

MeshElements<double> square_mesh(int cells, const Map<double>& rest) {
  const int n = cells + 1;
  const double share = 1. / (6 * cells * cells);
  std::vector<std::array<int, 3>> triangles;
  for (int j = 0; j < cells; ++j)
    for (int i = 0; i < cells; ++i) {
      const int p = j * n + i;
      triangles.push_back({p, p + 1, p + n + 1});
      triangles.push_back({p, p + n + 1, p + n});
    }
  MeshElements<double> mesh;
  mesh.vertices = n * n;
  mesh.area = 1;
  mesh.uv = Array2<double>("uv", 2, mesh.vertices);
  mesh.vertex_weight = Array1<double>("weight", mesh.vertices);
  const auto uv = Kokkos::create_mirror_view(mesh.uv);
  const auto weight = Kokkos::create_mirror_view(mesh.vertex_weight);
  for (int p = 0; p < mesh.vertices; ++p) {
    uv(0, p) = double(p % n) / cells;
    uv(1, p) = double(p / n) / cells;
  }
  std::vector<int> edges, pairs;
  std::map<std::pair<int, int>, int> opposite;  // directed edge -> the third corner
  for (const auto& t : triangles)
    for (int k = 0; k < 3; ++k) {
      weight(t[k]) += share;
      opposite[{t[k], t[(k + 1) % 3]}] = t[(k + 2) % 3];
    }
  for (const auto& [edge, corner] : opposite) {
    const auto [b, c] = edge;
    const auto other = opposite.find({c, b});
    if (other != opposite.end() && b > c) continue;
    edges.insert(edges.end(), {b, c});
    if (other != opposite.end()) pairs.insert(pairs.end(), {corner, b, c, other->second});
  }
  Kokkos::deep_copy(mesh.uv, uv);
  Kokkos::deep_copy(mesh.vertex_weight, weight);
  mesh.edges = int(edges.size() / 2);
  mesh.pairs = int(pairs.size() / 4);
  mesh.edge = transposed(edges, 2);
  mesh.pair = transposed(pairs, 4);
  incidence(edges, mesh.vertices, mesh.edge_start, mesh.edge_slot);
  incidence(pairs, mesh.vertices, mesh.pair_start, mesh.pair_slot);
  mesh.rest = mapped(mesh.uv, rest);
  return mesh;
}

double gradient_error(const Jets<double>& positions, const Jets<double>& adjoint, const std::function<double(const Jets<double>&)>& value) {
  constexpr double h = 3e-6;
  const auto host = to_host(positions), expected = to_host(adjoint);
  Jets<double> probe("probe", 3, 1, positions.extent(2));
  double error = 0, size = 0;
  for (int i = 0; i < 3; ++i)
    for (std::size_t p = 0; p < positions.extent(2); ++p) {
      const double x = host(i, 0, p);
      const auto shifted = [&](double shift) {
        host(i, 0, p) = x + shift;
        Kokkos::deep_copy(probe, host);
        host(i, 0, p) = x;
        return value(probe);
      };
      const double difference = (shifted(h) - shifted(-h)) / (2 * h);
      error += (difference - expected(i, 0, p)) * (difference - expected(i, 0, p));
      size += difference * difference;
    }
  return std::sqrt(error / size);
}

}  // namespace plisse::losses::testing

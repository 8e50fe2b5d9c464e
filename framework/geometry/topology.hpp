// SPDX-License-Identifier: Apache-2.0
// Edges, face pairs and their incidence to vertices: what energies on a mesh need (MeshElements of kernels/losses/loss.hpp).
#pragma once

#include <array>
#include <vector>

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::geometry {

struct Topology {
  std::vector<std::array<int, 2>> edges;   // (E, 2), the smaller vertex first, sorted
  std::vector<std::array<int, 4>> pairs;   // (Q, 4): triangles (a, b, c) and (d, c, b) share the edge b-c
  std::vector<int> edge_start, edge_slot;  // incident edges of vertex v: slots edge_start[v] .. edge_start[v + 1], slot = 2 edge + end
  std::vector<int> pair_start, pair_slot;  // incident pairs of vertex v: slot = 4 pair + corner
  std::vector<std::vector<int>> boundary_loops;  // vertices of each, in the direction of the triangles; longest first
  std::vector<char> on_boundary;                 // (V)
};

// Throws config::Error on non-manifold edges and on neighbours of opposite orientation, with their counts.
Topology build_topology(const SurfaceMesh& mesh);

// Area share of each vertex, a third of its triangles; sums to `area` [m^2].
struct VertexAreas {
  std::vector<double> values;  // (V) [m^2]
  double area = 0;             // [m^2]
};
VertexAreas vertex_areas(const SurfaceMesh& mesh);

}  // namespace plisse::geometry

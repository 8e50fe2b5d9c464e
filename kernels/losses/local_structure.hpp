// SPDX-License-Identifier: Apache-2.0
// Local structures: a central equilateral triangle ABC around each sample p in UV, with edge length l (circumradius l / sqrt(3))
// and a random rotation theta in [0, 2 pi / 3), and the three triangles reflected across its edges.  Six vertices, nine edges,
// three pairs of faces.  Reference: "Spatially Adaptive Cloth Regression with Implicit Neural Representations", section 3.3.
#pragma once

#include <cstdint>

#include "kernels/core/random.hpp"
#include "kernels/losses/loss.hpp"
#include "kernels/sampling/rest_surface.hpp"

namespace plisse::losses {

inline constexpr int structure_vertices = 6;
inline constexpr int central_edges = 3, all_edges = 9, face_pairs = 3;

// Ends of edge e: the central ones AB, BC, CA, then the outer ones A'B, A'C, B'A, B'C, C'A, C'B.
KOKKOS_INLINE_FUNCTION int edge_vertex(int e, int end) {
  constexpr int table[all_edges][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 1}, {3, 2}, {4, 0}, {4, 2}, {5, 0}, {5, 1}};
  return table[e][end];
}

// Corners (a, b, c, d) of face pair q: triangles (a, b, c) and (d, c, b) share the edge b-c.
// (A, B, C) + (A', C, B), (B, C, A) + (B', A, C), (C, A, B) + (C', B, A).
KOKKOS_INLINE_FUNCTION int pair_vertex(int q, int corner) {
  constexpr int table[face_pairs][4] = {{0, 1, 2, 3}, {1, 2, 0, 4}, {2, 0, 1, 5}};
  return table[q][corner];
}

// Structures for up to `capacity` samples, with all weights 0; the stride is columns_for(capacity).
// Throws std::invalid_argument where capacity < 1.
template <class T>
Structures<T> make_structures(int capacity, Workspace& workspace);

// Builds the structures of n samples with UV (2, n), n >= 1, and weights (n); `edge` is l in UV units; the rotations are those of
// the stream `rotation` of the seed at this step.  A vertex outside the charts gets the sample's own UV and rest position and is
// flagged.  The columns of a stride above n repeat the last sample with weight 0 and no valid vertex.
// Throws std::invalid_argument where n does not fit or edge is not above 0.
template <class T>
void build_structures(const Exec& exec, const sampling::RestSurface<T>& surface, const Array2<T>& uv, const Array1<T>& weight, int n,
                      double edge, std::uint64_t seed, std::int64_t step, Structures<T>& structures);

}  // namespace plisse::losses

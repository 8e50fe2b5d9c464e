// SPDX-License-Identifier: Apache-2.0
// Sizes of meshes that are yet to be built, to tell beforehand how much memory they will take.
#pragma once

#include <cstddef>

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::geometry {

struct MeshSize {
  std::size_t points = 0, triangles = 0, uv = 0;  // uv 0: none
};

inline MeshSize size_of(const SurfaceMesh& mesh) { return {mesh.positions.size(), mesh.triangles.size(), mesh.uv.size()}; }

// Of a mesh with that many numbers a point in its fields [byte].
inline std::size_t mesh_bytes(const MeshSize& size, std::size_t numbers = 0) {
  const std::size_t faces = size.uv > 0 ? 2 * size.triangles : size.triangles;
  return size.points * (3 + numbers) * sizeof(double) + faces * sizeof(Triangle) + size.uv * 2 * sizeof(double);
}

// Of the sides of all triangles as sorted_side_ends() lists them [byte].
inline std::size_t side_ends_bytes(const MeshSize& size) { return 3 * 8 * size.triangles; }

// At most at one time in curvature(), its result included [byte].
inline std::size_t curvature_bytes(const MeshSize& size) {
  constexpr std::size_t result = 3 * 8 + 8 + 8 + 1, laplacian = 3 * 8;
  return (result + laplacian) * size.points + side_ends_bytes(size);
}

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
// How a surface at rest and the same mesh draped differ in area and in the lengths of its edges, and how far the sides of its seams part:
//   area_change   = A' / A - 1
//   length_change = |l' - l| / l   of each edge: mean, 95th percentile, largest
//   seam_gap      = largest distance in the draped surface between vertices that are one point at rest: mean and largest of all seam points
#pragma once

#include <string>
#include <vector>

#include "framework/geometry/mesh_size.hpp"
#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"
#include "framework/run/experiment.hpp"

namespace plisse::report {

using run::Metric;

// area_change, length_change_mean, length_change_p95, length_change_max.  Edges without a length at rest are left out.
// Throws std::invalid_argument where the meshes differ in their triangles or number of positions.
std::vector<Metric> deformation(const geometry::SurfaceMesh& reference, const geometry::SurfaceMesh& final);

// The sides of one point of a seam: indices into positions.
using SeamSides = std::vector<int>;

// seam_gap_max, seam_gap_mean of positions in the draped surface; 0 without seams.  `what`: what they are, for the definition.
std::vector<Metric> seam_gap(const std::vector<geometry::Point3>& draped, const std::vector<SeamSides>& points, const std::string& what);

// Of a mesh: seam points are vertices at one place at rest, and vertices with several texture coordinates, which have no gap since they are
// one vertex.  Throws as deformation() does.
std::vector<Metric> seam_gap(const geometry::SurfaceMesh& reference, const geometry::SurfaceMesh& final);

// At most at one time in the two above [byte].
std::size_t deformation_bytes(const geometry::MeshSize& size);
std::size_t seam_gap_bytes(const geometry::MeshSize& size);

}  // namespace plisse::report

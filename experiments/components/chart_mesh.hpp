// SPDX-License-Identifier: Apache-2.0
// A triangle mesh of a reference surface, for pictures and files.
#pragma once

#include <array>
#include <vector>

#include "framework/geometry/mesh_size.hpp"
#include "framework/geometry/surface_mesh.hpp"
#include "kernels/surfaces/surface.hpp"

namespace plisse::experiments {

struct ChartMesh {
  geometry::SurfaceMesh mesh;                // its uv are the chart's (u, v); triangles turn left seen from the tip of n
  std::vector<std::array<double, 2>> chart;  // (u, v) of each position
};

// A regular grid over the chart with about square cells, `resolution` of them along the longer direction; positions are one across a
// closed seam and at a pole, where uv stay apart.  Throws std::invalid_argument unless resolution is at least 1.
ChartMesh chart_mesh(const surfaces::SurfaceMap& surface, int resolution);

// Of that mesh, seams and poles counted as if they were none.
geometry::MeshSize chart_mesh_size(const surfaces::SurfaceMap& surface, int resolution);

}  // namespace plisse::experiments

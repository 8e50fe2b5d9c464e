// SPDX-License-Identifier: Apache-2.0
// Gives all triangles of a component one orientation.
#pragma once

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::geometry {

// Turns the fewer triangles of each component that disagree with the rest, positions and UV alike; returns how many.  Edges with more than
// two triangles do not connect.  Throws config::Error when a component has one side only (a Moebius strip).
int orient(SurfaceMesh& mesh);

// Turns whole components of a closed, consistently oriented mesh so that their normals point out; returns how many triangles.
int orient_outward(SurfaceMesh& mesh);

// Enclosed by a closed mesh with outward normals [m^3].
double volume(const SurfaceMesh& mesh);

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
// Meshes that carry their displacement from rest as a field "displacement" [m].
#pragma once

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::report {

// The largest length of a displacement; 0 where the mesh has none [m].
double largest_displacement(const geometry::SurfaceMesh& mesh);

// The diagonal of the box of the positions at rest [m].
double size_at_rest(const geometry::SurfaceMesh& mesh);

// Moves the positions to rest + factor times the displacement; the fields stay.  Throws config::Error where the mesh has none.
void exaggerate(geometry::SurfaceMesh& mesh, double factor);

}  // namespace plisse::report

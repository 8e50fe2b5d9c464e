// SPDX-License-Identifier: Apache-2.0
// Device elements (edges, face pairs, incidence) of a host mesh, for the mesh-based losses.
#pragma once

#include "framework/geometry/surface_mesh.hpp"
#include "kernels/losses/loss.hpp"

namespace plisse::experiments {

// The mesh has one UV coordinate a position.  Throws config::Error where it is not manifold.
template <class T> losses::MeshElements<T> make_mesh_elements(const geometry::SurfaceMesh& mesh, Workspace& workspace);

}  // namespace plisse::experiments

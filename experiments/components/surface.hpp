// SPDX-License-Identifier: Apache-2.0
// The deformed surface of a field as a mesh over UV, at any resolution, evaluated in chunks of the field's capacity.
#pragma once

#include "experiments/components/field.hpp"
#include "framework/geometry/surface_mesh.hpp"

#include <array>
#include <vector>

namespace plisse::experiments {

// Adds the field's displacement to a mesh at rest: positions move, and a field "displacement" [m] is stored.
// The mesh has one UV coordinate a position.
template <class T> void displace(const Field<T>& field, const Array1<T>& parameters, geometry::SurfaceMesh& mesh);

// Per position: mean of |(|e'| - |e|) / |e|| over its edges, as field "strain"; returns the largest value of any edge.
double add_strain(const geometry::SurfaceMesh& rest, geometry::SurfaceMesh& deformed);

// Discrete mean curvature as field "mean_curvature" [1/m]; 0 on the boundary.  Returns the absolute values of inner vertices.
std::vector<double> add_curvature(geometry::SurfaceMesh& mesh);

}  // namespace plisse::experiments

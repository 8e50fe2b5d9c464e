// SPDX-License-Identifier: Apache-2.0
// Seams of a cloth whose field lives over UV: nothing but the training holds their sides together.
#pragma once

#include "experiments/components/field.hpp"
#include "framework/geometry/surface_mesh.hpp"
#include "framework/run/experiment.hpp"

#include <vector>

namespace plisse::experiments {

// seam_gap_max and seam_gap_mean [m]: the field at each texture coordinate of a seam vertex of the garment, over all seam vertices.
template <class T>
std::vector<run::Metric> seam_gap_metrics(const geometry::SurfaceMesh& garment, const Field<T>& field, const Array1<T>& parameters);

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/garment.hpp"

#include <algorithm>
#include <utility>

#include "framework/geometry/charts.hpp"

namespace plisse::geometry {

void fit_uv(SurfaceMesh& mesh) {
  const UvBounds bounds = uv_bounds(mesh);
  for (Point2& uv : mesh.uv)
    for (std::size_t k = 0; k < 2; ++k) uv[k] = std::clamp((uv[k] - bounds.low[k]) / bounds.extent(), 0.0, 1.0);
}

Garment make_garment(SurfaceMesh mesh, const LookupOptions& lookup) {
  fit_uv(mesh);
  Garment garment;
  garment.rest = build_rest_surface(mesh, lookup.lookup, lookup.map_resolution);
  garment.mesh = std::move(mesh);
  garment.has_uv = true;
  return garment;
}

}  // namespace plisse::geometry

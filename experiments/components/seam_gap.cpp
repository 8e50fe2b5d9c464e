// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/seam_gap.hpp"

#include "experiments/components/surface.hpp"
#include "framework/geometry/seams.hpp"
#include "framework/report/deformation.hpp"

namespace plisse::experiments {

template <class T>
std::vector<run::Metric> seam_gap_metrics(const geometry::SurfaceMesh& garment, const Field<T>& field, const Array1<T>& parameters) {
  geometry::SurfaceMesh sides;
  std::vector<report::SeamSides> points;
  for (const auto& seam : geometry::seams(garment).vertices) {
    auto& point = points.emplace_back();
    for (const int uv : seam.uv) {
      point.push_back(int(sides.positions.size()));
      sides.positions.push_back(garment.positions[std::size_t(seam.vertex)]);
      sides.uv.push_back(garment.uv[std::size_t(uv)]);
    }
  }
  displace(field, parameters, sides);
  return report::seam_gap(sides.positions, points, "the field at each texture coordinate of a seam vertex of the garment");
}

template std::vector<run::Metric> seam_gap_metrics(const geometry::SurfaceMesh&, const Field<float>&, const Array1<float>&);
template std::vector<run::Metric> seam_gap_metrics(const geometry::SurfaceMesh&, const Field<double>&, const Array1<double>&);

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// Registry kind "regions": the sets at which a garment is held.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "framework/config/options.hpp"
#include "framework/geometry/surface_mesh.hpp"
#include "kernels/boundary/region.hpp"

namespace plisse::experiments {

// A region with its own corners.
struct RegionData {
  boundary::Region<double> region;
  std::vector<Vec3<double>> corners;

  double distance(const std::array<double, 3>& x) const;  // the smooth one of boundary::distance [m]
  double nearness(const Vec3<double>& x) const;           // the Euclidean one, which is zero at the same places and cheaper [m]
};

// "[0.1, 0, 1.45]", to a tenth of a millimetre.
std::string place_text(const Vec3<double>& x);

// `garment`: the mesh whose rims and vertices a region may name; null where there is none.  Throws config::Error, with the path of the
// region, where it names what the garment has not.
RegionData region_of(const config::Component& component, const std::string& path, const geometry::SurfaceMesh* garment);

// Which of x, y, z are named.  Throws config::Error, with the path of the key, on any other name and on one that comes twice.
std::array<bool, 3> fixed_components(const std::vector<std::string>& names, const std::string& path);

// The corners of several regions in one array.
class RegionCorners {
 public:
  template <class T>
  boundary::Region<T> add(const RegionData& data);
  template <class T>
  Array2<T> to_device() const;  // (3, K) [m]

 private:
  std::vector<Vec3<double>> corners_;
};

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// A triangle mesh with separate position and UV indices, and fields on its points.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace plisse::geometry {

using Triangle = std::array<int, 3>;

struct SurfaceMesh {
  std::vector<std::array<double, 3>> positions;  // [m]
  std::vector<Triangle> triangles;               // into positions
  std::vector<std::array<double, 2>> uv;         // texture coordinates; may be empty
  std::vector<Triangle> uv_triangles;            // into uv, one a triangle; empty where there is no UV
  // Fields on positions, row-major (points, components).
  struct Field {
    int components = 1;
    std::string unit;
    std::vector<double> values;
  };
  std::map<std::string, Field> fields;
};

}  // namespace plisse::geometry

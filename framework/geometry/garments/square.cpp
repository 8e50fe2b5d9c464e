// SPDX-License-Identifier: Apache-2.0
// A flat rectangle of cloth in the xy-plane, {type: square, size: 1.0, position: [0, 0, 0]}.  For size 1, UV is x, y.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "framework/config/registry.hpp"
#include "framework/geometry/garment.hpp"

namespace plisse::geometry {
namespace {

struct SquareOptions {
  std::vector<double> size{1.0};
  std::vector<double> position{0, 0, 0};
  int resolution = 64;
  LookupOptions lookup;

  template <class V>
  void describe(V& v) {
    v.option("size", size).unit("m").above(0).length(1, 2).doc("side, or width and height");
    v.option("position", position).unit("m").length(3, 3).doc("corner with the least x and y");
    v.option("resolution", resolution).range(1, 4096).doc("cells along the longer side of the reference mesh");
    lookup.describe(v);
  }
};

SurfaceMesh rectangle(const SquareOptions& options, int columns, int rows) {
  const double width = options.size.front(), height = options.size.back();
  SurfaceMesh mesh;
  for (int j = 0; j <= rows; ++j) {
    for (int i = 0; i <= columns; ++i) {
      const double x = width * i / columns, y = height * j / rows;
      mesh.positions.push_back({options.position[0] + x, options.position[1] + y, options.position[2]});
      mesh.uv.push_back({x, y});
    }
  }
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      const int a = j * (columns + 1) + i, b = a + 1, d = a + columns + 1, c = d + 1;
      const bool even = (i + j) % 2 == 0;
      mesh.triangles.push_back(even ? Triangle{a, b, c} : Triangle{a, b, d});
      mesh.triangles.push_back(even ? Triangle{a, c, d} : Triangle{b, c, d});
    }
  }
  mesh.uv_triangles = mesh.triangles;
  return mesh;
}

Garment make_square(const SquareOptions& options) {
  const double width = options.size.front(), height = options.size.back(), longer = std::max(width, height);
  const auto cells = [&](double side) { return std::max(1, int(std::lround(options.resolution * side / longer))); };
  Garment garment = make_garment(rectangle(options, 1, 1), options.lookup);  // two triangles say all about a plane
  garment.mesh = rectangle(options, cells(width), cells(height));
  fit_uv(garment.mesh);
  return garment;
}

const bool registered = config::register_component<SquareOptions>(
    "garments", "square", "a flat square or rectangle of cloth",
    GarmentFactory([](const void* options) { return make_square(*static_cast<const SquareOptions*>(options)); }));

}  // namespace
}  // namespace plisse::geometry

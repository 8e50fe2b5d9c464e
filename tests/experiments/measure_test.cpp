// SPDX-License-Identifier: Apache-2.0
// The measures of a draped cloth against closed forms, on fields whose shape is known.
#include <doctest/doctest.h>

#include "experiments/components/cloth_measures.hpp"
#include "experiments/components/device.hpp"
#include "experiments/components/surface.hpp"
#include "framework/geometry/uv_grid.hpp"

using namespace plisse;
using namespace plisse::experiments;

namespace {

// Free vertices of a flat square, displaced by a function of UV.
struct Sheet {
  Scene scene{SceneOptions{}};
  Workspace workspace;
  Field<double> field;
  Array1<double> parameters;

  template <class Displacement> explicit Sheet(const Displacement& displacement) : field(vertices(), {}, 6 * 512, workspace) {
    parameters = workspace.take<double>("parameters", field.layout().size());
    std::vector<double> host(field.layout().size());
    for (int j = 0; j < 9; ++j)
      for (int i = 0; i < 9; ++i) {
        const auto u = displacement(i / 8.0, j / 8.0);
        // Slice of a grid level: (vertices along u, vertices along v, features).
        for (int k = 0; k < 3; ++k) host[std::size_t((i * 9 + j) * 3 + k)] = u[std::size_t(k)];
      }
    to_device(host, parameters);
  }

  static FieldOptions vertices() {
    FieldOptions options;
    options.type = FieldType::vertices;
    options.resolution = 9;
    return options;
  }

  EnergyReport energy() { return measure_energy<double>(scene, {preset("losses", "strain"), preset("losses", "gravity")}, 0.01, 4096, field, parameters); }
};

}  // namespace

TEST_CASE("a sheet moved as it is has no strain and the potential energy of its height") {
  Sheet sheet([](double, double) { return std::array<double, 3>{1, 2, 0.5}; });
  const auto report = sheet.energy();
  CHECK(report.values[0] < 1e-20);
  CHECK(report.values[1] == doctest::Approx(0.1 * 9.81 * 0.5));
  CHECK(report.structures == 4096);
}

TEST_CASE("a sheet stretched by a tenth has three edges of a tenth's strain, on the mesh and by the energy measure") {
  Sheet sheet([](double u, double v) { return std::array<double, 3>{0.1 * u, 0.1 * v, 0}; });
  // Structures at the rim lose vertices, and edges with them: a little below 3 x 0.01.
  CHECK(sheet.energy().values[0] <= 0.03 + 1e-12);
  CHECK(sheet.energy().values[0] > 0.029);
  const auto rest = geometry::uv_grid_mesh(sheet.scene.garment().rest, 17);
  auto mesh = rest;
  displace(sheet.field, sheet.parameters, mesh);
  CHECK(add_strain(rest, mesh) == doctest::Approx(0.1));
  CHECK(mesh.positions.back()[0] == doctest::Approx(1.1));
}

TEST_CASE("a tilted sheet rises along u, not along v") {
  Sheet sheet([](double u, double) { return std::array<double, 3>{0, 0, 0.25 * u}; });
  auto mesh = geometry::uv_grid_mesh(sheet.scene.garment().rest, 9);
  displace(sheet.field, sheet.parameters, mesh);
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) CHECK(mesh.positions[v][2] == doctest::Approx(0.25 * mesh.uv[v][0]));
}

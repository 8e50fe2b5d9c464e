// SPDX-License-Identifier: Apache-2.0
// The measures of a draped cloth against closed forms, on fields whose shape is known.
#include <doctest/doctest.h>

#include "experiments/components/cloth_measures.hpp"
#include "experiments/components/device.hpp"
#include "experiments/components/seam_gap.hpp"
#include "experiments/components/surface.hpp"
#include "framework/geometry/seams.hpp"
#include "framework/geometry/uv_grid.hpp"

using namespace plisse;
using namespace plisse::experiments;

namespace {

// Free vertices of a flat square, displaced by a function of UV.
struct Sheet {
  Scene scene;
  Workspace workspace;
  Field<double> field;
  Array1<double> parameters;

  template <class Displacement>
  explicit Sheet(const Displacement& displacement, const char* garment = "square")
      : scene(of(garment)), field(vertices(), {}, 6 * 512, workspace) {
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

  static SceneOptions of(const char* garment) {
    SceneOptions options;
    options.garment = preset("garments", garment);
    return options;
  }
  static FieldOptions vertices() {
    FieldOptions options;
    options.type = FieldType::vertices;
    options.resolution = 9;
    return options;
  }

  EnergyReport energy() {
    return measure_energy<double>(scene, {preset("losses", "strain"), preset("losses", "gravity")}, 0.01, 4096, field, parameters);
  }
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

TEST_CASE("the sides of a seam are where the field puts each of its texture coordinates") {
  // Points rise with u: the seam of the skirt, the two straight sides of an annular sector, opens with its width in UV.
  Sheet skirt([](double u, double) { return std::array<double, 3>{0, 0, 0.25 * u}; }, "skirt");
  const auto& garment = skirt.scene.garment().mesh;
  const auto seams = geometry::seams(garment).vertices;
  REQUIRE(seams.size() > 10);
  double largest = 0, sum = 0;
  for (const auto& seam : seams) {
    REQUIRE(seam.uv.size() == 2);
    const double gap = 0.25 * std::abs(garment.uv[std::size_t(seam.uv[0])][0] - garment.uv[std::size_t(seam.uv[1])][0]);
    largest = std::max(largest, gap);
    sum += gap;
  }
  const auto metrics = seam_gap_metrics(garment, skirt.field, skirt.parameters);
  REQUIRE(metrics.size() == 2);
  CHECK(metrics[0].name == "seam_gap_max");
  CHECK(metrics[0].value == doctest::Approx(largest));
  CHECK(metrics[1].value == doctest::Approx(sum / double(seams.size())));
  CHECK(largest > 0.1);
  CHECK(metrics[0].samples == std::int64_t(seams.size()));
  Sheet moved([](double, double) { return std::array<double, 3>{0.1, 0, -1}; }, "skirt");
  CHECK(seam_gap_metrics(garment, moved.field, moved.parameters)[0].value < 1e-12);
  Sheet square([](double u, double) { return std::array<double, 3>{0, 0, u}; });
  const auto none = seam_gap_metrics(square.scene.garment().mesh, square.field, square.parameters);
  CHECK(none[0].samples == 0);
  CHECK(none[0].definition.find("there is no seam") != std::string::npos);
}

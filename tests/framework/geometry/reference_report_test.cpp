// SPDX-License-Identifier: Apache-2.0
// Writes a table of the errors of reference geometry under refinement, for every surface and input:
//   PLISSE_REPORT=table.md build/release/tests/test_framework_geometry --test-case='reference geometry: report'
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "framework/geometry/gaussians.hpp"
#include "framework/geometry/point_cloud.hpp"
#include "tests/framework/geometry/analytic_meshes.hpp"
#include "tests/framework/geometry/analytic_samples.hpp"
#include "tests/framework/geometry/gaussian_files.hpp"
#include "tests/framework/geometry/reference_error.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using namespace plisse::geometry;
using namespace plisse::tests;

namespace {

constexpr double tilt = std::numbers::pi / 180;  // of the Gaussians' axes, about each tangent

struct Level {
  ReferenceError error;
  std::size_t points = 0;
  double area = 0;  // relative error of the sum
};

Level of_mesh(const AnalyticSurface& surface, int level, double jitter, MeshNormals normals) {
  const SurfaceMesh mesh = analytic_mesh(surface, level, jitter);
  return {mesh_error(surface, mesh, normals), mesh.positions.size(), 0};
}

Level of_cloud(const AnalyticSurface& surface, const Cloud& cloud) {
  return {cloud_error(surface, cloud), cloud.points.size(), cloud.area / surface.area - 1};
}

int points(int level) { return 1250 << (2 * level); }

Level of_points(const AnalyticSurface& surface, int level, CloudCurvature curvature) {
  PointSet set;
  set.positions = random_points(surface, points(level), 3);
  return of_cloud(surface, reference_cloud(surface.name, set, {16, curvature}));
}

// Through a file as Gaussian splatting writes it, with axes that are not quite normal to the surface.
Level of_gaussians(const AnalyticSurface& surface, int level) {
  const double spacing = std::sqrt(surface.area / points(level));
  std::mt19937_64 random(11);
  std::normal_distribution<double> turn(0, tilt);
  std::vector<Splat> splats;
  for (const Point3& p : random_points(surface, points(level), 5)) {
    const Point3 n = surface.normal(p);
    const Point3 axis =
        n + turn(random) * Point3{n[1], -n[0], 0} + turn(random) * Point3{-n[2], 0, n[0]} + turn(random) * Point3{0, n[2], -n[1]};
    splats.push_back({p, {std::log(0.5 * spacing), std::log(0.4 * spacing), std::log(0.02 * spacing)}, turn_z_to((1 / norm(axis)) * axis)});
  }
  const ScratchFolder folder;
  write_splats(folder / "splats.ply", splats);
  return of_cloud(surface, reference_gaussians("splats.ply", read_gaussians(folder / "splats.ply", {}, Scales::detect, 0), {}));
}

// "0.61, 0.15, 0.038 (2.0)": every level, and the order between the last two.
std::string refined(const std::vector<Level>& levels, double ReferenceError::*error, double factor) {
  std::string text;
  for (const Level& level : levels) text += fmt::format("{}{:.2g}", text.empty() ? "" : ", ", factor * (level.error.*error));
  return text + fmt::format(" ({:.1f})", order(levels[levels.size() - 2].error, levels.back().error, error) + 0.0);
}

std::string row(const AnalyticSurface& surface, const std::string& input, const std::vector<Level>& levels, bool is_mesh) {
  const bool flat = levels.back().error.weingarten == 1;  // H = 0 everywhere
  return fmt::format(
      "| {} | {} | {} | {:.1f} | {} | {} | {} | {} |\n", surface.name, input, levels.back().points, 1e3 * levels.back().error.spacing,
      refined(levels, &ReferenceError::normal, 1), flat ? "100" : refined(levels, &ReferenceError::weingarten, 100),
      is_mesh ? refined(levels, &ReferenceError::vertex, 100) : "", is_mesh ? "" : fmt::format("{:+.2f}", 100 * levels.back().area));
}

}  // namespace

TEST_CASE("reference geometry: report" * doctest::skip(std::getenv("PLISSE_REPORT") == nullptr)) {
  std::string table =
      "| surface | input | points | spacing [mm] | normals [degrees] (order) | H [%] (order) | H at vertices [%] (order) | area [%] |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  const auto three = [](const auto& level) { return std::vector<Level>{level(0), level(1), level(2)}; };
  for (const AnalyticSurface& surface : analytic_surfaces()) {
    CAPTURE(surface.name);
    for (const double jitter : {0., 0.25})
      for (const MeshNormals normals : {MeshNormals::area_weighted, MeshNormals::fitted}) {
        const auto levels = three([&](int level) { return of_mesh(surface, level + 2, jitter, normals); });
        table += row(surface,
                     fmt::format("{} mesh, {} normals", jitter > 0 ? "irregular" : "regular",
                                 normals == MeshNormals::fitted ? "fitted" : "area-weighted"),
                     levels, true);
        if (normals == MeshNormals::fitted) CHECK(levels.back().error.weingarten < 0.05);
      }
    table += row(surface, "cloud, no curvature", three([&](int level) { return of_points(surface, level, CloudCurvature::none); }), false);
    const auto cloud = three([&](int level) { return of_points(surface, level, CloudCurvature::quadratic); });
    const auto gaussians = three([&](int level) { return of_gaussians(surface, level); });
    table += row(surface, "cloud, quadratic fit", cloud, false) + row(surface, "3-D Gaussians", gaussians, false);
    for (const auto* levels : {&cloud, &gaussians}) {
      CHECK(levels->back().error.normal < 2);
      CHECK(levels->back().error.weingarten < 0.05);
      CHECK(std::abs(levels->back().area) < 0.01);
    }
  }
  std::ofstream out(std::getenv("PLISSE_REPORT"));
  out << "Made by `PLISSE_REPORT=results/geometry/table.md build/release/tests/test_framework_geometry "
         "--test-case='reference geometry: report'`.\n\n"
      << table
      << "\nRoot mean squares weighted by area, boundaries included; H relative, in the Frobenius norm. Three refinements each; the order "
         "is that "
         "between the last two.\nPoints and spacing are those of the finest. Sphere of radius 0.4 m, cylinder 0.3 m x 1 m, torus 0.5 m and "
         "0.2 m, "
         "saddle z = 0.75 (x^2 - y^2) over 1 m x 1 m.\nIrregular: vertices moved by up to a quarter of a cell, diagonals at random. Clouds "
         "and Gaussians: "
         "independent, uniform by area; 16 neighbours.\nGaussians: axes tilted by 1 degree (standard deviation) about each tangent, "
         "through a file of "
         "single precision.\n";
  REQUIRE(out.flush());
}

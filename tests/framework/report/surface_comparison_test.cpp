// SPDX-License-Identifier: Apache-2.0
// Distances of draped surfaces and their wrinkles, on surfaces with known answers.
#include "framework/report/surface_comparison.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "framework/config/error.hpp"
#include "shapes.hpp"

using namespace plisse;
using namespace plisse::report;
using doctest::Approx;

namespace {

double distance(const std::string& name, const geometry::SurfaceMesh& reference, const geometry::SurfaceMesh& result) {
  return surface_distances({name}, {"a", reference}, {"b", result}, {20000, 1, true})[0].value;
}

double area_of(const geometry::SurfaceMesh& mesh) {
  double area = 0;
  for (const auto& t : mesh.triangles) {
    const auto at = [&](std::size_t k) { return mesh.positions[std::size_t(t[k])]; };
    area += 0.5 * geometry::norm(geometry::area_vector(at(0), at(1), at(2)));
  }
  return area;
}

// One ridge along y, of Gaussian profile: only it bends.
geometry::SurfaceMesh ridge(int n, double at) {
  return testing::sheet(n, 1, [at](double x, double) { return 0.02 * std::exp(-(x - at) * (x - at) / (2 * 0.05 * 0.05)); });
}

}  // namespace

TEST_CASE("concentric spheres are the difference of their radii apart") {
  const auto inner = testing::sphere(80, 1, {0, 0, 0}), outer = testing::sphere(80, 1.05, {0, 0, 0});
  for (const char* name : {"chamfer_l1", "d_c"}) CHECK(distance(name, inner, outer) == Approx(0.05).epsilon(0.01));
  CHECK(distance("hausdorff", inner, outer) == Approx(0.05).epsilon(0.02));
  CHECK(distance("chamfer_sq", inner, outer) == Approx(2 * 0.05 * 0.05).epsilon(0.02));
  CHECK(distance("d_c_relative", inner, outer) == Approx(0.05 / std::sqrt(12)).epsilon(0.01));
  CHECK(distance("rmse", inner, outer) == Approx(0.05));
  CHECK(distance("mae", inner, outer) == Approx(0.05));
  CHECK(distance("psnr", inner, outer) == Approx(20 * std::log10(std::sqrt(12) / 0.05)));
}

TEST_CASE("distances do not depend on the density of the meshes") {
  const auto coarse = ridge(40, 0), fine = ridge(130, 0);
  // Vertices crowd on one side; the surface is the same.
  auto graded = ridge(100, 0);
  for (auto& p : graded.positions) {
    p[0] = 0.5 * std::tanh(3 * p[0]) / std::tanh(1.5);
    p[2] = 0.02 * std::exp(-p[0] * p[0] / (2 * 0.05 * 0.05));
  }
  for (const geometry::SurfaceMesh* other : std::initializer_list<const geometry::SurfaceMesh*>{&coarse, &graded}) {
    CHECK(distance("d_c", fine, *other) < 5e-4);
    CHECK(distance("d_w", fine, *other) < 5e-3);
  }
  const double apart = distance("d_w", fine, ridge(130, 0.05));
  CHECK(distance("d_w", coarse, ridge(130, 0.05)) == Approx(apart).epsilon(0.1));
  CHECK(distance("d_w", graded, ridge(130, 0.05)) == Approx(apart).epsilon(0.1));
  CHECK(distance("d_c", coarse, ridge(130, 0.05)) == Approx(distance("d_c", fine, ridge(130, 0.05))).epsilon(0.03));
}

TEST_CASE("wrinkles are the quarter of the inner area that bends most, where the surface bends") {
  for (const int n : {40, 90}) {
    const auto mesh = ridge(n, 0.1);
    const Wrinkles found = wrinkles(mesh);
    REQUIRE(found.missing.empty());
    const double inner = 1 - 2. / n;
    CHECK(area_of(found.mesh) == Approx(0.25 * inner * inner).epsilon(0.02));
    // |H| of the profile is that of z'' / 2: above its percentile within 0.16 of the ridge.
    for (const auto& p : found.mesh.positions) CHECK(std::abs(p[0] - 0.1) < 0.16);
  }
  // A quarter of a square moved by its own width: each wrinkle is as far from the other as the move, but for their common part.
  CHECK(distance("d_w", ridge(90, -0.25), ridge(90, 0.25)) == Approx(0.5 - 0.125).epsilon(0.2));
  CHECK(distance("d_w", ridge(90, 0), ridge(90, 0)) < 1e-9);
  CHECK(distance("d_w_relative", ridge(90, -0.25), ridge(90, 0.25)) ==
        Approx(distance("d_w", ridge(90, -0.25), ridge(90, 0.25)) / std::sqrt(2 + 0.02 * 0.02)).epsilon(1e-3));
}

TEST_CASE("the sign of the curvature and the place of the boundary make no wrinkles") {
  auto valley = ridge(60, 0);
  for (auto& p : valley.positions) p[2] = -p[2];
  CHECK(wrinkles(valley).threshold == Approx(wrinkles(ridge(60, 0)).threshold));
  // Cut through the ridge: what touches the cut is left out.
  auto half = ridge(60, 0);
  std::erase_if(half.triangles, [&](const auto& t) {
    return half.positions[std::size_t(t[0])][0] > 0.01 || half.positions[std::size_t(t[1])][0] > 0.01 ||
           half.positions[std::size_t(t[2])][0] > 0.01;
  });
  for (const auto& p : wrinkles(half).mesh.positions) CHECK(p[0] < 0.01 - 1. / 60);
}

TEST_CASE("what cannot be measured says why") {
  const auto ball = testing::sphere(10, 1, {0, 0, 0});
  geometry::SurfaceMesh patches;
  for (int i = 0; i < 3; ++i) {
    const int first = int(patches.positions.size());
    const double x = 2 * i;
    patches.positions.insert(patches.positions.end(), {{x, 0, 0}, {x + 1, 0, 0}, {x + 1, 1, 0}, {x, 1, 0}});
    patches.triangles.insert(patches.triangles.end(), {{first, first + 1, first + 2}, {first, first + 2, first + 3}});
  }
  const DrapedSurface a("a", ball), b("b", patches), c("c", testing::flat(9, 1));
  CHECK(missing_distance("d_c", a, b).empty());
  CHECK(missing_distance("d_w", a, b).find("b has no wrinkles: no triangle lies away from a boundary (6 triangles in 3 pieces)") == 0);
  CHECK(missing_distance("d_w", a, b).find("evaluate.template") != std::string::npos);
  CHECK(missing_distance("d_w_relative", c, a).find("c has no wrinkles: the surface is flat") == 0);
  CHECK(missing_distance("rmse", a, b).find("other triangles") != std::string::npos);
  CHECK(missing_distance("rmse", a, a).empty());
  CHECK(surface_distances({"hausdorff"}, a, b, {100, 0, true})[0].value > 1);
  CHECK_THROWS_AS(surface_distances({"d_w"}, a, b, {100, 0, true}), std::invalid_argument);
  CHECK_THROWS_AS(missing_distance("d_x", a, b), std::invalid_argument);
  CHECK_THROWS_AS(DrapedSurface("d", {}), config::Error);
  auto line = testing::flat(2, 1);
  for (auto& p : line.positions) p[1] = 0;
  CHECK_THROWS_WITH_AS(DrapedSurface("d", line), "the surface of d has no area", config::Error);
}

TEST_CASE("every distance has its definition, sample count, seed and unit, in the order of the names") {
  const DrapedSurface a("a", ridge(30, 0)), b("b", ridge(30, 0.1));
  const auto metrics = surface_distances(surface_distance_names(), a, b, {500, 7, true});
  REQUIRE(metrics.size() == surface_distance_names().size());
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    CHECK(metrics[i].name == surface_distance_names()[i]);
    CHECK_FALSE(metrics[i].definition.empty());
    const bool sampled = metrics[i].name != "rmse" && metrics[i].name != "mae" && metrics[i].name != "psnr";
    CHECK(metrics[i].samples == (sampled ? 500 : 31 * 31));
    CHECK((metrics[i].definition.find("seed 7") != std::string::npos) == sampled);
    CHECK((metrics[i].definition.find("bounding box of the reference") != std::string::npos) == metrics[i].name.ends_with("_relative"));
  }
  CHECK(metrics[5].definition.ends_with("distance to the other surface's wrinkles"));
  CHECK_FALSE(is_surface_distance("height"));
}

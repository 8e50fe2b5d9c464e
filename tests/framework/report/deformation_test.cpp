// SPDX-License-Identifier: Apache-2.0
#include "framework/report/deformation.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "shapes.hpp"

using namespace plisse;
using namespace plisse::report;
using doctest::Approx;

namespace {

const Metric& find(const std::vector<Metric>& metrics, const std::string& name) {
  for (const Metric& metric : metrics)
    if (metric.name == name) return metric;
  throw std::runtime_error("no metric " + name);
}

// Two unit squares beside each other that share the places of the side x = 1.
geometry::SurfaceMesh two_panels() {
  geometry::SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7}};
  return mesh;
}

}  // namespace

TEST_CASE("a sheet stretched along x: area, and lengths of sides along x, along y and across") {
  const int n = 8;
  const auto rest = testing::flat(n, 1);
  auto drawn = rest;
  for (auto& p : drawn.positions) p[0] *= 1.2;
  const auto metrics = deformation(rest, drawn);
  CHECK(find(metrics, "area_change").value == Approx(0.2));
  CHECK(find(metrics, "area_change").samples == 2 * n * n);
  const double across = std::sqrt((1.44 + 1) / 2) - 1;
  const double along = n * (n + 1), edges = 2 * along + n * n;
  CHECK(find(metrics, "length_change_mean").value == Approx((along * 0.2 + n * n * across) / edges));
  CHECK(find(metrics, "length_change_max").value == Approx(0.2));
  CHECK(find(metrics, "length_change_p95").value == Approx(0.2));
  CHECK(find(metrics, "length_change_max").samples == std::int64_t(edges));
  for (auto& p : drawn.positions) p[0] /= 1.5;
  CHECK(find(deformation(rest, drawn), "area_change").value == Approx(-0.2));
  CHECK(find(deformation(rest, drawn), "length_change_max").value == Approx(0.2));
}

TEST_CASE("bending without stretching changes neither area nor lengths; other meshes are refused") {
  const auto rest = testing::flat(6, 1);
  auto folded = rest;
  for (auto& p : folded.positions)
    if (p[0] > 0) p = {0, p[1], p[0]};
  for (const auto& metric : deformation(rest, folded)) CHECK(metric.value == Approx(0).scale(1));
  CHECK_THROWS_AS(deformation(rest, testing::flat(5, 1)), std::invalid_argument);
  CHECK_THROWS_AS(seam_gap(rest, testing::flat(5, 1)), std::invalid_argument);
}

TEST_CASE("the sides of a seam part by as much as they are moved") {
  const auto rest = two_panels();
  auto draped = rest;
  for (const std::size_t v : {4u, 5u, 6u, 7u}) draped.positions[v][2] += 0.01;
  draped.positions[7][2] += 0.02;
  const auto metrics = seam_gap(rest, draped);
  CHECK(find(metrics, "seam_gap_max").value == Approx(0.03));
  CHECK(find(metrics, "seam_gap_mean").value == Approx(0.02));
  CHECK(find(metrics, "seam_gap_max").samples == 2);
  CHECK(find(metrics, "seam_gap_max").definition.find("2 seam points are several vertices of the mesh, and 0 are one vertex") !=
        std::string::npos);
}

TEST_CASE("a welded seam has no gap, and the definition says why; a sheet without seams says so") {
  geometry::SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}, {2, 1, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}};
  mesh.uv = {{0, 0}, {.4, 0}, {.4, .4}, {0, .4}, {.6, 0}, {1, 0}, {1, .4}, {.6, .4}};
  mesh.uv_triangles = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7}};
  const auto metrics = seam_gap(mesh, mesh);
  CHECK(find(metrics, "seam_gap_max").value == 0);
  CHECK(find(metrics, "seam_gap_max").samples == 2);
  CHECK(find(metrics, "seam_gap_max").definition.find("2 are one vertex, whose sides cannot part") != std::string::npos);
  mesh.uv_triangles = mesh.triangles;
  mesh.uv.assign(6, {0, 0});
  CHECK(find(seam_gap(mesh, mesh), "seam_gap_mean").definition.find("there is no seam") != std::string::npos);
}

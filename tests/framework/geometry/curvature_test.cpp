// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/curvature.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "framework/geometry/body.hpp"
#include "framework/geometry/tube.hpp"
#include "framework/geometry/weld.hpp"
#include "tests/framework/geometry/meshes.hpp"

using namespace plisse;
using namespace plisse::geometry;
using tests::patch;

namespace {

double rms_error(const std::vector<double>& values, double exact) {
  double sum = 0;
  for (const double x : values) sum += (x - exact) * (x - exact);
  return std::sqrt(sum / double(values.size()));
}

}  // namespace

TEST_CASE("curvature: 1/R on a sphere, converging with the mesh") {
  std::vector<double> error;
  for (const int level : {2, 3, 4}) {
    const SurfaceMesh sphere = icosphere(0.4, {3, 0, 0}, level);
    const Curvature c = curvature(sphere);
    CHECK(c.inner().size() == sphere.positions.size());
    error.push_back(rms_error(c.mean, 1 / 0.4));
    for (std::size_t v = 0; v < c.normal.size(); ++v) CHECK(dot(c.normal[v], sphere.positions[v] - Point3{3, 0, 0}) > 0.999 * 0.4);
    CHECK(std::accumulate(c.area.begin(), c.area.end(), 0.0) == doctest::Approx(4 * std::numbers::pi * 0.16).epsilon(0.05));
  }
  CHECK(error[2] < 0.005 / 0.4);
  CHECK(error[1] < error[0] / 2.5);
  CHECK(error[2] < error[1] / 2.5);
}

TEST_CASE("curvature: half of 1/R on a cylinder, second order; rims are left out") {
  std::vector<double> error;
  for (const int sides : {16, 32, 64}) {
    const SurfaceMesh tube = tube_mesh({0.3, 0.3, 0.6, sides, sides / 2});
    const Curvature c = curvature(tube);
    CHECK(c.inner().size() == tube.positions.size() - 2 * std::size_t(sides));
    CHECK(c.mean[0] == 0);
    CHECK(c.on_boundary[0]);
    error.push_back(rms_error(c.inner(), 0.5 / 0.3));
  }
  CHECK(error[2] < 0.003 / 0.3);
  CHECK(error[1] < error[0] / 3.5);
  CHECK(error[2] < error[1] / 3.5);
}

TEST_CASE("curvature: zero on a plane, the other sign inside out, the right sign and size on a paraboloid") {
  for (const double h : curvature(patch(6, {0, 0}, {1, 1}, [](double u, double v) { return Point3{u, 2 * v, u - v}; })).inner())
    CHECK(std::abs(h) < 1e-10);
  SurfaceMesh sphere = icosphere(1, {}, 2);
  for (Triangle& t : sphere.triangles) std::swap(t[1], t[2]);
  for (const double h : curvature(sphere).mean) CHECK(h < -0.9);
  // z = -(x^2 + 3 y^2) / 2, upward normal: H = (1 + 3) / 2 at the top
  const SurfaceMesh top = patch(40, {-0.2, -0.2}, {0.2, 0.2}, [](double u, double v) { return Point3{u, v, -(u * u + 3 * v * v) / 2}; });
  CHECK(curvature(top).mean[41 * 20 + 20] == doctest::Approx(2).epsilon(0.01));
}

TEST_CASE("curvature: areas sum to the area with obtuse triangles too; degenerate triangles do no harm") {
  SurfaceMesh mesh = patch(6, {0, 0}, {1, 1}, [](double u, double v) { return Point3{u + 2.5 * v, v, 0}; });
  mesh.triangles.push_back({0, 1, 2});
  const Curvature c = curvature(mesh);
  CHECK(std::accumulate(c.area.begin(), c.area.end(), 0.0) == doctest::Approx(1));
  for (const double h : c.mean) CHECK(std::isfinite(h));
  const Curvature empty = curvature(SurfaceMesh{{{0, 0, 0}}, {}, {}, {}, {}});
  CHECK(empty.normal[0] == Point3{0, 0, 0});
}

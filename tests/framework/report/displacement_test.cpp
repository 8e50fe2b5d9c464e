// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include "framework/config/error.hpp"
#include "framework/report/displacement.hpp"

using namespace plisse;

namespace {

geometry::SurfaceMesh moved() {
  geometry::SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0.1}, {3, 0, 0}, {3, 4, -0.2}};
  mesh.triangles = {{0, 1, 2}};
  mesh.fields["displacement"] = {3, "m", {0, 0, 0.1, 0, 0, 0, 0, 0, -0.2}};
  return mesh;
}

}  // namespace

TEST_CASE("displacements are measured from rest and drawn larger") {
  auto mesh = moved();
  CHECK(report::largest_displacement(mesh) == doctest::Approx(0.2));
  CHECK(report::size_at_rest(mesh) == doctest::Approx(5));
  report::exaggerate(mesh, 10);
  CHECK(mesh.positions[0][2] == doctest::Approx(1));
  CHECK(mesh.positions[1][0] == 3);
  CHECK(mesh.positions[2][2] == doctest::Approx(-2));
  report::exaggerate(mesh = moved(), 0);
  CHECK(mesh.positions[2][2] == doctest::Approx(0));
}

TEST_CASE("a surface without displacements has none to exaggerate") {
  auto mesh = moved();
  mesh.fields.clear();
  CHECK(report::largest_displacement(mesh) == 0);
  CHECK(report::size_at_rest(mesh) == doctest::Approx(std::sqrt(25 + 0.09)));
  CHECK_THROWS_AS(report::exaggerate(mesh, 2), config::Error);
}

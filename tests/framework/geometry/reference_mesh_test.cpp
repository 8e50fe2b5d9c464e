// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <limits>

#include "framework/config/error.hpp"
#include "framework/geometry/reference.hpp"
#include "tests/framework/geometry/analytic_meshes.hpp"
#include "tests/framework/geometry/meshes.hpp"
#include "tests/framework/geometry/reference_error.hpp"

using namespace plisse;
using namespace plisse::geometry;
using namespace plisse::tests;

namespace {

struct Orders {
  double normal, weingarten, vertex;
};

Orders orders(const AnalyticSurface& surface, double jitter) {
  const ReferenceError coarse = mesh_error(surface, analytic_mesh(surface, 3, jitter)),
                       fine = mesh_error(surface, analytic_mesh(surface, 4, jitter));
  CHECK(fine.normal < 0.1);
  CHECK(fine.weingarten < 0.02);
  CHECK(fine.vertex < 0.02);
  return {order(coarse, fine, &ReferenceError::normal), order(coarse, fine, &ReferenceError::weingarten),
          order(coarse, fine, &ReferenceError::vertex_inner)};
}

}  // namespace

TEST_CASE("mesh reference: on regular meshes normals and H at vertices are of second order, H of triangles at least of first") {
  for (const AnalyticSurface& surface : analytic_surfaces()) {
    CAPTURE(surface.name);
    const Orders found = orders(surface, 0);
    CHECK(found.normal > 1.9);
    CHECK(found.weingarten > 1.0);
    CHECK(found.vertex > 1.5);
  }
}

TEST_CASE("mesh reference: on irregular meshes, boundaries included, normals are of second order and H of first") {
  for (const AnalyticSurface& surface : analytic_surfaces()) {
    CAPTURE(surface.name);
    const Orders found = orders(surface, 0.25);
    CHECK(found.normal > 1.9);
    CHECK(found.weingarten > 0.95);
    CHECK(found.vertex > 0.95);
  }
}

TEST_CASE("mesh reference: H from area-weighted normals converges on regular meshes only, away from boundaries") {
  const AnalyticSurface surface = cylinder();
  const auto error = [&](int level, double jitter) {
    return mesh_error(surface, analytic_mesh(surface, level, jitter), MeshNormals::area_weighted);
  };
  CHECK(order(error(2, 0), error(3, 0), &ReferenceError::inner) > 1.9);
  CHECK(order(error(2, 0), error(3, 0), &ReferenceError::weingarten) < 0.6);
  CHECK(error(3, 0.25).weingarten > 0.3);
}

TEST_CASE("mesh reference: a plane of any mesh has its normal, no curvature, and its area") {
  SurfaceMesh mesh = patch(5, {0, 0}, {1, 1}, [](double u, double v) {
    return Point3{u + 0.3 * v * v, v + 0.1 * u, u + 0.3 * v * v - 2 * v - 0.2 * u};
  });
  for (const MeshNormals kind : {MeshNormals::area_weighted, MeshNormals::fitted}) {
    const MeshReference reference = mesh_reference(mesh, kind);
    const Point3 n = (1 / std::sqrt(6.)) * Point3{-1, 2, 1};
    for (const Point3& found : reference.normals) CHECK(norm(found - n) < 1e-12);
    for (const Symmetric3& h : reference.weingarten) CHECK(norm(h) < 1e-10);
    for (const Symmetric3& h : reference.vertex_weingarten) CHECK(norm(h) < 1e-10);
  }
  const MeshReference one = mesh_reference(SurfaceMesh{{{0, 0, 0}, {2, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}, {}, {}});
  CHECK(one.area == std::vector<double>{1});
  CHECK(one.normals[2] == Point3{0, 0, 1});
}

TEST_CASE("mesh reference: H is tangential, changes sign with the orientation, and scales with 1 / size") {
  const AnalyticSurface surface = torus();
  SurfaceMesh mesh = analytic_mesh(surface, 2, 0.2);
  const MeshReference reference = mesh_reference(mesh);
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    CHECK(norm(reference.vertex_weingarten[v] * reference.normals[v]) < 1e-12 * (1 + norm(reference.vertex_weingarten[v])));
  for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
  for (Point3& p : mesh.positions) p = 100 * p + Point3{5, 0, -3};
  const MeshReference turned = mesh_reference(mesh);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    CHECK(norm(100 * turned.weingarten[t] + reference.weingarten[t]) < 1e-8 * (1 + norm(reference.weingarten[t])));
}

TEST_CASE("mesh reference: two layers that meet in a fold have finite normals that face outward") {
  // A flat bag: front facing up, back facing down, joined along x = 0.
  const int n = 6;
  SurfaceMesh bag = patch(n, {0, 0}, {1, 1});
  const std::size_t front = bag.positions.size();
  add_patch(bag, n, {0, 0}, {1, 1}, [](double u, double v) { return Point3{u, v, -1e-3 * u}; });
  for (std::size_t t = std::size_t(2 * n * n); t < bag.triangles.size(); ++t) {
    std::swap(bag.triangles[t][1], bag.triangles[t][2]);
    for (int& v : bag.triangles[t])
      if (bag.positions[std::size_t(v)][0] == 0) v -= int(front);
  }
  const MeshReference reference = mesh_reference(bag);
  for (std::size_t v = 0; v < front; ++v) {
    CHECK(norm(reference.normals[v]) == doctest::Approx(1));
    if (bag.positions[v][0] > 0.4) CHECK(reference.normals[v][2] > 0.999);
  }
  for (const Symmetric3& h : reference.weingarten) CHECK(std::isfinite(norm(h)));
}

TEST_CASE("mesh reference: triangles without an area and coordinates that are not finite are refused") {
  SurfaceMesh mesh = patch(3);
  mesh.positions[5] = mesh.positions[6];
  CHECK_THROWS_WITH_AS(mesh_reference(mesh), doctest::Contains("triangles of zero area"), config::Error);
  mesh.positions[5][0] = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH_AS(mesh_reference(mesh), doctest::Contains("1 vertex with a coordinate that is not finite: 5"), config::Error);
}

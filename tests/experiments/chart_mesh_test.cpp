// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/chart_mesh.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "framework/geometry/vector.hpp"
#include "kernels/surfaces/cone.hpp"
#include "kernels/surfaces/cylinder.hpp"
#include "kernels/surfaces/hyperbolic_paraboloid.hpp"
#include "kernels/surfaces/plane.hpp"
#include "kernels/surfaces/sphere.hpp"

using namespace plisse;
using namespace plisse::surfaces;
using experiments::chart_mesh;
using experiments::ChartMesh;

namespace {

// Edges of one triangle only, and Euler's characteristic.
struct Topology {
  int boundary = 0, euler = 0;

  explicit Topology(const geometry::SurfaceMesh& mesh) {
    std::map<std::pair<int, int>, int> uses;
    std::set<int> used;
    for (const auto& t : mesh.triangles)
      for (int k = 0; k < 3; ++k) {
        used.insert(t[k]);
        ++uses[std::minmax(t[k], t[(k + 1) % 3])];
      }
    for (const auto& [edge, count] : uses) boundary += count == 1;
    euler = int(used.size()) - int(uses.size()) + int(mesh.triangles.size());
    CHECK(used.size() == mesh.positions.size());
  }
};

void check(const SurfaceMap& surface, int resolution, int boundary, int euler) {
  const auto [mesh, chart] = chart_mesh(surface, resolution);
  const Topology topology(mesh);
  CHECK(topology.boundary == boundary);
  CHECK(topology.euler == euler);
  REQUIRE(chart.size() == mesh.positions.size());
  for (std::size_t i = 0; i < chart.size(); ++i) {
    const auto x = surface.at(chart[i][0], chart[i][1]).x;
    CHECK((mesh.positions[i] == std::array<double, 3>{x.x, x.y, x.z}));
  }
  REQUIRE(mesh.uv_triangles.size() == mesh.triangles.size());
  double area = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    using geometry::operator-;
    double u = 0, v = 0;
    geometry::Point3 corner[3];
    for (int k = 0; k < 3; ++k) {
      corner[k] = mesh.positions[mesh.triangles[t][k]];
      const auto& uv = mesh.uv[mesh.uv_triangles[t][k]];
      u += uv[0] / 3, v += uv[1] / 3;
      const auto x = surface.at(uv[0], uv[1]).x;
      CHECK(geometry::norm(geometry::Point3{x.x, x.y, x.z} - corner[k]) < 1e-9);
    }
    const auto vector = geometry::area_vector(corner[0], corner[1], corner[2]);
    const auto n = surface.at(u, v).n;
    CHECK(geometry::dot(vector, geometry::Point3{n.x, n.y, n.z}) > 0.9 * geometry::norm(vector));
    area += 0.5 * geometry::norm(vector);
  }
  CHECK(area == doctest::Approx(surface.area()).epsilon(0.02));
}

}  // namespace

TEST_CASE("cells are about square, with `resolution` of them along the longer direction") {
  const auto plate = chart_mesh(Plane<double>({{10, 2.5}, {}}), 40).mesh;
  CHECK(plate.triangles.size() == 2 * 40 * 10);
  CHECK(chart_mesh(Plane<double>({{1, 100}, {}}), 20).mesh.triangles.size() == 2 * 20);
  const auto roof = chart_mesh(Cylinder<double>({25, 50, {-40, 40}, {}}), 50).mesh;
  CHECK(roof.triangles.size() == 2 * 50 * 35);
  CHECK_THROWS_AS(chart_mesh(Plane<double>(PlaneOptions{}), 0), std::invalid_argument);
}

TEST_CASE("the size told beforehand is that of the mesh, but for points that seams and poles weld") {
  const Plane<double> plate({{10, 2.5}, {}});
  const auto told = experiments::chart_mesh_size(plate, 40), built = geometry::size_of(chart_mesh(plate, 40).mesh);
  CHECK(told.points == built.points);
  CHECK(told.triangles == built.triangles);
  CHECK(told.uv == built.uv);
  const Sphere<double> ball(SphereOptions{});
  const auto about = experiments::chart_mesh_size(ball, 60), found = geometry::size_of(chart_mesh(ball, 60).mesh);
  CHECK(about.uv == found.uv);
  CHECK(double(about.points) == doctest::Approx(double(found.points)).epsilon(0.1));
  CHECK(double(about.triangles) == doctest::Approx(double(found.triangles)).epsilon(0.1));
}

TEST_CASE("seams and poles are welded; triangles follow the normal; uv are the chart's") {
  check(Plane<double>({{2, 1}, {}}), 20, 60, 1);
  check(Cylinder<double>({25, 50, {-40, 40}, {}}), 50, 170, 1);
  check(Cylinder<double>(CylinderOptions{}), 40, 80, 0);
  check(Sphere<double>(SphereOptions{}), 40, 0, 2);
  check(Cone<double>({{3, 0}, {0, 360}, 4, {}}), 40, 40, 1);
  check(Cone<double>({{0, 2}, {0, 360}, 0, {}}), 40, 40, 1);
  check(Sphere<double>({2, {-90, 90}, {0, 90}, {}}), 40, 80, 1);
  check(HyperbolicParaboloid<double>(HyperbolicParaboloidOptions{}), 30, 120, 1);
}

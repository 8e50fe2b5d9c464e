// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/body.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <numbers>

#include "framework/config/error.hpp"
#include "framework/geometry/inspection.hpp"
#include "framework/geometry/orientation.hpp"
#include "framework/io/mesh_writers.hpp"
#include "tests/framework/geometry/meshes.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using namespace plisse::geometry;
using std::numbers::pi;

namespace {

void check_closed(const SurfaceMesh& mesh) {
  const Report report = inspect(mesh);
  CHECK(report.closed());
  CHECK(report.components == 1);
  for (const Defect* d : {&report.non_manifold, &report.inconsistent, &report.zero_area, &report.unreferenced, &report.duplicates})
    CHECK(d->count == 0);
  CHECK(volume(mesh) > 0);
}

}  // namespace

TEST_CASE("bodies: shapes are closed, face outward, and have their volume") {
  const SurfaceMesh sphere = icosphere(0.5, {1, 2, 3}, 4);
  check_closed(sphere);
  CHECK(sphere.triangles.size() == 20 * 256);
  CHECK(volume(sphere) == doctest::Approx(4 * pi / 3 * 0.125).epsilon(0.005));
  for (const Point3& p : sphere.positions) CHECK(norm(p - Point3{1, 2, 3}) == doctest::Approx(0.5));

  for (const Point3& b : {Point3{0, 0, 0.7}, Point3{0.3, -0.5, 0.2}, Point3{0, 0, 0}}) {
    const SurfaceMesh pill = capsule({0, 0, 0}, b, 0.2, 128);
    check_closed(pill);
    CHECK(volume(pill) == doctest::Approx(pi * 0.04 * norm(b) + 4 * pi / 3 * 0.008).epsilon(0.005));
  }
  check_closed(capsule({0, 0, 0}, {1, 0, 0}, 0.1, 3));

  const SurfaceMesh crate = box({0, 0, 0}, {1, 2, 3});
  check_closed(crate);
  CHECK(volume(crate) == doctest::Approx(6));
}

TEST_CASE("bodies: read from a file in its unit and axis, welded, turned outward, moved") {
  const tests::ScratchFolder folder;
  const SurfaceMesh crate = box({0, 0, 0}, {100, 200, 300});
  SurfaceMesh soup;  // every triangle with vertices of its own, some inside out
  for (std::size_t t = 0; t < crate.triangles.size(); ++t) {
    const int first = int(soup.positions.size());
    for (const int v : crate.triangles[t]) soup.positions.push_back(crate.positions[std::size_t(v)]);
    soup.triangles.push_back(t % 3 == 0 ? Triangle{first, first + 1, first + 2} : Triangle{first, first + 2, first + 1});
  }
  io::write_obj(folder / "crate.obj", soup);
  const SurfaceMesh body = read_body(folder / "crate.obj", {.unit = io::Unit::cm, .up = io::Up::y}, {0, 0, 10});
  check_closed(body);
  CHECK(body.positions.size() == 8);
  CHECK(volume(body) == doctest::Approx(6));
  const auto [low, high] = std::minmax_element(body.positions.begin(), body.positions.end(), [](auto& a, auto& b) { return a[2] < b[2]; });
  CHECK((*low)[2] == doctest::Approx(10));
  CHECK((*high)[2] == doctest::Approx(12));
}

TEST_CASE("bodies: open and non-manifold meshes are refused with counts; UV does not matter") {
  const tests::ScratchFolder folder;
  SurfaceMesh open = box({0, 0, 0}, {1, 1, 1});
  open.triangles.pop_back();
  io::write_obj(folder / "open.obj", open);
  CHECK_THROWS_WITH_AS(read_body(folder / "open.obj"),
                       doctest::Contains("open.obj is not a closed body: 11 triangles, 3 open edges in 1 loop"), config::Error);

  SurfaceMesh fin = box({0, 0, 0}, {1, 1, 1});
  fin.positions.push_back({0.5, 0.5, 5});
  fin.triangles.push_back({0, 1, 8});
  fin.triangles.push_back({1, 0, 8});
  io::write_obj(folder / "fin.obj", fin);
  CHECK_THROWS_WITH_AS(read_body(folder / "fin.obj"), doctest::Contains("1 edges with more than two triangles"), config::Error);

  std::ofstream(folder / "mixed.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nf 1/1 3/1 2/1\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  check_closed(read_body(folder / "mixed.obj"));
}

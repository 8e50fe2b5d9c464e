// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/gaussians.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "framework/config/error.hpp"
#include "tests/framework/geometry/analytic_samples.hpp"
#include "tests/framework/geometry/gaussian_files.hpp"
#include "tests/framework/geometry/reference_error.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using namespace plisse::geometry;
using namespace plisse::tests;

namespace {

// Flat Gaussians on the surface; the third axis is the normal.
std::vector<Splat> splats_on(const AnalyticSurface& surface, int count) {
  const double spacing = std::sqrt(surface.area / count);
  std::vector<Splat> splats;
  for (const Point3& p : random_points(surface, count, 5))
    splats.push_back({p, {std::log(0.5 * spacing), std::log(0.4 * spacing), std::log(0.02 * spacing)}, turn_z_to(surface.normal(p))});
  return splats;
}

GaussianSet read(const std::vector<Splat>& splats, Scales scales = Scales::detect, double min_opacity = 0, int rest = 45,
                 const io::ReadOptions& options = {}) {
  const ScratchFolder folder;
  write_splats(folder / "splats.ply", splats, rest);
  return read_gaussians(folder / "splats.ply", options, scales, min_opacity);
}

bool has_note(const std::vector<std::string>& notes, const std::string& text) {
  return std::any_of(notes.begin(), notes.end(), [&](const std::string& note) { return note.find(text) != note.npos; });
}

}  // namespace

TEST_CASE("gaussians: normals within 2 degrees, H within 5 %, areas within 1 %, from the file as it is usually written") {
  for (const AnalyticSurface& surface : analytic_surfaces()) {
    CAPTURE(surface.name);
    const Cloud cloud = reference_gaussians("splats.ply", read(splats_on(surface, 10000)), {});
    const ReferenceError error = cloud_error(surface, cloud);
    CHECK(error.normal < 0.1);
    CHECK(error.weingarten < 0.05);
    CHECK(cloud.area == doctest::Approx(surface.area).epsilon(0.01));
    CHECK(cloud.components == 1);
  }
}

TEST_CASE("gaussians: positions, scales and axes follow unit, axis and scale; colours are not needed") {
  const Splat splat{{100, 200, 300}, {std::log(3.), std::log(2.), std::log(0.1)}, {2, 2, 0, 0}};  // a quarter turn about x
  const GaussianSet set = read({splat}, Scales::detect, 0, 0, {.unit = io::Unit::cm, .up = io::Up::y, .scale = 2});
  CHECK(norm(set.positions[0] - Point3{2, -6, 4}) < 1e-5);
  CHECK(set.scales[0][0] == doctest::Approx(0.06));
  CHECK(set.scales[0][2] == doctest::Approx(0.002));
  CHECK(norm(set.axes[0][0] - Point3{1, 0, 0}) < 1e-6);
  CHECK(norm(set.axes[0][1] - Point3{0, -1, 0}) < 1e-6);
  CHECK(norm(set.axes[0][2] - Point3{0, 0, -1}) < 1e-6);
}

TEST_CASE("gaussians: linear scales are told from logarithms, and read on request") {
  std::vector<Splat> splats = splats_on(torus(), 500);
  for (Splat& s : splats) s.scale = {std::exp(s.scale[0]), std::exp(s.scale[1]), std::exp(s.scale[2])};
  CHECK_THROWS_WITH_AS(read(splats), doctest::Contains("all scales are positive"), config::Error);
  CHECK_THROWS_WITH_AS(read(splats), doctest::Contains("write scales: linear"), config::Error);
  CHECK(read(splats, Scales::linear).scales[0][0] == doctest::Approx(splats[0].scale[0]));
  CHECK(read(splats, Scales::log).scales[0][0] == doctest::Approx(std::exp(splats[0].scale[0])));
  CHECK_THROWS_WITH_AS(read(splats_on(torus(), 500), Scales::linear), doctest::Contains("not positive at points 500 (0, 1, 2, 3, 4, ...)"),
                       config::Error);
}

TEST_CASE("gaussians: a plain cloud under that name is told so") {
  const ScratchFolder folder;
  std::ofstream(folder / "cloud.ply") << "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
                                         "property float scale_0\nend_header\n0 0 0 1\n";
  CHECK_THROWS_WITH_AS(read_gaussians(folder / "cloud.ply", {}, Scales::detect, 0),
                       doctest::Contains("no scale_1, scale_2, rot_0, rot_1, rot_2, rot_3\n  for a plain cloud write {type: point_cloud}"),
                       config::Error);
}

TEST_CASE("gaussians: transparent ones are left out with a count") {
  std::vector<Splat> splats = splats_on(torus(), 500);
  for (std::size_t i = 0; i < 100; ++i) splats[i].opacity = -3;  // 0.047
  const GaussianSet set = read(splats, Scales::detect, 0.1);
  CHECK(set.positions.size() == 400);
  CHECK(has_note(set.notes, "100 of 500 Gaussians left out"));
  CHECK_THROWS_WITH_AS(read(splats, Scales::detect, 0.99), doctest::Contains("none of 500 Gaussians has an opacity of 0.99"),
                       config::Error);
}

TEST_CASE("gaussians: needles and zero quaternions take their normal from the neighbours, with a count") {
  const AnalyticSurface surface = torus();
  std::vector<Splat> splats = splats_on(surface, 5000);
  for (std::size_t i = 0; i < 50; ++i) splats[i].scale[1] = splats[i].scale[2];
  for (std::size_t i = 50; i < 60; ++i) splats[i].rotation = {0, 0, 0, 0};
  const Cloud cloud = reference_gaussians("splats.ply", read(splats), {});
  CHECK(has_note(cloud.notes, "two least axes are alike, as needles' are, so that they have no normal: 50 (0, 1, 2, 3, 4, ...)"));
  CHECK(has_note(cloud.notes, "zero or broken quaternion, which have no normal: 10 (50, 51, 52, 53, 54, ...)"));
  CHECK(cloud_error(surface, cloud).normal < 0.2);
}

TEST_CASE("gaussians: the file's normals tell the side; made from samples, the samples' do") {
  const AnalyticSurface surface = sphere();
  SurfaceSamples samples;
  for (const Point3& p : random_points(surface, 3000, 2)) {
    samples.positions.push_back(p);
    samples.normals.push_back(-1.0 * surface.normal(p));
  }
  const Cloud cloud = reference_gaussians("samples", gaussians_at(samples, std::sqrt(surface.area / 3000), 1), {});
  for (const ReferencePoint& p : cloud.points) CHECK(dot(p.normal, surface.normal(p.position)) == doctest::Approx(-1));
  CHECK(cloud_error(surface, cloud).weingarten < 0.05);
}

// SPDX-License-Identifier: Apache-2.0
// Garments that a shell cannot hold, show or fit are refused before any work, with counts and places.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/support/experiments.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using namespace plisse::tests;

namespace {

const std::string napkin = R"(experiment: shell
precision: double
material: cotton
loads: [gravity]
garment: {type: square, size: [0.4, 0.2], resolution: 8}
boundary: [{where: {type: plane, point: [0, 0, 0], normal: [1, 0, 0]}, clamped: true}]
field: {network: {width: 8, hidden_layers: 1, omega: 3}, scale: 0.05}
quadrature: {type: low_discrepancy, points: 64}
evaluate: {resolution: 8, points: 8, test_functions: 4}
)";

void says(const std::vector<std::string>& overrides, const std::string& expected) {
  const auto message = refusal(napkin, overrides);
  CAPTURE(message);
  CHECK(message.starts_with(expected));
}

bool notes(const std::vector<std::string>& overrides, const std::string& expected) {
  const auto notes = build(napkin, overrides)->notes();
  return std::any_of(notes.begin(), notes.end(), [&](const std::string& note) { return note.find(expected) != note.npos; });
}

// Two strips 1 m apart along x, each of two triangles.
std::filesystem::path write_strips(const std::filesystem::path& folder) {
  const auto file = folder / "strips.obj";
  std::ofstream out(file);
  for (const int x : {0, 1}) out << "v " << x << " 0 0\nv " << x << ".4 0 0\nv " << x << ".4 0.2 0\nv " << x << " 0.2 0\n";
  out << "f 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n";
  return file;
}

const std::string first_side = "{where: {type: plane, point: [0, 0, 0], normal: [1, 0, 0]}, clamped: true}",
                  second_side = "{where: {type: plane, point: [1, 0, 0], normal: [1, 0, 0]}, clamped: true}";

}  // namespace

TEST_CASE("a garment in pieces needs a hold on each of them") {
  const ScratchFolder folder;
  const auto garment = "garment={type: mesh, file: " + write_strips(folder.path()).string() + "}";
  says({garment, "boundary=[" + first_side + "]"},
       "boundary: 1 of the 2 pieces of the surface, which nothing joins, can still move as rigid bodies (the one of 4 points around [1.2, "
       "0.1, "
       "0] by translation along x, y, z; rotation about an axis along x, y, z), so its energy has no single minimum");
  CHECK(refusal(napkin, {garment, "boundary=[" + first_side + ", " + second_side + "]"}).empty());
  CHECK(refusal(napkin, {garment, "boundary=[" + first_side + "]", "collider={type: plane, point: [0, 0, -1]}"}).empty());
  const auto cloud =
      "garment={type: point_cloud, of: {type: mesh, file: " + (folder.path() / "strips.obj").string() + "}, points: 800, curvature: none}";
  const auto near = [](const std::string& x) {
    return "{where: {type: box, lower: [" + x + ", -1, -1], upper: [" + x + ".1, 1, 1]}, clamped: true}";
  };
  says({cloud, "boundary=[" + near("0") + "]"},
       "boundary: 1 of the 2 pieces of the surface, which nothing joins, can still move as rigid bodies (the one of 4");
  CHECK(notes({cloud, "boundary=[" + near("0") + ", " + near("1") + "]"},
              "2 pieces that no neighbourhood joins: each needs a hold of its own"));
}

TEST_CASE("a rim far from the place that names it is not meant") {
  CHECK(refusal(napkin, {"garment={type: skirt, resolution: 24}", "boundary=[{where: {type: rim, near: [0, 0, 0.2]}, falloff: 0.1}]"})
            .empty());
  const auto message =
      refusal(napkin, {"garment={type: skirt, resolution: 24}", "boundary=[{where: {type: rim, near: [0, 0, 1.45]}, falloff: 0.1}]"});
  CAPTURE(message);
  CHECK(message.starts_with("boundary[0].where.near: lies 1.45 m from every rim of the garment, which is 0."));
  CHECK(message.find("check its unit, up axis and position, or give a place near one of its rims, which are around [") != message.npos);
}

TEST_CASE("a template lies where the garment does") {
  const std::string cloud = "garment={type: point_cloud, of: {type: square, size: [0.4, 0.2]}, points: 800}",
                    held = "boundary=[{where: {type: box, lower: [0, 0, -1], upper: [0.05, 1, 1]}, clamped: true}]";
  CHECK(refusal(napkin, {cloud, held, "evaluate.template={type: square, size: [0.4, 0.2]}"}).empty());
  const auto message = refusal(napkin, {cloud, held, "evaluate.template={type: square, size: [0.4, 0.2], position: [0, 0, 1]}"});
  CAPTURE(message);
  CHECK(message.starts_with("evaluate.template: "));
  CHECK(message.find("off the garment, at most 1 m; give the template of this garment, in its place") != message.npos);
}

TEST_CASE("a set whose falloff no quadrature point sees is noted") {
  CHECK(notes({"boundary=[{where: {type: plane, point: [0, 0, 0], normal: [1, 0, 0]}, clamped: true, falloff: 1.0e-3}]"},
              "boundary[0].falloff: 0.001 m is narrow where quadrature points are 0.0354 m apart"));
  CHECK_FALSE(notes({"boundary=[{where: {type: plane, point: [0, 0, 0], normal: [1, 0, 0]}, clamped: true, falloff: 0.05}]"}, "falloff"));
}

TEST_CASE("points of a garment are held inside its triangles too, and symmetry of fine meshes is seen") {
  CHECK(refusal(napkin, {"boundary=[{where: {type: points, positions: [0.011, 0.012, 0, 0.3, 0.017, 0, 0.17, 0.16, 0]}, falloff: 0.1}]"})
            .empty());
  CHECK(refusal(napkin,
                {"garment={type: sleeve, resolution: 16}", "boundary=[{where: {type: rim, near: [0.2, 0, 0]}}]", "symmetry=[{axis: y}]"})
            .empty());
}

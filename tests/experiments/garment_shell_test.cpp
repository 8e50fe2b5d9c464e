// SPDX-License-Identifier: Apache-2.0
// The experiment `shell` on garments made of triangles and of points: the same mechanics as on a chart, rims and vertices, bodies,
// restarts.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "experiments/components/garment_shape.hpp"
#include "kernels/core/vec.hpp"
#include "tests/support/close.hpp"
#include "tests/support/experiments.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using namespace plisse::tests;

namespace {

using Vector = Vec3<double>;

// A napkin held along one side.
const std::string common = R"(experiment: shell
precision: double
material: cotton
loads: [gravity]
boundary: [{where: {type: plane, point: [0, 0, 0], normal: [1, 0, 0]}, clamped: true}]
field: {network: {width: 12, hidden_layers: 1, omega: 3}, scale: 0.05}
quadrature: {type: low_discrepancy, points: 256}
optimizer: {type: adam, learning_rate: 1.0e-2}
train: {epochs: 4}
evaluate: {resolution: 16, points: 16, test_functions: 4}
)";
const std::string napkin = common + "garment: {type: square, size: [0.4, 0.2], resolution: 16}\n";
const std::string chart = common + "surface: {type: plane, size: [0.4, 0.2]}\n";

// A sleeve of a stiff sheet whose left cuff moves, and a field that holds affine displacements exactly.
const std::string tube = R"(experiment: shell
precision: double
garment: {type: sleeve, radius: 0.06, length: 0.3, axis: x, resolution: 24}
material: {type: isotropic, young: 1.0e7, poisson: 0.3, thickness: 1.0e-3, density: 0.2}
field: {network: {hidden_layers: 0}}
quadrature: {type: low_discrepancy, points: 256}
optimizer: {type: ritz, load_steps: 4}
evaluate: {resolution: 24, points: 16, test_functions: 4}
)";

std::string cuff(const std::string& motion) {
  return "boundary=[{where: {type: rim, near: [-0.15, 0, 0.06]}, falloff: 0.2, " + motion + "}]";
}

Vector vec(const geometry::Point3& p) { return {p[0], p[1], p[2]}; }

double area(const geometry::SurfaceMesh& mesh) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    const auto corner = [&](std::size_t k) { return vec(mesh.positions[std::size_t(t[k])]); };
    sum += 0.5 * norm(cross(corner(1) - corner(0), corner(2) - corner(0)));
  }
  return sum;
}

run::Outcome trained(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const auto experiment = build(text, overrides);
  train(*experiment);
  return experiment->evaluate();
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double x : values) most = std::max(most, std::abs(x));
  return most;
}

// Numbers of a field at the vertex nearest to a place at rest.
std::vector<double> at(const run::Outcome& outcome, const std::string& name, const Vector& x) {
  std::size_t best = 0;
  for (std::size_t v = 0; v < outcome.reference.positions.size(); ++v)
    if (norm(vec(outcome.reference.positions[v]) - x) < norm(vec(outcome.reference.positions[best]) - x)) best = v;
  REQUIRE(norm(vec(outcome.reference.positions[best]) - x) < 1e-9);
  const auto& field = outcome.final.fields.at(name);
  const auto first = field.values.begin() + std::ptrdiff_t(best * std::size_t(field.components));
  return {first, first + field.components};
}

void says(const std::string& text, const std::vector<std::string>& overrides, const std::string& expected) {
  const auto message = refusal(text, overrides);
  CAPTURE(message);
  CHECK(message.find(expected) != std::string::npos);
}

// An octahedron of edge sqrt(2) * 0.1 m as a file.
void write_octahedron(const std::filesystem::path& file) {
  std::ofstream out(file);
  for (const char* axis : {"0.1 0 0", "0 0.1 0", "-0.1 0 0", "0 -0.1 0", "0 0 0.1", "0 0 -0.1"}) out << "v " << axis << "\n";
  for (const int side : {1, 2, 3, 4}) out << "f " << side << " " << side % 4 + 1 << " 5\nf " << side % 4 + 1 << " " << side << " 6\n";
}

std::vector<double> numbers(const run::Experiment& experiment) {
  run::Archive archive;
  experiment.save(archive);
  return std::get<std::vector<double>>(archive.get("parameters").data);
}

void check_restart(const std::vector<std::string>& overrides, std::int64_t at) {
  const auto whole = build(napkin, overrides), first = build(napkin, overrides), second = build(napkin, overrides);
  const auto expected = train(*whole);
  train(*first, 0, at);
  run::Archive archive;
  first->save(archive);
  second->load(archive);
  const auto rest = train(*second, at);
  REQUIRE(rest.steps.size() == expected.steps.size() - std::size_t(at));
  for (std::size_t i = 0; i < rest.steps.size(); ++i) CHECK(rest.steps[i].total == expected.steps[i + std::size_t(at)].total);
  CHECK(numbers(*second) == numbers(*whole));
  CHECK(metric(second->evaluate(), "energy") == metric(whole->evaluate(), "energy"));
}

}  // namespace

TEST_CASE("a flat garment is the plane: energies, strains and displacements of one field") {
  const auto garment = build(napkin, {"evaluate.points=64"})->evaluate(), plane = build(chart, {"evaluate.resolution=32"})->evaluate();
  for (const std::string name : {"membrane_energy", "bending_energy", "load_work", "energy"}) {
    CAPTURE(name);
    CHECK(close(metric(garment, name), metric(plane, name), 1e-3));
  }
  REQUIRE(garment.reference.positions.size() == 33 * 17);  // its triangles halved once
  for (const auto& x : garment.reference.positions)
    for (const std::string name : {"displacement", "membrane_strain", "bending_strain", "membrane_force", "bending_moment"}) {
      CAPTURE(name);
      const auto of_garment = at(garment, name, vec(x)), of_plane = at(plane, name, vec(x));
      const double size = largest(plane.final.fields.at(name).values);
      CHECK(size > 0);
      for (std::size_t i = 0; i < of_plane.size(); ++i) CHECK(std::abs(of_garment[i] - of_plane[i]) < 1e-9 * size);
    }
}

TEST_CASE("warp threads of a garment run along the direction that is given") {
  const auto x = build(napkin, {"warp=[1, 0, 0]"})->evaluate(), y = build(napkin, {"warp=[0, 2, 0]"})->evaluate();
  const auto along_x = at(x, "membrane_strain", {0.4, 0.1, 0}), along_y = at(y, "membrane_strain", {0.4, 0.1, 0});
  CHECK(close(along_x[0], along_y[2], 1e-9));
  CHECK(close(along_x[1], -along_y[1], 1e-9));
  CHECK(close(along_x[2], along_y[0], 1e-9));
  CHECK_FALSE(close(metric(x, "membrane_energy"), metric(y, "membrane_energy"), 0.01));
  says(napkin, {"warp=[0, 0, 0]"}, "'warp' has length zero; give a direction");
}

TEST_CASE("a cuff that turns and moves carries the whole sleeve along, at no cost") {
  const auto outcome = trained(tube, {cuff("move: [0.03, -0.02, 0.04], rotate: {axis: [1, 2, 0.5], center: [0.05, 0, 0], angle: 60}")});
  const double stretching = 1e7 * 1e-3 * 2 * std::numbers::pi * 0.06 * 0.3;  // E h times the area
  CHECK(std::abs(metric(outcome, "membrane_energy")) < 1e-9 * stretching);
  CHECK(std::abs(metric(outcome, "bending_energy")) < 1e-9 * stretching);
  CHECK(largest(outcome.final.fields.at("membrane_strain").values) < 1e-5);
  const Vector along{1, 2, 0.5}, a = (1 / norm(along)) * along, centre{0.05, 0, 0};
  const double c = std::cos(std::numbers::pi / 3), s = std::sin(std::numbers::pi / 3);
  double miss = 0;
  for (std::size_t v = 0; v < outcome.final.positions.size(); ++v) {
    const Vector y = vec(outcome.reference.positions[v]) - centre;
    const Vector there = centre + c * y + s * cross(a, y) + ((1 - c) * dot(a, y)) * a + Vector{0.03, -0.02, 0.04};
    miss = std::max(miss, norm(vec(outcome.final.positions[v]) - there));
  }
  CHECK(miss < 1e-5);
}

TEST_CASE("gravity does the work of the weight of a garment") {
  const auto outcome = trained(tube, {cuff("move: [0.05, 0, -0.1]"), "loads=[gravity]", "optimizer.load_steps=1"});
  const double weight = 0.2 * 9.81 * area(outcome.reference);
  CHECK(close(metric(outcome, "load_work"), 0.1 * weight, 2e-3));
}

TEST_CASE("rims and vertices of a garment are held where they are") {
  const auto held = trained(tube, {cuff("clamped: true"), "loads=[gravity]", "field.network={width: 8, hidden_layers: 1, omega: 3}",
                                   "material.young=1.0e5", "optimizer.load_steps=1"});
  double at_cuff = 0, beyond = 0;
  for (std::size_t v = 0; v < held.final.positions.size(); ++v) {
    const double u = norm(vec(held.final.positions[v]) - vec(held.reference.positions[v])), x = held.reference.positions[v][0];
    if (x < -0.15 + 1e-9) at_cuff = std::max(at_cuff, u);
    if (x > 0.15 - 1e-9) beyond = std::max(beyond, u);
  }
  CHECK(beyond > 1e-5);
  CHECK(at_cuff < 1e-4 * beyond);

  const std::string corners = "boundary=[{where: {type: vertices, indices: [0, 16]}}, {where: {type: vertices, indices: [136]}, fix: [z]}]";
  const auto hung = trained(napkin, {corners});
  for (const Vector& x : {Vector{0, 0, 0}, Vector{0.4, 0, 0}})
    for (const double u : at(hung, "displacement", x)) CHECK(u == 0);
  CHECK(at(hung, "displacement", {0, 0.2, 0})[2] == 0);
  CHECK(std::abs(at(hung, "displacement", {0.4, 0.2, 0})[2]) > 0);
}

TEST_CASE("rims and vertices that a garment has not are refused") {
  const std::string rim = "boundary=[{where: {type: rim, near: [0, 0, 0]}}]", vertex = "boundary=[{where: {type: vertices, indices: [3, ";
  says(chart, {rim}, "boundary[0].where: 'rim' needs a garment made of triangles; take a box, sphere, plane, polyline or points");
  says(common, {"garment={type: point_cloud, of: {type: square}, points: 500}", vertex + "4]}}]"},
       "boundary[0].where: 'vertices' needs a garment made of triangles");
  says(napkin, {vertex + "153]}}]"}, "boundary[0].where.indices: vertex 153 is not there; the garment has 153, from 0 to 152");
  says(napkin, {vertex + "-1]}}]"}, "boundary[0].where.indices: vertex -1 is not there");
  const ScratchFolder folder;
  write_octahedron(folder / "octahedron.obj");
  const std::string closed = "garment={type: mesh, file: " + (folder / "octahedron.obj").string() + "}";
  says(common, {closed, rim}, "boundary[0].where: the garment has no rim: it is closed");
  CHECK(refusal(common, {closed, vertex + "4]}, clamped: true}, {where: {type: vertices, indices: [0]}}]"}).empty());
  says(napkin, {"boundary=[{where: {type: polyline, corners: [1, 2, 3, 1, 2, 3]}}]"},
       "'boundary[0].where.corners' are all one place; take type 'points'");
}

TEST_CASE("points stand for a garment: squares with its area, or the triangles of a template") {
  const std::string shirt = "{type: tshirt, edge: 0.04}";
  const std::vector<std::string> cloud{"garment={type: point_cloud, of: " + shirt + ", points: 2000}",
                                       "boundary=[{where: {type: plane, point: [0, 0, 1.35], normal: [0, 0, 1]}, falloff: 0.1}]"};
  const auto direct = build(common, {"garment=" + shirt, cloud[1]})->evaluate();
  const auto squares = trained(common, cloud);
  CHECK(squares.final.triangles.size() == 2 * 2000);
  CHECK(close(area(squares.reference), area(direct.reference), 0.02));
  CHECK(std::isfinite(metric(squares, "energy")));
  CHECK(metric(squares, "largest_displacement") > 0);

  auto with_template = cloud;
  with_template.push_back("evaluate.template=" + shirt);
  const auto shown = trained(common, with_template);
  CHECK(shown.final.triangles == direct.final.triangles);
  CHECK(shown.final.fields.at("displacement").values.size() == 3 * direct.final.positions.size());
  CHECK(metric(shown, "energy") == metric(squares, "energy"));
  with_template.back() = "evaluate.template={type: point_cloud, of: {type: square}, points: 500}";
  says(common, with_template, "evaluate.template: a garment of type 'point_cloud' has no triangles to show; give one that has");
}

TEST_CASE("what a garment cannot have is refused") {
  says(napkin, {"quadrature=gauss"},
       "quadrature.type: 'gauss' needs a surface with a chart, and a garment has none; take stratified, low_discrepancy or monte_carlo");
  says(napkin, {"surface={type: plane}"}, "'surface' is given, and so is 'garment'; keep the one that is the shell");
  says(common, {}, "'surface' is not given, nor is 'garment'; give one of them, such as surface: {type: plane}");
  says(napkin, {"loads=[{type: edge_force, edge: u_max, value: [0, 0, -1]}]"},
       "loads[0].edge: a garment has no chart with named edges; take a load on the surface or at a point");
  says(napkin, {"loads=[{type: point_force, at: [0.2, 0.1, 0.5], value: [0, 0, -1]}]"},
       "loads[0].at: lies 0.5 m off the surface; move it there, to [0.2, 0.1, 0]");
  says(napkin, {"boundary=[{where: {type: plane, point: [-1, 0, 0], normal: [1, 0, 0]}}]"},
       "boundary[0].where: holds nothing, the surface stays 1 m away from it; move the region onto the surface");
  says(napkin, {"boundary=[]"}, "boundary: the surface can still move as a rigid body");
}

TEST_CASE("loads and motions grow over a share of the training, and are whole at its end") {
  const std::vector<std::string> ramped{
      "load_ramp=1", "train.epochs=8", "evaluate.resolution=16",
      "boundary=[{where: {type: plane, point: [0, 0, 0], normal: [1, 0, 0]}, clamped: true, falloff: 0.2, move: [0, 0, 0.08]}]"};
  const auto experiment = build(napkin, ramped);
  const auto before = at(experiment->evaluate(), "displacement", {0, 0.1, 0});
  CHECK(before[2] == 0);
  train(*experiment, 0, 4);
  CHECK(at(experiment->evaluate(), "displacement", {0, 0.1, 0})[2] == doctest::Approx(0.04).epsilon(1e-12));
  train(*experiment, 4);
  CHECK(at(experiment->evaluate(), "displacement", {0, 0.1, 0})[2] == doctest::Approx(0.08).epsilon(1e-12));
  auto half = ramped;
  half[0] = "load_ramp=0.5";
  const auto faster = build(napkin, half);
  train(*faster, 0, 4);
  CHECK(at(faster->evaluate(), "displacement", {0, 0.1, 0})[2] == doctest::Approx(0.08).epsilon(1e-12));
  says(napkin, {"load_ramp=0.5", "optimizer=lbfgs"}, "optimizer 'lbfgs': needs the same function at every step");
}

TEST_CASE("interrupted in the middle, a garment goes on to the last bit") {
  SUBCASE("adam under growing loads") {
    for (const int at : {2, 5}) check_restart({"train.epochs=8", "load_ramp=0.75"}, at);
  }
  SUBCASE("lbfgs") { check_restart({"train.epochs=8", "optimizer=lbfgs"}, 3); }
  SUBCASE("points") {
    check_restart({"train.epochs=4", "garment={type: point_cloud, of: {type: square, size: [0.4, 0.2]}, points: 400}"}, 2);
  }
  SUBCASE("on a body") { check_restart({"train.epochs=6", "collider={type: sphere, center: [0.3, 0.1, -0.1], radius: 0.099}"}, 3); }
}

TEST_CASE("a napkin that starts in a ball is pushed out of it; more than half inside is no start") {
  const std::vector<std::string> ball{"garment={type: square, size: [0.4, 0.4], resolution: 24}",
                                      "boundary=[]",
                                      "collider={type: sphere, center: [0.2, 0.2, -0.095], radius: 0.1}",
                                      "optimizer.learning_rate=5.0e-3",
                                      "train.epochs=120",
                                      "evaluate.resolution=24"};
  const auto experiment = build(common, ball);
  const auto notes = experiment->notes();
  const auto inside =
      std::find_if(notes.begin(), notes.end(), [](const auto& note) { return note.find("start inside the body") != note.npos; });
  REQUIRE(inside != notes.end());
  CHECK(inside->find("of 2401 points start inside the body, at most 5.0 mm deep; the contact pushes them out") != inside->npos);
  train(*experiment);
  const auto outcome = experiment->evaluate();
  CHECK(metric(outcome, "penetration_max") < 2.5e-3);
  CHECK(metric(outcome, "load_work") > 0);
  CHECK(outcome.body);

  auto deep = ball;
  deep[2] = "collider={type: sphere, center: [0.2, 0.2, 0], radius: 0.25}";
  says(common, deep,
       "points start inside the body, at most 250.0 mm deep; more than half of them is no start: check units, up axes and positions of the "
       "two");
}

TEST_CASE("a shirt stays out of the body that wears it") {
  const auto outcome = trained(common, {"garment={type: tshirt, edge: 0.03}", "collider={type: mannequin, resolution: 0.02}",
                                        "precision=float", "boundary=[{where: {type: rim, near: [0, 0, 1.45]}, falloff: 0.05}]",
                                        "field={encoder: {type: bspline, resolution: 16, levels: 2, features: 4, init: 0.01}, network: "
                                        "{width: 16, hidden_layers: 1, omega: 5}, scale: 0.1}",
                                        "quadrature={type: stratified, points: 300}", "train.epochs=60", "evaluate.points=16"});
  CHECK(metric(outcome, "energy") < 0);
  CHECK(metric(outcome, "largest_displacement") > 5e-3);
  CHECK(metric(outcome, "penetration_max") < 5e-3);
}

// SPDX-License-Identifier: Apache-2.0
// The experiment `shell` solved by Ritz: rigid motions, patch tests, benchmarks with known answers, restarts to the last bit.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "kernels/core/vec.hpp"
#include "tests/support/close.hpp"
#include "tests/support/experiments.hpp"
#include "tests/support/thread_counts.hpp"

using namespace plisse;
using namespace plisse::tests;

namespace {

// A field that holds affine displacements exactly: no hidden layer behind the positions.
const std::string affine = "field: {network: {hidden_layers: 0}}\n";
const std::string small = "evaluate: {resolution: 12, points: 6, test_functions: 8}\n";

using Vector = Vec3<double>;

// Largest distance of the deformed vertices of the result from expected(position at rest).
template <class Expected>
double miss(const run::Outcome& outcome, const Expected& expected) {
  double worst = 0;
  for (std::size_t v = 0; v < outcome.final.positions.size(); ++v) {
    const auto &x = outcome.reference.positions[v], &y = outcome.final.positions[v];
    worst = std::max(worst, norm(Vector{y[0], y[1], y[2]} - expected(Vector{x[0], x[1], x[2]})));
  }
  return worst;
}

// Largest difference of a field with three components from constant values, but for vertices where `left_out` (position at rest) holds.
template <class LeftOut>
double difference(const run::Outcome& outcome, const std::string& field, const std::array<double, 3>& expected, const LeftOut& left_out) {
  const auto& values = outcome.final.fields.at(field).values;
  double worst = 0;
  for (std::size_t v = 0; v < outcome.reference.positions.size(); ++v) {
    const auto& x = outcome.reference.positions[v];
    for (std::size_t i = 0; i < 3 && !left_out(Vector{x[0], x[1], x[2]}); ++i)
      worst = std::max(worst, std::abs(values[3 * v + i] - expected[i]));
  }
  return worst;
}
double difference(const run::Outcome& outcome, const std::string& field, const std::array<double, 3>& expected) {
  return difference(outcome, field, expected, [](const Vector&) { return false; });
}

struct Solved {
  std::unique_ptr<run::Experiment> experiment;
  Reports reports;
  run::Outcome outcome;
};
Solved solve(const std::string& text, const std::vector<std::string>& overrides = {}) {
  Solved solved{build(text, overrides), {}, {}};
  solved.reports = train(*solved.experiment);
  CHECK(!solved.reports.last().stop.empty());
  solved.outcome = solved.experiment->evaluate();
  return solved;
}

Solved solve_file(const std::string& name, std::vector<std::string> overrides) {
  for (const char* smaller : {"evaluate.resolution=8", "evaluate.points=4", "evaluate.test_functions=4"}) overrides.push_back(smaller);
  return solve("extends: configs/" + name + ".yaml\n", overrides);
}

// A quarter of a tube that one end carries along.
const std::string carried = R"(
experiment: shell
precision: double
surface: {type: cylinder, radius: 1, length: 2, angle: [0, 90]}
material: {type: isotropic, young: 1.0e7, poisson: 0.3, thickness: 0.02}
boundary:
  - {where: {type: plane, point: [0, 0, 0], normal: [0, 1, 0]}, falloff: 0.8, move: [0.3, -0.2, 0.4],
     rotate: {axis: [1, 2, 0.5], center: [0.5, 0, 0.5], angle: 75}}
quadrature: {type: gauss, points: 8}
optimizer: {type: ritz, load_steps: 6}
)" + small;

// x turned about the axis (1, 2, 0.5) through (0.5, 0, 0.5) by 75 degrees and moved, by Rodrigues' formula.
Vector carried_to(const Vector& x) {
  const Vector centre{0.5, 0, 0.5}, move{0.3, -0.2, 0.4}, along{1, 2, 0.5}, a = (1 / norm(along)) * along, y = x - centre;
  const double angle = 75 * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
  return centre + c * y + s * cross(a, y) + ((1 - c) * dot(a, y)) * a + move;
}

// A heavy strip that bends through large angles, in several load steps.
const std::string heavy = R"(
experiment: shell
precision: double
surface: {type: plane, size: [1, 0.05]}
material: {type: isotropic, young: 1.2e7, poisson: 0, thickness: 0.01}
loads: [{type: force, value: [0, 0, -5]}]
boundary: [{where: {type: plane, point: [0, 0, 0], normal: [1, 0, 0]}, clamped: true}]
symmetry: [{axis: y, at: 0}]
field: {network: {width: 20, hidden_layers: 1, omega: 6}}
quadrature: {type: gauss, points: [4, 3], cells: [8, 1]}
optimizer: {type: ritz, load_steps: 3}
evaluate:
  resolution: 8
  test_functions: 4
  probes: [{name: tip_x, at: [1, 0, 0], direction: [1, 0, 0]}, {name: tip_drop, at: [1, 0, 0], direction: [0, 0, -1]}]
)";

// The same solved by L-BFGS.
const std::vector<std::string> by_lbfgs{"optimizer={type: lbfgs, history: 5}", "train.epochs=30", "field.scale=0.1"};
const std::vector<std::string> by_adam{"optimizer=adam", "quadrature={type: stratified, points: 200}", "train.epochs=12"};

std::vector<double> numbers(const run::Experiment& experiment) {
  run::Archive archive;
  experiment.save(archive);
  return std::get<std::vector<double>>(archive.get("parameters").data);
}

void check_restart(const std::vector<std::string>& overrides, std::int64_t at) {
  const auto whole = build(heavy, overrides), first = build(heavy, overrides), second = build(heavy, overrides);
  const auto expected = train(*whole);
  REQUIRE(std::int64_t(expected.steps.size()) > at + 3);
  train(*first, 0, at);
  run::Archive archive;
  first->save(archive);
  second->load(archive);
  const auto rest = train(*second, at);
  REQUIRE(rest.steps.size() == expected.steps.size() - std::size_t(at));
  for (std::size_t i = 0; i < rest.steps.size(); ++i) {
    CHECK(rest.steps[i].total == expected.steps[i + std::size_t(at)].total);
    CHECK(rest.steps[i].stop == expected.steps[i + std::size_t(at)].stop);
  }
  CHECK(numbers(*second) == numbers(*whole));
}

}  // namespace

TEST_CASE("an edge that turns and moves carries the whole shell along, at no cost") {
  for (const std::string encoder : {"identity", "{type: frequency, frequencies: 1}"}) {
    CAPTURE(encoder);
    const auto solved = solve(carried + affine, {"field.encoder=" + encoder});
    const double stretching = 1e7 * 0.02 * std::numbers::pi;  // E h times the area
    CHECK(solved.reports.term("membrane") + solved.reports.term("bending") <= 1e-12 * stretching);
    CHECK(miss(solved.outcome, carried_to) <= 1e-12);
  }
}

TEST_CASE("constant membrane strain is reproduced") {
  // A quarter of a plate in its plane, pulled along both sides.
  const std::string pulled = R"(
experiment: shell
precision: double
surface: {type: plane, size: [2, 1]}
strain: linear
loads: [{type: edge_force, edge: u_max, value: [300, 0, 0]}, {type: edge_force, edge: v_max, value: [0, -100, 0]}]
symmetry: [{axis: x}, {axis: y}, {axis: z}]
quadrature: {type: gauss, points: 5}
optimizer: ritz
)" + affine + small;
  {
    const auto solved = solve(pulled + "material: {type: isotropic, young: 1.0e6, poisson: 0.3, thickness: 0.1}\n");
    const double e11 = (300 + 0.3 * 100) / 1e5, e22 = (-100 - 0.3 * 300) / 1e5;
    CHECK(difference(solved.outcome, "membrane_strain", {e11, 0, e22}) <= 1e-12 * e11);
    CHECK(difference(solved.outcome, "membrane_force", {300, 0, -100}) <= 1e-12 * 300);
    CHECK(metric(solved.outcome, "energy") == doctest::Approx(-(300 * e11 - 100 * e22) * 2 / 2).epsilon(1e-12));
    CHECK(metric(solved.outcome, "residual") <= 1e-9);
    CHECK(miss(solved.outcome, [&](const Vector& x) { return x + Vector{e11 * x.x, e22 * x.y, 0}; }) <= 1e-13);
  }
  {
    const auto solved = solve(pulled + "material: {type: orthotropic, a11: 4.0e4, a12: 1.0e4, a22: 9.0e4, g12: 2.0e4, thickness: 0.1}\n");
    const double determinant = 4e4 * 9e4 - 1e8, e11 = (9e4 * 300 + 1e4 * 100) / determinant, e22 = (-4e4 * 100 - 1e4 * 300) / determinant;
    CHECK(difference(solved.outcome, "membrane_strain", {e11, 0, e22}) <= 1e-12 * e11);
  }
}

TEST_CASE("constant membrane strain follows from the motion of an edge") {
  const auto solved = solve(R"(
experiment: shell
precision: double
surface: {type: plane, size: [1, 0.6]}
material: {type: isotropic, young: 1.0e6, poisson: 0.3, thickness: 0.1}
strain: linear
boundary:
  - {where: {type: plane, point: [0, 0, 0], normal: [1, 0, 0]}, fix: [x]}
  - {where: {type: plane, point: [1, 0, 0], normal: [1, 0, 0]}, fix: [x], falloff: 1, move: [0.02, 0, 0]}
symmetry: [{axis: y}, {axis: z}]
field: {network: {width: 40, hidden_layers: 1, omega: 5}, scale: 0.02}
quadrature: {type: gauss, points: 16}
optimizer: ritz
)" + small);
  CHECK(difference(solved.outcome, "membrane_strain", {0.02, 0, -0.006}) <= 2e-4 * 0.02);
  CHECK(metric(solved.outcome, "membrane_energy") == doctest::Approx(0.5 * 1e5 * 0.02 * 0.02 * 0.6).epsilon(1e-9));
}

TEST_CASE("constant curvature is reproduced") {
  // A quarter of a plate that equal moments bend to a very shallow bowl (they work on angles, not slopes), held at its middle.
  const auto solved = solve(R"(
experiment: shell
precision: double
surface: {type: plane, size: [2, 1]}
material: {type: isotropic, young: 1.2e6, poisson: 0.25, thickness: 0.1}
strain: linear
loads: [{type: edge_moment, edge: u_max, value: 3.0e-5}, {type: edge_moment, edge: v_max, value: 3.0e-5}]
boundary: [{where: {type: points, positions: [0, 0, 0]}, fix: [z], clamped: true}]
symmetry: [{axis: x}, {axis: y}]
quadrature: {type: gauss, points: 5}
optimizer: ritz
)" + affine + small);
  const double bending = 1.2e6 * 1e-3 / (12 * (1 - 0.25 * 0.25)), curvature = 3e-5 / (bending * 1.25);
  const auto held = [](const Vector& x) { return norm(x) == 0; };  // the distance to a point has no derivatives there
  CHECK(difference(solved.outcome, "bending_strain", {-curvature, 0, -curvature}, held) <= 1e-10 * curvature);
  CHECK(difference(solved.outcome, "bending_moment", {-3e-5, 0, -3e-5}, held) <= 1e-10 * 3e-5);
  CHECK(miss(solved.outcome, [&](const Vector& x) { return x + Vector{0, 0, curvature / 2 * dot(x, x)}; }) <= 1e-10 * curvature);
}

TEST_CASE("constant curvature follows from the rotation of an edge, through a right angle") {
  // The edge goes where an arc of length 1 ends: (sin a, 1 - cos a) / a from the clamp.
  const double angle = std::numbers::pi / 2;
  const auto solved = solve(R"(
experiment: shell
precision: double
surface: {type: plane, size: [1, 0.1]}
material: {type: isotropic, young: 1.2e6, poisson: 0, thickness: 0.01}
boundary:
  - {where: {type: plane, point: [0, 0, 0], normal: [1, 0, 0]}, clamped: true}
  - {where: {type: plane, point: [1, 0, 0], normal: [1, 0, 0]}, clamped: true, falloff: 1, rotate: {axis: [0, -1, 0], center: [1, 0, 0], angle: 90},
     move: [-0.36338022763241865, 0, 0.6366197723675814]}
symmetry: [{axis: y}]
field: {network: {width: 30, hidden_layers: 1, omega: 5}}
quadrature: {type: gauss, points: [4, 3], cells: [8, 1]}
optimizer: {type: ritz, load_steps: 4}
)" + small);
  // A strip of this thickness shortens by h^2 k^2 / 12 = 2e-5.
  CHECK(difference(solved.outcome, "bending_strain", {-angle, 0, 0}) <= 0.01 * angle);
  CHECK(metric(solved.outcome, "bending_energy") == doctest::Approx(0.5 * 0.1 * angle * angle * 0.1).epsilon(1e-4));
  CHECK(miss(solved.outcome, [&](const Vector& x) {
          return Vector{std::sin(angle * x.x) / angle, x.y, (1 - std::cos(angle * x.x)) / angle};
        }) <= 1e-4);
}

TEST_CASE("benchmarks have their known answers") {
  CHECK(metric(solve_file("papers/neuralgarsim/benchmarks/plate_ritz", {"field.network.width=60"}).outcome, "displacement") ==
        doctest::Approx(0.48748).epsilon(5e-4));
  CHECK(metric(solve_file("papers/neuralgarsim/benchmarks/scordelis_lo_ritz", {}).outcome, "displacement") ==
        doctest::Approx(0.3006).epsilon(2e-3));
  const auto cantilever = solve(heavy).outcome;
  CHECK(std::abs(1 + metric(cantilever, "tip_x") - 0.846657) <= 0.005);
  CHECK(std::abs(metric(cantilever, "tip_drop") - 0.495905) <= 0.005);
}

TEST_CASE("interrupted in the middle, a shell goes on to the last bit") {
  SUBCASE("ritz, between two load steps and within one") {
    for (const int at : {2, 5, 9}) check_restart({}, at);
  }
  SUBCASE("lbfgs") { check_restart(by_lbfgs, 7); }
  SUBCASE("adam, points drawn anew at every step") { check_restart(by_adam, 7); }
  SUBCASE("adam, then ritz: before and after the change") {
    for (const int at : {3, 8}) check_restart({"optimizer=adam", "train.epochs=6", "finish={type: ritz, load_steps: 3}"}, at);
  }
}

TEST_CASE("digest of a shell" * doctest::skip()) {
  std::vector<double> all;
  for (const auto& overrides : {std::vector<std::string>{}, by_lbfgs, by_adam}) {
    const auto experiment = build(heavy, overrides);
    for (const auto& step : train(*experiment).steps) all.push_back(step.total);
    const auto parameters = numbers(*experiment);
    all.insert(all.end(), parameters.begin(), parameters.end());
    const auto outcome = experiment->evaluate();
    for (const auto& metric : outcome.metrics) all.push_back(metric.value);
  }
  print_digest(all);
}

TEST_CASE("one thread and two give the same bits") {
  const auto one = digest_with_threads("digest of a shell", 1), two = digest_with_threads("digest of a shell", 2);
  CHECK(one.threads == 1);
  CHECK(two.threads == 2);
  CHECK(!one.value.empty());
  CHECK(one.value == two.value);
}

TEST_CASE("symmetry may cancel any part of the basis without a trace") {
  // Of the features of a frequency encoder, about the middle of a box, half are odd: nothing of them is left in an even component.
  const std::vector<std::string> features{"field.network.hidden_layers=0", "field.encoder={type: frequency, frequencies: 4}"};
  const auto deflection = [&](const std::vector<std::string>& more) {
    auto overrides = features;
    for (const auto& text : {"evaluate.resolution=8", "evaluate.points=4", "evaluate.test_functions=4"}) overrides.emplace_back(text);
    overrides.insert(overrides.end(), more.begin(), more.end());
    return metric(solve("extends: configs/papers/neuralgarsim/benchmarks/plate_ritz.yaml\n", overrides).outcome, "displacement");
  };
  const double whole = deflection({}), quarter = deflection({"symmetry=[{axis: x, at: 50}, {axis: y, at: 50}]"});
  CHECK(quarter == doctest::Approx(whole).epsilon(1e-6));
}

TEST_CASE("cubic splines solve a plate, by Ritz with no network behind them, and by training with one") {
  const auto plate = [&](const std::vector<std::string>& overrides) {
    return solve_file("papers/neuralgarsim/benchmarks/plate_ritz", overrides);
  };
  const auto ritz = plate({"field.encoder={type: bspline, resolution: 4, levels: 1, features: 64, init: 1}", "field.network.hidden_layers=0"});
  CHECK(metric(ritz.outcome, "displacement") == doctest::Approx(0.48748).epsilon(1e-3));

  const auto trained = build(heavy, {"field.encoder={type: bspline, resolution: 8, init: 1}", "optimizer=adam",
                                     "quadrature={type: stratified, points: 200}", "train.epochs=40", "field.scale=0.1"});
  const auto reports = train(*trained);
  CHECK(reports.last().total < 0.1 * reports.steps.front().total);
}

TEST_CASE("a moment acts on an edge that is held, on whichever side of the plane that holds it the surface lies") {
  // A strip on two supports with a moment at one end: it turns there by M L / (3 D), at the other end by half of it.
  const std::string strip = R"(
experiment: shell
precision: double
surface: {type: plane, size: [1, 0.1]}
material: {type: isotropic, young: 1.2e6, poisson: 0, thickness: 0.1}
strain: linear
boundary:
  - {where: {type: plane, point: [0, 0, 0], normal: [1, 0, 0]}}
  - {where: {type: plane, point: [1, 0, 0], normal: [1, 0, 0]}, fix: [y, z]}
symmetry: [{axis: y}]
field: {network: {width: 20, hidden_layers: 1, omega: 4}, scale: 1.0e-5}
quadrature: {type: gauss, points: 12}
optimizer: ritz
evaluate: {resolution: 12, points: 6, test_functions: 8, probes: [{at: [0.5, 0, 0], direction: [0, 0, 1]}]}
)";
  const double middle = -1e-3 / (16 * 100.0);
  for (const std::string edge : {"u_min", "u_max"}) {
    CAPTURE(edge);
    const auto solved = solve(strip, {"loads=[{type: edge_moment, edge: " + edge + ", value: 1.0e-3}]"});
    CHECK(close(metric(solved.outcome, "displacement"), middle, 1e-4));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Grids of trainable features as the field of a shell: the box they fill, and the displacement that is the grid itself.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "experiments/components/device.hpp"
#include "experiments/shell.hpp"
#include "framework/config/config.hpp"
#include "tests/support/experiments.hpp"

using namespace plisse;
using namespace plisse::tests;
using namespace plisse::experiments;

namespace {

// A sheet under its weight, held along one side.
const std::string sheet = R"(experiment: shell
surface: {type: plane, size: [0.4, 0.2]}
material: {type: orthotropic, a11: 15.557, a12: 7.779, a22: 25.004, g12: 1.076, thickness: 2.53e-4, density: 0.1036}
loads: [gravity]
boundary: [{where: {type: plane, point: [0, 0, 0], normal: [1, 0, 0]}, clamped: true}]
field: {encoder: {type: bspline, resolution: 8, levels: 2, features: 3}, output: encoder, scale: 0.1}
quadrature: {type: gauss, points: 2, cells: [8, 4]}
optimizer: lbfgs
train: {epochs: 200}
evaluate: {resolution: 8, points: 12, test_functions: 4}
)";
const std::string roof = "surface={type: cylinder, radius: 0.2, length: 0.4, angle: [-40, 40]}";

std::int64_t parameters(const std::vector<std::string>& overrides) { return build(sheet, overrides)->budget().parameters; }

// The field of a configuration at the points of its energy.
struct Field {
  Workspace workspace;
  ShellOptions options;
  Obstacle obstacle;
  std::shared_ptr<const RestShape<double>> rest;
  ShellEnergy<double> energy;
  SpaceField<double> field;
  Exec exec;
  std::mt19937_64 random{5};

  explicit Field(const std::vector<std::string>& overrides)
      : options(config::load_text(sheet, "sheet.yaml", ".", overrides).experiment.as<ShellOptions>()),
        obstacle({}, "collider"),
        rest(make_rest_shape<double>({options.shell.surface, {}, {}})),
        energy(options.shell, rest, obstacle, options.shell.quadrature, 3, workspace),
        field(options.field, domain(rest->shape()), energy.points(), workspace) {
    energy.draw(exec, 0);
  }

  static SpaceDomain<double> domain(const surfaces::Shape& shape) {
    const auto box = shape.bounds();
    return {box.lower, box.upper, {}, {}, {}, {}};
  }

  std::vector<double> numbers(std::size_t count) {
    std::normal_distribution<double> normal;
    std::vector<double> values(count);
    for (auto& x : values) x = normal(random);
    return values;
  }
  Array1<double> vector(const std::vector<double>& values) {
    const auto array = workspace.take<double>("test::vector", values.size());
    to_device(values, array);
    return array;
  }
  Jets<double> jets() { return workspace.take<double>("test::jets", 3, 6, std::size_t(energy.points())); }
  std::vector<double> displacement(const std::vector<double>& parameters) {
    const auto out = jets();
    field.forward(exec, vector(parameters), energy.batch(), 0, energy.points(), out, true);
    exec.fence();
    return to_host(out);
  }
};

double inner(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

TEST_CASE("a grid fills the box of the surface, without an axis along which that is flat") {
  CHECK(parameters({}) == 3 * (11 * 7 + 7 * 5));
  CHECK(parameters({"surface.normal=[0, 1, 0]"}) == 3 * (11 * 7 + 7 * 5));
  const int across = 6, high = 1;  // cells of 0.05: a chord of 0.257, a rise of 0.047
  CHECK(parameters({roof}) == 3 * (11 * (across + 3) * (high + 3) + 7 * (across / 2 + 3) * (high + 3)));
}

TEST_CASE("a grid that is the displacement is linear in its values, and its reverse sweep is the transpose") {
  for (const auto& surface : {std::string("seed=0"), roof}) {
    CAPTURE(surface);
    Field f({surface});
    const auto count = f.field.layout().size();
    const auto a = f.numbers(count), b = f.numbers(count);
    auto both = a;
    for (std::size_t i = 0; i < count; ++i) both[i] += 2 * b[i];
    const auto ua = f.displacement(a), uboth = f.displacement(both), ub = f.displacement(b);
    double largest = 0, miss = 0;
    for (std::size_t i = 0; i < ua.size(); ++i) {
      largest = std::max(largest, std::abs(uboth[i]));
      miss = std::max(miss, std::abs(uboth[i] - ua[i] - 2 * ub[i]));
    }
    CHECK(largest > 0);
    CHECK(miss < 1e-12 * largest);

    const auto weights = f.numbers(ub.size());
    const auto adjoint = f.jets();
    to_device(weights, Array1<double>(adjoint.data(), adjoint.size()));
    const auto gradient = f.workspace.take<double>("test::gradient", count);
    f.field.backward(f.exec, f.vector(b), f.energy.points(), adjoint, gradient);
    f.exec.fence();
    CHECK(inner(to_host(gradient), b) == doctest::Approx(inner(weights, ub)).epsilon(1e-10));
  }
}

TEST_CASE("levels add up to a sheet that hangs down, by L-BFGS") {
  const auto experiment = build(sheet, {"precision=double"});
  const auto reports = train(*experiment);
  const auto outcome = experiment->evaluate();
  const double work = 0.1036 * 9.81 * 0.4 * 0.2 * 0.2;  // of the weight, were the sheet to hang down at full length
  CHECK(metric(outcome, "energy") < -0.8 * work);
  CHECK(metric(outcome, "membrane_energy") < 0.2 * work);
  CHECK(reports.last().total < reports.steps.front().total);
}

TEST_CASE("a displacement that an encoder cannot be is refused") {
  CHECK(refusal(sheet, {"field.encoder=identity"}) ==
        "field.output: is 'encoder', but encoder 'identity' has nothing to train; take bspline, or output: network");
  CHECK(refusal(sheet, {"field.encoder={type: bspline, resolution: 8, levels: 2, features: 4}"}) ==
        "field.encoder.features: the features are the displacement (field.output is 'encoder'), so give each level 3");
  CHECK(refusal(sheet, {"optimizer=ritz", "precision=double"}) ==
        "optimizer 'ritz': solves for the last linear layer of a shell's energy, which this experiment does not have; take adam or lbfgs");
}

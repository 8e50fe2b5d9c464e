// SPDX-License-Identifier: Apache-2.0
// Energies of a shell that are measured while it is trained.
#include <doctest/doctest.h>

#include "tests/support/experiments.hpp"

using namespace plisse;
using namespace plisse::tests;

namespace {

// A sheet that its weight bends down, one side of which is lifted.
const std::string sheet = R"(experiment: shell
precision: double
surface: {type: plane, size: 0.2}
material: {type: orthotropic, a11: 15.557, a12: 7.779, a22: 25.004, g12: 1.076, thickness: 2.53e-4, density: 0.1036}
loads: [gravity]
boundary: [{where: {type: plane, point: [0, 0, 0], normal: [1, 0, 0]}, clamped: true, falloff: 0.1, move: [0, 0, 0.05]}]
field: {network: {width: 12, hidden_layers: 1, omega: 4}, scale: 0.1}
quadrature: {type: stratified, points: 100}
train: {epochs: 6}
evaluate: {every: 2, resolution: 6, points: 8, test_functions: 2}
)";

double energy(const std::vector<run::Metric>& metrics) {
  REQUIRE(metrics.front().name == "energy");
  return metrics.front().value;
}

// The terms of all steps, with a measurement after each or with none.
std::vector<double> terms(const std::vector<std::string>& overrides, bool measured) {
  const auto experiment = build(sheet, overrides);
  std::vector<double> values;
  for (int step = 0; step < 6; ++step) {
    for (const auto& term : experiment->step(step).terms) values.push_back(term.raw);
    if (measured) experiment->measurements();
  }
  return values;
}

}  // namespace

TEST_CASE("a measurement while training is what the run would report if it ended there") {
  const auto experiment = build(sheet);
  CHECK(experiment->evaluation_interval() == 2);
  const double before = energy(experiment->measurements());
  train(*experiment);
  const double after = energy(experiment->measurements());
  CHECK(after < before);
  CHECK(after == metric(experiment->evaluate(), "energy"));
}

TEST_CASE("measurements leave the training as it is") {
  for (const auto& overrides : std::vector<std::vector<std::string>>{
           {}, {"optimizer=lbfgs"}, {"optimizer=ritz"}, {"optimizer=ritz", "quadrature={type: gauss, points: 8}"}, {"load_ramp=0.5"}}) {
    CAPTURE(overrides);
    CHECK(terms(overrides, true) == terms(overrides, false));
  }
}

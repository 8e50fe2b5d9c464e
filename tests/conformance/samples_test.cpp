// SPDX-License-Identifier: Apache-2.0
// The samples that a newcomer starts from (tests/samples) work as they stand: listed, described, read from YAML, trained, saved.  The
// other tests of this folder find them in the registries and check their gradients and jets as those of every component.
#include <doctest/doctest.h>

#include <algorithm>

#include "framework/config/config.hpp"
#include "framework/config/error.hpp"
#include "framework/config/registry.hpp"
#include "framework/run/driver.hpp"

using namespace plisse;

namespace {

const char* const file = R"(
experiment: dome_fit
height: 0.3
field:
  encoder: {type: monomials, scale: 1.5}
  network: {width: 16, hidden_layers: 1, activation: tanh}
sampler: {type: uniform, points: 256}
optimizer: {type: adam, learning_rate: 1.0e-2}
train: {epochs: 300}
)";

double rmse(run::Experiment& experiment) { return experiment.evaluate().metrics.at(0).value; }

}  // namespace

TEST_CASE("the sample encoder, loss and experiment are registered and described") {
  for (const auto& [kind, name, key] :
       {std::tuple{"encoders", "monomials", "scale"}, {"losses", "area", "weight"}, {"experiments", "dome_fit", "height"}}) {
    const auto names = config::Registry::global().names(kind);
    CHECK(std::find(names.begin(), names.end(), name) != names.end());
    CHECK(config::describe(kind, name, false).find(key) != std::string::npos);
  }
}

TEST_CASE("the sample experiment learns, with the sample encoder, and goes on from what it saved") {
  const auto config = config::load_text(file, "dome.yaml", ".", {});
  const auto whole = run::build(config), part = run::build(config);
  const double before = rmse(*whole);
  run::Archive saved;
  for (int step = 0; step < 300; ++step) {
    if (step == 100) whole->save(saved);
    whole->step(step);
  }
  CHECK(before > 0.1);
  CHECK(rmse(*whole) < 0.1 * before);
  part->load(saved);
  for (int step = 100; step < 300; ++step) part->step(step);
  CHECK(rmse(*part) == rmse(*whole));
}

TEST_CASE("the sample loss on a mesh is refused when the run is set up: it is not defined there") {
  const auto config =
      config::load_text("experiment: cloth\nlosses: {area: 2}\nelements: {type: mesh, resolution: 8}\n", "cloth.yaml", ".", {});
  CHECK_THROWS_WITH_AS(run::build(config),
                       "losses: 'area' is not defined on elements of type 'mesh'; use elements: {type: local_structure}", config::Error);
}

TEST_CASE("the sample loss is a key of a cloth's losses") {
  const auto config = config::load_text("experiment: cloth\nlosses: {area: 2, gravity: 0.05}\nsampler: {type: uniform, points: 64}\n",
                                        "cloth.yaml", ".", {});
  const auto report = run::build(config)->step(0);
  REQUIRE(report.terms.size() == 2);
  CHECK(report.terms[0].name == "area");
  CHECK(report.terms[0].weighted == doctest::Approx(2 * report.terms[0].raw));
}

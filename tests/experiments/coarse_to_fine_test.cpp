// SPDX-License-Identifier: Apache-2.0
// Levels that switch on while a field trains: results follow from the configuration and the number of steps done, through restarts too.
#include <doctest/doctest.h>

#include <array>

#include "tests/support/experiments.hpp"

using namespace plisse;
using namespace plisse::tests;

namespace {

const std::string fit = R"(
experiment: surface_fit
field:
  encoder: {type: grid, resolution: 16, levels: 3}
  network: {width: 16}
sampler: {type: uniform, points: 256}
optimizer: {type: adam, learning_rate: 1.0e-2}
train: {epochs: 24}
evaluate: {resolution: 12}
)";
const std::string halfway = "field.encoder.coarse_to_fine=0.5";

run::Archive saved(const run::Experiment& experiment) {
  run::Archive archive;
  experiment.save(archive);
  return archive;
}

std::unique_ptr<run::Experiment> reopened(const run::Archive& archive, const std::vector<std::string>& overrides) {
  auto experiment = build(fit, overrides);
  experiment->load(archive);
  return experiment;
}

std::vector<std::array<double, 3>> shape(run::Experiment& experiment) { return experiment.surface(12).positions; }

}  // namespace

TEST_CASE("levels of every encoder that has them switch on through the training, and restarts do not show") {
  for (const std::string encoder :
       {"{type: grid, resolution: 16, levels: 3, coarse_to_fine: 0.5}", "{type: bspline, resolution: 16, levels: 3, coarse_to_fine: 0.5}",
        "{type: hash, levels: 4, coarsest: 4, finest: 32, log2_table_size: 8, coarse_to_fine: 0.5}"}) {
    CAPTURE(encoder);
    const std::vector<std::string> moving{"field.encoder=" + encoder}, still{moving[0], "field.encoder.coarse_to_fine=0"};
    const auto whole = build(fit, moving);
    train(*whole);
    for (const std::int64_t at : {1, 7, 12, 20}) {
      CAPTURE(at);
      const auto part = build(fit, moving);
      train(*part, 0, at);
      const auto second = reopened(saved(*part), moving);
      CHECK(shape(*second) == shape(*part));
      // The mask is in the shape before half of the training, and no more after it.
      CHECK((shape(*reopened(saved(*part), still)) == shape(*part)) == (at >= 12));
      train(*second, at);
      CHECK(shape(*second) == shape(*whole));
    }
    const auto plain = build(fit, still);
    train(*plain);
    CHECK(shape(*plain) != shape(*whole));
    CHECK(shape(*reopened(saved(*whole), still)) == shape(*whole));
  }
}

TEST_CASE("the last level is on at the end, even where levels switch on through all of the training") {
  const std::vector<std::string> moving{"field.encoder.coarse_to_fine=1"};
  const auto experiment = build(fit, moving);
  train(*experiment, 0, 23);
  CHECK(shape(*reopened(saved(*experiment), {})) != shape(*experiment));
  train(*experiment, 23);
  CHECK(shape(*reopened(saved(*experiment), {})) == shape(*experiment));
}

TEST_CASE("an optimizer that minimises one function refuses levels that change it, unless another one goes first") {
  CHECK(refusal(fit, {"optimizer=lbfgs"}).empty());
  CHECK(refusal(fit, {"optimizer=lbfgs", halfway})
            .starts_with("optimizer 'lbfgs': needs the same function at every step, but coarse_to_fine changes it as levels switch on"));
}

// SPDX-License-Identifier: Apache-2.0
// Optimizers in every experiment with parameters: what L-BFGS makes of them, and where Ritz has nothing to solve for.
#include <doctest/doctest.h>

#include "tests/support/experiments.hpp"

using namespace plisse;
using namespace plisse::tests;

namespace {

std::string golden(const std::string& name) { return "extends: tests/golden/" + name + ".yaml\n"; }

bool says(const std::string& message, const std::string& part) { return message.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("L-BFGS lowers the energy of every experiment at each step and says why it stops") {
  for (const std::string name : {"cloth", "surface_fit", "shell"}) {
    CAPTURE(name);
    const std::vector<std::string> overrides{"optimizer={type: lbfgs, function_tolerance: 2.0e-2}", "train.epochs=200"};
    const auto experiment = build(golden(name), name == "cloth" ? [&] {
      auto with_sampler = overrides;
      with_sampler.push_back("sampler={type: stratified, points: 300}");
      return with_sampler;
    }() : overrides);
    const auto reports = train(*experiment);
    REQUIRE(reports.steps.size() > 3);
    for (std::size_t i = 1; i < reports.steps.size(); ++i) CHECK(reports.steps[i].total <= reports.steps[i - 1].total);
    CHECK(reports.last().total < reports.steps.front().total);
    CHECK(says(reports.last().stop, "converged: relative change of the function"));
  }
}

TEST_CASE("L-BFGS wants samples that stay") {
  CHECK(says(refusal(golden("cloth"), {"optimizer=lbfgs"}), "optimizer 'lbfgs': needs the same samples at every step"));
}

TEST_CASE("Ritz is refused where there is no last linear layer to solve for, and in float") {
  for (const std::string name : {"cloth", "surface_fit"}) {
    CAPTURE(name);
    CHECK(says(refusal(golden(name), {"optimizer=ritz"}), "optimizer 'ritz': solves for the last linear layer of a shell's energy"));
  }
  CHECK(refusal(golden("shell"), {"optimizer=ritz"}).empty());
  CHECK(says(refusal(golden("shell"), {"optimizer=ritz", "precision=float"}), "optimizer 'ritz': needs precision: double"));
  CHECK(says(refusal(golden("shell"), {"finish=ritz", "precision=float"}), "optimizer 'ritz': needs precision: double"));
}

// SPDX-License-Identifier: Apache-2.0
// What every registered experiment keeps: its golden training curve, no allocation in a step, a restart to the last bit.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "framework/run/driver.hpp"
#include "kernels/core/allocations.hpp"
#include "tests/support/source_dir.hpp"

using namespace plisse;

namespace {

constexpr int steps = 20;

const std::string golden = tests::source_dir() + "/tests/golden/";

std::unique_ptr<run::Experiment> build(const std::string& name) { return run::build(config::load(golden + name + ".yaml", {})); }

std::vector<double> curve_of(run::Experiment& experiment, int first, int last) {
  std::vector<double> totals;
  for (int step = first; step < last; ++step) totals.push_back(experiment.step(step).total);
  return totals;
}

std::vector<double> stored_curve(const std::string& name) {
  std::ifstream file(golden + name + ".csv");
  std::vector<double> totals;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') totals.push_back(std::stod(line));
  return totals;
}

}  // namespace

TEST_CASE("training curves are those of the golden files") {
  for (const std::string name : {"cloth", "surface_fit", "shell"}) {
    CAPTURE(name);
    const auto experiment = build(name);
    const auto expected = stored_curve(name);
    const auto totals = curve_of(*experiment, 0, steps);
    REQUIRE(expected.size() == totals.size());
    for (std::size_t i = 0; i < totals.size(); ++i) {
      CAPTURE(i);
      CHECK(totals[i] == doctest::Approx(expected[i]).epsilon(1e-6));
    }
  }
}

TEST_CASE("a step allocates no device memory") {
  for (const std::string name : {"cloth", "surface_fit", "shell"}) {
    CAPTURE(name);
    const auto experiment = build(name);
    experiment->step(0);
    const AllocationCount count;
    curve_of(*experiment, 1, 5);
    CHECK(count.value() == 0);
    const Array1<float> proof("plisse::test::proof", 8);
    CHECK(count.value() == 1);
  }
}

TEST_CASE("saved and loaded half-way, an experiment goes on to the last bit") {
  for (const std::string name : {"cloth", "surface_fit", "shell"}) {
    CAPTURE(name);
    const auto whole = build(name), first = build(name), second = build(name);
    const auto expected = curve_of(*whole, 0, steps);
    curve_of(*first, 0, steps / 2);
    run::Archive archive;
    first->save(archive);
    second->load(archive);
    const auto rest = curve_of(*second, steps / 2, steps);
    for (int i = 0; i < steps / 2; ++i) CHECK(rest[std::size_t(i)] == expected[std::size_t(steps / 2 + i)]);
  }
}

// SPDX-License-Identifier: Apache-2.0
// What an experiment measures while it trains.
#include <doctest/doctest.h>

#include "framework/io/hdf5.hpp"
#include "framework/run/folder.hpp"
#include "framework/run/series.hpp"
#include "tests/framework/run/capture.hpp"
#include "tests/framework/run/recurrence.hpp"
#include "tests/support/scratch_folder.hpp"

#include <csignal>

using namespace plisse;
using namespace plisse::tests;

namespace {

std::vector<std::int64_t> steps_of(const std::filesystem::path& folder) { return run::read_series(run::Layout(folder).evaluations).steps; }

run::RunOptions in(const std::filesystem::path& folder, run::RunOptions::Existing existing = run::RunOptions::Existing::refuse) {
  return {folder, existing, {}, false, {}};
}

}  // namespace

TEST_CASE("evaluations: at the start, every so many steps and at the end, in the log and in the result") {
  const ScratchFolder folder;
  REQUIRE(run_quietly(recurrence("steps: 25\nevaluate_every: 10"), in(folder / "run")).code == 0);
  CHECK(steps_of(folder / "run") == std::vector<std::int64_t>{0, 10, 20, 25});
  const run::Layout layout(folder / "run");
  const auto root = io::hdf5::File::open(layout.result).root();
  const auto table = root.table("series/evaluate");
  REQUIRE(table.size() == 3);
  CHECK(table[0].name == "step");
  CHECK(table[1].name == "time_s");
  CHECK(table[2].name == "mean");
  const auto mean = std::get<std::vector<double>>(table[2].values);
  const auto final = std::get<std::vector<double>>(root.table("metrics/final")[1].values);
  REQUIRE(mean.size() == 4);
  CHECK(mean.back() == final.front());
  CHECK(mean.front() == doctest::Approx(0.48));
}

TEST_CASE("without an interval there are no evaluations") {
  const ScratchFolder folder;
  REQUIRE(run_quietly(recurrence("steps: 5"), in(folder / "run")).code == 0);
  CHECK_FALSE(std::filesystem::exists(run::Layout(folder / "run").evaluations));
  CHECK_FALSE(io::hdf5::File::open(run::Layout(folder / "run").result).root().has("series/evaluate"));
}

TEST_CASE("evaluations of a run that stops early end with its last step") {
  const ScratchFolder folder;
  REQUIRE(run_quietly(recurrence("steps: 50\nconverge_at: 12\nevaluate_every: 5"), in(folder / "run")).code == 0);
  CHECK(steps_of(folder / "run") == std::vector<std::int64_t>{0, 5, 10, 13});
}

TEST_CASE("evaluations go on where a run is resumed, none twice and none missing, with the same numbers") {
  const ScratchFolder folder;
  const auto config = recurrence("steps: 40\nevaluate_every: 4");
  REQUIRE(run_quietly(config, in(folder / "whole")).code == 0);
  Recurrence::global_before_step = [](std::int64_t step) {
    if (step == 16 || step == 18) std::raise(SIGTERM);
  };
  CHECK(run_quietly(config, in(folder / "parts")).code == 75);
  CHECK(run_quietly(config, in(folder / "parts", run::RunOptions::Existing::resume)).code == 75);
  Recurrence::global_before_step = nullptr;
  REQUIRE(run_quietly(config, in(folder / "parts", run::RunOptions::Existing::resume)).code == 0);
  const auto whole = run::read_series(run::Layout(folder / "whole").evaluations), parts = run::read_series(run::Layout(folder / "parts").evaluations);
  REQUIRE(whole.steps == parts.steps);
  CHECK(whole.steps.size() == 11);
  for (std::size_t row = 0; row < whole.steps.size(); ++row) CHECK(whole.at(row, 1) == parts.at(row, 1));
}

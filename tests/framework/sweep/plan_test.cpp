// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/plan.hpp"

#include <doctest/doctest.h>

#include "framework/config/config.hpp"
#include "framework/config/error.hpp"
#include "framework/io/atomic_file.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using namespace plisse::tests;

namespace {

sweep::PlannedRun planned(const std::string& id, const std::string& yaml, const std::string& model) {
  return {id, config::sha256(yaml), yaml, {{"model", model}, {"seed", "0"}}, 47369, 189476, 757904, {}};
}

sweep::Plan small_plan() {
  sweep::Plan plan{"under \"budgets\"", {"model", "seed"}, false, {}, {}};
  plan.runs = {planned("grid-s0-0123456789", "experiment: a\nseed: 0\n", "grid"),
               planned("mlp-s0-abcdef0123", "experiment: a\nseed: 1\n", "1e-3: #\\é")};
  plan.runs[1].budget = sweep::Solution{"parameters", 47400, 47427, {{"field.network.width", 113}, {"field.encoder.levels", 2}}};
  plan.table = {{"model"}, {"seed", "model"}, {"rmse", "rmse@400"}, "sem", "none", "mlp", "Error: \"all\" of it", "/some/where.yaml"};
  return plan;
}

}  // namespace

TEST_CASE("a plan comes back from its folder as it was written") {
  const ScratchFolder folder;
  const auto plan = small_plan();
  sweep::write_plan(folder / "new" / "sweep", plan);
  const auto back = sweep::read_plan(folder / "new" / "sweep");
  CHECK(back.name == plan.name);
  CHECK(back.axes == plan.axes);
  CHECK_FALSE(back.paired);
  REQUIRE(back.runs.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto &was = plan.runs[i], &is = back.runs[i];
    CHECK(is.id == was.id);
    CHECK(is.sha256 == was.sha256);
    CHECK(is.yaml == was.yaml);
    REQUIRE(is.labels.size() == was.labels.size());
    for (std::size_t k = 0; k < is.labels.size(); ++k) {
      CHECK(is.labels[k].axis == was.labels[k].axis);
      CHECK(is.labels[k].value == was.labels[k].value);
    }
    CHECK(is.parameters == was.parameters);
    CHECK(is.bytes_inference == was.bytes_inference);
    CHECK(is.bytes_training == was.bytes_training);
  }
  CHECK_FALSE(back.runs[0].budget);
  REQUIRE(back.runs[1].budget);
  CHECK(back.runs[1].budget->counted == "parameters");
  CHECK(back.runs[1].budget->target == 47400);
  CHECK(back.runs[1].budget->actual == 47427);
  CHECK(back.runs[1].budget->sizes == plan.runs[1].budget->sizes);
  CHECK(back.table.rows == plan.table.rows);
  CHECK(back.table.cols == plan.table.cols);
  CHECK(back.table.metrics == plan.table.metrics);
  CHECK(back.table.stat == "sem");
  CHECK(back.table.bold == "none");
  CHECK(back.table.baseline == "mlp");
  CHECK(back.table.caption == plan.table.caption);
  CHECK(back.table.published == plan.table.published);
}

TEST_CASE("the folder keeps a copy of the published values, and may move") {
  const ScratchFolder folder;
  auto plan = small_plan();
  plan.table.published = (folder / "values.yaml").string();
  io::write_file(folder / "values.yaml", "metrics: {rmse: {grid: 1}}\n");
  sweep::write_plan(folder / "study", plan);
  std::filesystem::remove(folder / "values.yaml");
  std::filesystem::rename(folder / "study", folder / "moved");
  auto back = sweep::read_plan(folder / "moved");
  CHECK(back.table.published == sweep::published_file(folder / "moved").string());
  CHECK(io::read_file(back.table.published) == "metrics: {rmse: {grid: 1}}\n");
  const std::string lock = io::read_file(sweep::lock_file(folder / "moved"));
  CHECK(lock.find("published: \"plan/published.yaml\"") != std::string::npos);
  sweep::write_plan(folder / "moved", back);
  CHECK(io::read_file(sweep::lock_file(folder / "moved")) == lock);
  std::filesystem::remove(back.table.published);
  CHECK(sweep::read_plan(folder / "moved").table.published == back.table.published);
}

TEST_CASE("a configuration that is missing or was edited is empty, and comes back when the plan is written again") {
  const ScratchFolder folder;
  const auto plan = small_plan();
  sweep::write_plan(folder.path(), plan);
  std::filesystem::remove(sweep::configuration_file(folder.path(), plan.runs[0].id));
  io::write_file(sweep::configuration_file(folder.path(), plan.runs[1].id), "experiment: b\n");
  for (const auto& run : sweep::read_plan(folder.path()).runs) CHECK(run.yaml.empty());
  sweep::write_plan(folder.path(), plan);
  for (const auto& run : sweep::read_plan(folder.path()).runs) CHECK_FALSE(run.yaml.empty());
}

TEST_CASE("a folder without a plan, or with a torn one, says how to restore it") {
  const ScratchFolder folder;
  CHECK_THROWS_WITH_AS(sweep::read_plan(folder.path()), doctest::Contains("it has no sweep.lock.yaml; the command 'plisse sweep"),
                       config::Error);
  for (const char* text : {"", "schema: plisse/sweep/1\n", "schema: other\n", "a: [", "- 1\n"}) {
    io::write_file(sweep::lock_file(folder.path()), text);
    CHECK_THROWS_WITH_AS(sweep::read_plan(folder.path()), doctest::Contains("cannot read"), config::Error);
  }
}

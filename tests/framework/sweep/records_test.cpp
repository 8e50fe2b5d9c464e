// SPDX-License-Identifier: Apache-2.0
// From folders to the records of a table.
#include "framework/sweep/records.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "framework/config/error.hpp"
#include "framework/sweep/published.hpp"
#include "run_folders.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using namespace plisse::tests;
using doctest::Approx;
using sweep::Collection;

namespace {

const std::vector<std::string> rows{"model"};

std::vector<report::Record> records_of(const Collection& collection, const std::vector<std::string>& metrics) {
  return sweep::records(collection, collection.runs, rows, {}, metrics);
}

template <class Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const config::Error& error) {
    return error.what();
  }
  return {};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::vector<std::pair<std::int64_t, double>> fast{{0, 8}, {100, 4}, {200, 2}, {300, 1.5}}, slow{{0, 8}, {200, 6}, {400, 3}};

std::vector<FakeRun> two_models() { return {{"grid", 0, 1, fast}, {"grid", 1, 1.2, fast}, {"mlp", 0, 3, slow}, {"mlp", 1, 0.9, slow}}; }

}  // namespace

TEST_CASE("metrics, quantities and labels of a sweep's runs") {
  const ScratchFolder folder;
  const auto plan = write_sweep(folder.path(), two_models());
  const Collection collection = sweep::collect({folder.path()});
  CHECK(collection.title == "models");
  CHECK(collection.axes == plan.axes);
  const auto records = records_of(collection, {"rmse", "wall_time", "train_time", "epochs", "parameters", "bytes_training", "step_ms"});
  REQUIRE(records.size() == 4);
  CHECK(records[0].id == plan.runs[0].id);
  CHECK(records[0].sha256 == plan.runs[0].sha256);
  CHECK(report::label_of(records[3], "model") == "mlp");
  CHECK(report::label_of(records[3], "seed") == "1");
  const std::vector<double> expected{1, 50, 40, 400, 47000, 752000, 100};
  for (std::size_t m = 0; m < expected.size(); ++m) CHECK(records[0].measurements[m].metric.value == Approx(expected[m]));
  CHECK(records[0].measurements[0].metric.definition == "root of the mean square");
  CHECK(records[0].measurements[1].metric.unit == "s");
}

TEST_CASE("values during the run, the end included") {
  const ScratchFolder folder;
  write_sweep(folder.path(), two_models());
  const auto records =
      records_of(sweep::collect({folder.path()}), {"rmse@250", "rmse@400", "rmse@15s", "rmse@401", "rmse@41s", "auc(rmse)", "total@100"});
  const auto value = [&](std::size_t m) { return records[0].measurements[m].metric.value; };
  CHECK(value(0) == 2);
  CHECK(value(1) == 1);
  CHECK(value(2) == 4);
  CHECK(records[0].measurements[3].missing == "trained for less than 401 epochs");
  CHECK(records[0].measurements[4].missing == "trained for less than 41 s");
  CHECK(value(5) == Approx((6 + 3 + 1.75 + 1.25) / 4));
  CHECK(value(6) == 900);
  CHECK(has(records[0].measurements[6].metric.definition, "the training steps"));
  CHECK(records[0].measurements[0].metric.name == "rmse@250");
}

TEST_CASE("epochs and seconds to a value, of a number and of the run of a row with the same seed") {
  const ScratchFolder folder;
  write_sweep(folder.path(), two_models());
  const auto records =
      records_of(sweep::collect({folder.path()}), {"epochs_to(rmse, 2)", "seconds_to(rmse, mlp)", "epochs_to(rmse, grid@100)"});
  const auto at = [&](std::size_t run, std::size_t m) { return records[run].measurements[m]; };
  CHECK(at(0, 0).metric.value == 200);
  CHECK_FALSE(at(0, 0).censored);
  CHECK(at(2, 0).censored);  // 3 at the end
  CHECK(at(2, 0).metric.value == 400);
  CHECK(at(0, 1).metric.value == Approx(20));  // 3 is reached after 200 epochs, by the evaluations
  CHECK(at(1, 1).censored == false);           // the evaluation of 400 epochs is 3 for both
  CHECK(at(2, 2).metric.value == 400);
  CHECK(at(2, 2).metric.unit == "epochs");
  CHECK(has(at(2, 2).metric.definition, "that of 'grid' after 100 epochs with the same seed"));
}

TEST_CASE("runs that were evaluated at other intervals, or trained on other objectives, are no measure of each other") {
  const auto refusal = [&](const std::vector<FakeRun>& runs, const std::string& metric) {
    const ScratchFolder folder;
    write_sweep(folder.path(), runs);
    report::TableLayout layout;
    layout.rows = rows;
    layout.metrics = {metric};
    return error_of([&] { report::make_table(records_of(sweep::collect({folder.path()}), {metric}), layout); });
  };
  for (const char* metric : {"epochs_to(rmse, 3)", "seconds_to(rmse, 3)", "auc(rmse)", "rmse@20s"}) {
    const std::string text = refusal(two_models(), metric);
    CHECK(has(text, "the evaluations during the run (every 100 epochs)"));
    CHECK(has(text, "(every 200 epochs)"));
  }
  CHECK(refusal(two_models(), "rmse@250").empty());
  CHECK(has(refusal(two_models(), "rmse@350"), "that of epoch 200, within 350 epochs"));
  const std::string often = "evaluate:\n  every: 25\n";
  auto settings = two_models();
  for (FakeRun& run : settings) run.more_yaml = often;
  CHECK(refusal(settings, "auc(rmse)").empty());

  auto objectives = two_models();
  CHECK(refusal(objectives, "auc(total)").empty());
  for (std::size_t i = 0; i < 4; ++i) objectives[i].more_yaml = i < 2 ? "losses: {bend: 1}\n" : "losses: {bend: 2}\n";
  for (const char* metric : {"auc(total)", "total@100", "epochs_to(total, 700)"})
    CHECK(has(refusal(objectives, metric), "'losses' and 'sampler' of digest "));
  CHECK(refusal(objectives, "rmse").empty());
  for (FakeRun& run : objectives) run.more_yaml = "losses: {bend: 1}\n";
  CHECK(refusal(objectives, "auc(total)").empty());
  objectives[3].more_yaml += "sampler: {points: 8}\n";
  objectives[2].more_yaml = objectives[3].more_yaml;
  CHECK(has(refusal(objectives, "auc(total)"), "not measured alike"));
}

TEST_CASE("a target that is a row's name is that row, and an ambiguous one is refused") {
  const ScratchFolder folder;
  write_sweep(folder.path(), {{"a", 0, 3, fast}, {"a@2", 0, 1.5, fast}, {"4", 0, 2, fast}});
  const Collection collection = sweep::collect({folder.path()});
  const auto epochs = [&](const std::string& metric) { return records_of(collection, {metric})[1].measurements[0].metric.value; };
  CHECK(epochs("epochs_to(rmse, a@2)") == 300);
  CHECK(epochs("epochs_to(rmse, a@100)") == 100);
  CHECK(epochs("epochs_to(rmse, model=4)") == 200);
  CHECK(epochs("epochs_to(rmse, model=4@100)") == 100);
  CHECK(epochs("epochs_to(rmse, model=a@2)") == 300);
  CHECK(epochs("epochs_to(rmse, =4)") == 100);
  CHECK(epochs("epochs_to(rmse, 4.0)") == 100);
  const auto refusal = [&](const std::string& metric) { return error_of([&] { records_of(collection, {metric}); }); };
  CHECK(has(refusal("epochs_to(rmse, 4)"), "names '4', which is a number and a row"));
  CHECK(has(refusal("epochs_to(rmse, 4)"), "write 'model=4' for the row, or '=4' for the number"));
  CHECK(has(refusal("epochs_to(rmse, model=5)"), "no number and no row"));
  CHECK(has(refusal("epochs_to(rmse, =four)"), "no number behind the ="));
}

TEST_CASE("runs that are not done say why, and mixed folders do not count") {
  const ScratchFolder folder;
  auto runs = two_models();
  runs[1].status = run::Status::diverged;
  runs[2].status = run::Status::failed;
  const auto plan = write_sweep(folder.path(), runs);
  std::filesystem::remove_all(folder / plan.runs[0].id);
  auto other = runs[3];
  other.epochs = 7;
  write_run(folder / plan.runs[3].id, other);
  const auto records = records_of(sweep::collect({folder.path()}), {"rmse", "epochs_to(rmse, grid)"});
  const auto why = [&](std::size_t run) { return records[run].measurements[0].missing; };
  CHECK(why(0) == "not run yet");
  CHECK(why(1) == "diverged");
  CHECK(why(2) == "failed");
  CHECK(why(3) == "its folder holds another configuration");
  CHECK(records[3].measurements[1].missing == "its folder holds another configuration");
}

TEST_CASE("a run is running only while its owner lives; damaged results are no results") {
  const ScratchFolder folder;
  auto runs = two_models();
  for (auto& run : runs) run.status = run::Status::running;
  const auto plan = write_sweep(folder.path(), runs);
  auto dead = *run::read_state(folder / plan.runs[1].id / "state.json");
  dead.process_start += 1;
  write_state(folder / plan.runs[1].id / "state.json", dead);
  std::filesystem::remove(folder / plan.runs[2].id / "state.json");
  std::ofstream(folder / plan.runs[3].id / "run.h5") << "torn";
  const auto records = records_of(sweep::collect({folder.path()}), {"rmse"});
  const auto why = [&](std::size_t run) { return records[run].measurements[0].missing; };
  CHECK(why(0) == "still running");
  CHECK(why(1) == "interrupted");
  CHECK(why(2) == "interrupted");
  CHECK(why(3) == "its run.h5 cannot be read");
}

TEST_CASE("metrics that nobody has, and targets that are no row, are refused") {
  const ScratchFolder folder;
  write_sweep(folder.path(), {{"grid", 0, 1, {}}, {"mlp", 0, 2, {}}});
  const Collection collection = sweep::collect({folder.path()});
  const auto refusal = [&](const std::string& metric) { return error_of([&] { records_of(collection, {metric}); }); };
  CHECK(has(refusal("rsme"), "did you mean 'rmse'?"));
  CHECK(has(refusal("epochs_to(rmse, gird)"), "did you mean 'grid'?"));
  CHECK(has(refusal("epochs_to(rmse, 1)"), "set evaluate.every"));
  CHECK(has(refusal("auc(rmse)"), "set evaluate.every"));
  CHECK(has(refusal("totl@100"), "did you mean 'total'?"));
  CHECK(refusal("rmse@400").empty());  // the end is an evaluation
}

TEST_CASE("keys of the configuration are labels") {
  const ScratchFolder folder;
  write_sweep(folder.path(), two_models());
  Collection collection = sweep::collect({folder.path()});
  sweep::label_by_keys(collection, {"model", "field.encoder", "field.encoder.levels", "train.epochs"});
  const auto records = records_of(collection, {"rmse"});
  CHECK(report::label_of(records[2], "field.encoder") == "mlp");
  CHECK(report::label_of(records[2], "field.encoder.levels") == "2x3");
  CHECK(report::label_of(records[2], "train.epochs") == "400");
  CHECK(has(error_of([&] { sweep::label_by_keys(collection, {"train.epoch"}); }), "did you mean 'train.epochs'?"));
}

TEST_CASE("conditions choose runs") {
  const ScratchFolder folder;
  write_sweep(folder.path(), two_models());
  const Collection collection = sweep::collect({folder.path()});
  const auto chosen = [&](const std::string& expression) { return sweep::where(collection, expression).size(); };
  CHECK(chosen("") == 4);
  CHECK(chosen("model=grid") == 2);
  CHECK(chosen("model=grid|mlp,seed=1") == 2);
  CHECK(has(error_of([&] { chosen("model=gird"); }), "did you mean 'grid'?"));
  CHECK(has(error_of([&] { chosen("modle=grid"); }), "--where"));
}

TEST_CASE("single runs are rows of their own, or repetitions where their configurations differ in the seed alone") {
  const ScratchFolder folder;
  write_run(folder / "a", {"grid", 0, 1, {}});
  write_run(folder / "b", {"grid", 1, 2, {}});
  Collection collection = sweep::collect({folder / "a", folder / "b" / "run.h5"});
  CHECK(report::label_of(sweep::records(collection, collection.runs, {"run"}, {}, {"rmse"})[1], "run") == "b");
  sweep::label_by_keys(collection, {"field.encoder.type"});
  const auto records = sweep::records(collection, collection.runs, {"field.encoder.type"}, {}, {"rmse"});
  CHECK(report::make_table(records,
                           [] {
                             report::TableLayout layout;
                             layout.rows = {"field.encoder.type"};
                             layout.metrics = {"rmse"};
                             return layout;
                           }())
            .cells[0][0]
            .spread.mean == Approx(1.5));
  write_run(folder / "c", {"grid", 2, 2, {}, run::Status::done, 100, 500});
  collection = sweep::collect({folder / "a", folder / "c"});
  sweep::label_by_keys(collection, {"field.encoder.type"});
  CHECK(has(error_of([&] { sweep::records(collection, collection.runs, {"field.encoder.type"}, {}, {"rmse"}); }),
            "would share a cell, but their 'train.epochs' differs: 400 and 500"));
}

TEST_CASE("several sweeps of the same axes make one table; the same configuration counts once") {
  const ScratchFolder folder;
  write_sweep(folder / "first", {{"grid", 0, 1, {}}, {"mlp", 0, 2, {}}});
  write_sweep(folder / "second", {{"mlp", 0, 2, {}}, {"frequency", 0, 3, {}}});
  const Collection both = sweep::collect({folder / "first", folder / "second"});
  CHECK(both.runs.size() == 3);
  REQUIRE(both.notes.size() == 1);
  CHECK(has(both.notes[0], "have the same configuration"));
  write_run(folder / "single", {"grid", 5, 1, {}});
  CHECK(has(error_of([&] { sweep::collect({folder / "first", folder / "single"}); }), "not both"));
  CHECK(has(error_of([&] { sweep::collect({folder.path()}); }), "neither the folder of a sweep"));
  CHECK(has(error_of([&] { sweep::collect({folder / "nothing"}); }), "no folder"));
  std::filesystem::remove(folder / "first" / "sweep.lock.yaml");
  CHECK(has(error_of([&] { sweep::collect({folder / "first"}); }), "sweep.lock.yaml"));
}

TEST_CASE("published values are read as they are written, and belong to rows of the table") {
  const ScratchFolder folder;
  write_sweep(folder.path(), two_models());
  const Collection collection = sweep::collect({folder.path()});
  const auto read = [&](const std::string& text) {
    std::ofstream(folder / "published.yaml") << text;
    return sweep::read_published(folder / "published.yaml", collection, rows, {}, {"rsme_planned"});
  };
  const auto published = read("source: Doe\nmetrics:\n  rmse: {grid: 1.20e-3, mlp: '> 5000'}\n  \"epochs_to(rmse,2)\": {grid: 400}\n");
  CHECK(published.source == "Doe");
  REQUIRE(published.values.size() == 3);
  CHECK(published.values[0].text == "1.20e-3");
  CHECK(published.values[1].text == "> 5000");
  CHECK(published.values[2].metric == "epochs_to(rmse, 2)");
  CHECK(read("metrics: {rsme_planned: {grid: 1}, wall_time: {grid: 1}, rmse@400: {grid: 1}, total@5: {grid: 1}}\n").values.size() == 4);
  for (const char* metric : {"rmsee", "rmsee@400", "\"epochs_to(rmsee, grid)\""}) {
    const std::string text = error_of([&] { read(std::string("metrics:\n  ") + metric + ": {grid: 1}\n"); });
    CHECK(has(text, "which neither the table nor a run has"));
    CHECK(has(text, "published.yaml:2:3"));
    CHECK(has(text, "did you mean 'rmse'?"));
  }
  CHECK(has(error_of([&] { read("metrics:\n  \"epochs_to(rmse, gird)\": {grid: 1}\n"); }), "did you mean 'grid'?"));
  CHECK(has(error_of([&] { read("metrics:\n  rmse: {gird: 1}\n"); }), "did you mean 'grid'?"));
  CHECK(has(error_of([&] { read("metric: {}\n"); }), "did you mean 'metrics'?"));
  CHECK(has(error_of([&] { read("metrics:\n  rmse: 3\n"); }), "published.yaml:2:9"));
}

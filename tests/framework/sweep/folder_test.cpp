// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/folder.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <optional>

#include "framework/run/result.hpp"
#include "framework/run/state.hpp"
#include "framework/sweep/view.hpp"
#include "framework/sweep/workers.hpp"
#include "sized.hpp"

using namespace plisse;
using namespace plisse::tests;
using sweep::Standing;
namespace fs = std::filesystem;

namespace {

const std::string two_widths = "axes: [{grid: {model.width: [1, 2]}}]\n", three_widths = "axes: [{grid: {model.width: [1, 2, 3]}}]\n";

std::string refusal(const fs::path& folder, const sweep::Plan& plan) {
  try {
    sweep::examine(folder, plan, sweep::Purpose::use);
  } catch (const run::Refused& refused) {
    return refused.what();
  }
  return {};
}

// A run's folder as a process would leave it.
void put_run(const fs::path& folder, const sweep::PlannedRun& planned, run::Status status, std::int64_t step = 10) {
  fs::create_directories(folder / planned.id);
  auto state = run::own_state();
  state.status = status;
  state.config_sha256 = planned.sha256;
  state.step = step;
  state.steps = 100;
  state.message = status == run::Status::failed ? "no luck" : "";
  run::write_state(folder / planned.id / "state.json", state);
  if (status == run::Status::done) {
    const config::RunConfig config{{}, planned.yaml, {}, planned.sha256, planned.id};
    run::write_result(run::Layout(folder / planned.id), {status, "", config, {}, {}, {}, {}, nullptr, nullptr});
  }
  std::string series;
  for (int i = 0; i <= step; ++i) series += fmt::format("{{\"step\":{},\"time_s\":{},\"total\":{}}}\n", i, 0.5 * i, 1.0 / (i + 1));
  io::write_file(folder / planned.id / "series.jsonl", series + "{\"step\":11,\"ti");
}

}  // namespace

TEST_CASE("a folder takes a plan, the same plan, and one that grows, and no other") {
  const ScratchFolder scratch;
  const fs::path folder = scratch / "runs" / "sizes";
  const auto two = SweepFiles(two_widths).plan(), three = SweepFiles(three_widths).plan();
  CHECK(sweep::SweepFolder(folder, two).notes().empty());
  CHECK(sweep::SweepFolder(folder, two).notes().empty());
  const auto grown = sweep::SweepFolder(folder, three).notes();
  REQUIRE(grown.size() == 1);
  CHECK(grown[0] == "the plan grows by 1 run to 3");
  CHECK(sweep::read_plan(folder).runs.size() == 3);
  const auto shrunk = refusal(folder, two);
  CHECK(contains(shrunk, "a sweep with 1 run that this plan does not have:\n  3-s3-"));
  CHECK(contains(shrunk, "-o"));
  const auto changed = refusal(folder, SweepFiles(three_widths).plan({"model.even=4"}));
  CHECK(contains(changed, "a sweep with 3 runs"));
  CHECK(contains(changed, "there -> here:\n  model.even: 2 -> 4\n"));
}

TEST_CASE("a folder in use by another sweep is refused, naming the process") {
  const ScratchFolder scratch;
  const auto plan = SweepFiles(two_widths).plan();
  const fs::path folder = scratch / "sizes";
  CHECK_FALSE(sweep::is_active(folder));
  std::optional<sweep::SweepFolder> first(std::in_place, folder, plan);
  CHECK(sweep::is_active(folder));
  try {
    const sweep::SweepFolder second(folder, plan);
    FAIL("taken twice");
  } catch (const run::Refused& refused) {
    CHECK(contains(refused.what(), fmt::format("in use by another sweep (pid {} on {})", getpid(), run::host_name())));
  }
  first.reset();
  CHECK_FALSE(sweep::is_active(folder));  // although the process that signed the lock lives
}

TEST_CASE("without its lock file a folder is restored where all in it is the plan's") {
  const ScratchFolder scratch;
  const auto plan = SweepFiles(two_widths).plan();
  const fs::path folder = scratch / "sizes";
  { const sweep::SweepFolder made(folder, plan); }
  put_run(folder, plan.runs[0], run::Status::done);
  io::write_file(folder / "logs" / (plan.runs[1].id + ".log"), "it ran once\n");
  fs::remove(sweep::lock_file(folder));
  const auto preview = sweep::examine(folder, plan, sweep::Purpose::preview);
  REQUIRE(preview.size() == 2);
  CHECK(contains(preview[0], "sweep.lock.yaml is missing and would be restored"));
  CHECK(preview[1] == "1 run folder went missing: to be made again");
  CHECK_FALSE(fs::exists(sweep::lock_file(folder)));
  const auto notes = sweep::SweepFolder(folder, plan).notes();
  REQUIRE(notes.size() == 2);
  CHECK(contains(notes[0], "sweep.lock.yaml was missing and is restored"));
  CHECK(notes[1] == "1 run folder went missing: made again");
  fs::remove(sweep::lock_file(folder));
  io::write_file(folder / "thesis.tex", "");
  CHECK(contains(refusal(folder, plan), "such as 'thesis.tex'"));
  io::write_file(scratch / "file", "");
  CHECK_THROWS_AS(sweep::examine(scratch / "file", plan, sweep::Purpose::use), config::Error);
}

TEST_CASE("where a run stands follows from its folder") {
  const ScratchFolder scratch;
  const auto plan = SweepFiles(two_widths).plan();
  const auto& run = plan.runs[0];
  const auto look = [&](run::Status status) {
    put_run(scratch.path(), run, status);
    return sweep::look(scratch / run.id, run.sha256);
  };
  CHECK(sweep::look(scratch / run.id, run.sha256).standing == Standing::to_do);
  const auto running = look(run::Status::running);
  CHECK(running.standing == Standing::running);
  CHECK(running.pid == getpid());
  CHECK(running.step == 11);
  CHECK(running.rate == doctest::Approx(2));
  CHECK(running.remaining_s() == doctest::Approx(44.5));
  CHECK(running.total == doctest::Approx(1.0 / 11));
  CHECK(look(run::Status::failed).message == "no luck");
  CHECK(look(run::Status::diverged).standing == Standing::diverged);
  CHECK(look(run::Status::interrupted).standing == Standing::interrupted);
  CHECK(look(run::Status::done).standing == Standing::done);
  CHECK(sweep::look(scratch / run.id, plan.runs[1].sha256).standing == Standing::refused);
  CHECK(sweep::look(scratch / run.id, "").standing == Standing::done);
  fs::resize_file(scratch / run.id / "run.h5", fs::file_size(scratch / run.id / "run.h5") / 2);
  CHECK(sweep::look(scratch / run.id, run.sha256).standing == Standing::interrupted);
  fs::remove(scratch / run.id / "run.h5");
  CHECK(sweep::look(scratch / run.id, run.sha256).standing == Standing::interrupted);

  auto dead = run::own_state();
  dead.process_start -= 1;
  dead.config_sha256 = run.sha256;
  run::write_state(scratch / run.id / "state.json", dead);
  CHECK(sweep::look(scratch / run.id, run.sha256).standing == Standing::interrupted);
}

TEST_CASE("the time that remains follows from the rates, over the workers") {
  sweep::RunView running{Standing::running, 50, 100, 25, 2, 0, 1, ""}, done{Standing::done, 100, 100, 50, 2, 0, 1, ""}, to_do, failed;
  failed.standing = Standing::failed;
  CHECK(sweep::estimated_s({to_do, to_do}, 2) < 0);
  CHECK(sweep::estimated_s({running, done}, 2) == doctest::Approx(25));
  CHECK(sweep::estimated_s({running, running, to_do, to_do}, 2) == doctest::Approx(75));
  CHECK(sweep::estimated_s({running, done, failed, to_do}, 1) == doctest::Approx(75));
  CHECK(sweep::estimated_s({done, failed}, 1) == 0);
}

TEST_CASE("what the end of a worker means") {
  const fs::path log = "logs/a.log";
  sweep::RunView view;
  const auto outcome = [&](int code, bool stopping = false) { return sweep::outcome_of(code, view, log, stopping); };
  CHECK(outcome(0).standing == Standing::done);
  CHECK(outcome(75).standing == Standing::interrupted);
  CHECK(outcome(4).standing == Standing::refused);
  CHECK(outcome(2).standing == Standing::failed);
  CHECK(outcome(127).message == "the worker ended with exit code 127");
  CHECK(outcome(-9).standing == Standing::failed);
  CHECK(contains(outcome(-9).message, "killed by SIGKILL; the system may have been out of memory; see logs/a.log"));
  CHECK(contains(outcome(-11).message, "killed by SIGSEGV; see logs/a.log"));
  CHECK(outcome(-15, true).standing == Standing::interrupted);
  view.standing = Standing::diverged;
  view.message = "bend is nan";
  CHECK(outcome(1).standing == Standing::diverged);
  CHECK(outcome(1).message == "bend is nan");
}

TEST_CASE("a worker that refuses its configuration or folder says so in its last words") {
  const ScratchFolder scratch;
  const auto message = [&](const std::string& log) {
    io::write_file(scratch / "a.log", log);
    return sweep::outcome_of(2, {}, scratch / "a.log", false).message;
  };
  CHECK(message("") == "refused before it began");
  CHECK(message("sweep.yaml\nerror: cannot write to the folder runs/a: Permission denied\n") ==
        "refused before it began: error: cannot write to the folder runs/a: Permission denied");
  CHECK(message("error: unknown key 'a' (b.yaml:1:2)\n   1 | a: 3\n     | ^\n") ==
        "refused before it began: error: unknown key 'a' (b.yaml:1:2)");
  CHECK(message("no such option\n") == "refused before it began: no such option");
}

TEST_CASE("a worker that cannot be started fails alone") {
  const ScratchFolder scratch;
  const auto plan = SweepFiles(two_widths).plan();
  const sweep::SweepFolder folder(scratch / "sizes", plan);
  for (const auto& run : plan.runs) fs::create_directories(scratch / "sizes" / "logs" / (run.id + ".log"));
  const auto outcome = sweep::make_runs(plan, {0, 1}, scratch / "sizes", {});
  CHECK_FALSE(outcome.interrupted);
  for (const auto& run : outcome.runs) {
    CHECK(run.standing == Standing::failed);
    CHECK(contains(run.message, "cannot open"));
    CHECK(contains(run.message, "Is a directory"));
  }
}

TEST_CASE("the last lines of a log") {
  const ScratchFolder scratch;
  CHECK(sweep::last_lines(scratch / "none.log", 3).empty());
  io::write_file(scratch / "a.log", "one\ntwo\nthree\n");
  CHECK(sweep::last_lines(scratch / "a.log", 2) == "  | two\n  | three");
}

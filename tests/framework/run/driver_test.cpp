// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "capture.hpp"
#include "framework/config/error.hpp"
#include "framework/run/archive_io.hpp"
#include "framework/run/checkpoint.hpp"
#include "framework/run/series.hpp"
#include "framework/run/state.hpp"
#include "recurrence.hpp"
#include "tests/support/file_size_limit.hpp"

using namespace plisse;
using namespace plisse::tests;
using Existing = run::RunOptions::Existing;

namespace {

run::RunOptions in(const std::filesystem::path& folder, Existing existing = Existing::refuse) {
  run::RunOptions options;
  options.folder = folder;
  options.existing = existing;
  options.provenance = {{"git_sha", "0123abc"}, {"software_version", "1.2.3"}};
  return options;
}

// While it lives, the process sends itself a signal before a step.
class SignalAt {
 public:
  SignalAt(std::int64_t step, int signal) {
    Recurrence::global_before_step = [=](std::int64_t now) {
      if (now == step) std::raise(signal);
    };
  }
  ~SignalAt() { Recurrence::global_before_step = nullptr; }
};

std::uint64_t final_state(const std::filesystem::path& folder) {
  return run::checksum(run::read_checkpoint(run::Layout(folder).checkpoint).state);
}

// The series without its times.
std::vector<double> values_of(const std::filesystem::path& folder) {
  const auto data = run::read_series(run::Layout(folder).series);
  std::vector<double> values;
  for (std::size_t row = 0; row < data.steps.size(); ++row) {
    values.push_back(double(data.steps[row]));
    for (std::size_t column = 1; column < data.columns.size(); ++column) values.push_back(data.at(row, column));
  }
  return values;
}

std::string status_of(const std::filesystem::path& folder) { return run::name_of(run::read_state(run::Layout(folder).state)->status); }

}  // namespace

TEST_CASE("a run ends where its optimizer stops, and says why") {
  const ScratchFolder folder;
  const run::Layout layout(folder / "run");
  const auto said = run_quietly(recurrence("steps: 50\nconverge_at: 7"), in(layout.folder));
  CHECK(said.code == 0);
  CHECK(contains(said.err, "the optimizer stopped after step 8: the test has converged"));
  CHECK(status_of(layout.folder) == "done");
  CHECK(run::read_state(layout.state)->message == "the test has converged");
  CHECK(run::read_series(layout.series).steps.size() == 8);
}

TEST_CASE("a run ends with every file of its folder") {
  const ScratchFolder folder;
  const auto said = run_quietly(recurrence("steps: 30"), in(folder / "new" / "run"));
  CHECK(said.code == 0);
  const run::Layout layout(folder / "new" / "run");
  for (const auto& file : {layout.config, layout.state, layout.log, layout.series, layout.checkpoint, layout.result, layout.view})
    CHECK_MESSAGE(std::filesystem::exists(file), file);
  CHECK(status_of(layout.folder) == "done");
  CHECK(run::read_series(layout.series).steps.size() == 30);
  CHECK(contains(said.err, "note: nothing to note"));
  CHECK(contains(said.out, "mean"));
  CHECK(contains(said.out, layout.result.string()));
  const auto summary = run::summary(layout.result);
  CHECK(summary.status == "done");
  CHECK(summary.run_id == "recurrence-" + recurrence("steps: 30").sha256.substr(0, 10));
  CHECK(summary.parameters == 20);
  CHECK(summary.epochs == 30);
  REQUIRE(summary.metrics.size() == 2);
  CHECK(summary.metrics[1].value == 30);
  CHECK(summary.metrics[0].definition == "mean of the state");
}

TEST_CASE("the summary as JSON") {
  const ScratchFolder folder;
  auto options = in(folder / "run");
  options.json = true;
  const auto json = nlohmann::json::parse(run_quietly(recurrence("steps: 3"), options).out);
  CHECK(json["status"] == "done");
  CHECK(json["steps"] == 3);
  CHECK(json["metrics"][1]["value"] == 3.0);
  CHECK(json["result"] == (folder / "run" / "run.h5").string());
}

TEST_CASE("a run of no steps and one of one step work") {
  const ScratchFolder folder;
  CHECK(run_quietly(recurrence("steps: 0"), in(folder / "none")).code == 0);
  CHECK(run_quietly(recurrence("steps: 1\nsize: 1"), in(folder / "one")).code == 0);
  CHECK(run::summary(folder / "one").epochs == 1);
}

TEST_CASE("stopped by a signal and resumed, a run ends with the same bits") {
  const ScratchFolder folder;
  const auto config = recurrence("steps: 60");
  REQUIRE(run_quietly(config, in(folder / "whole")).code == 0);
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) {
    const auto path = folder / ("parts-" + std::to_string(signal));
    {
      const SignalAt at(29, signal);
      const auto said = run_quietly(config, in(path));
      CHECK(said.code == 75);
      CHECK(contains(said.err, "--resume"));
    }
    CHECK(status_of(path) == "interrupted");
    CHECK(run::summary(path).status == "interrupted");
    CHECK(run::summary(path).epochs == 30);
    CHECK(run_quietly(config, in(path, Existing::resume)).code == 0);
    CHECK(final_state(path) == final_state(folder / "whole"));
    CHECK(values_of(path) == values_of(folder / "whole"));
    CHECK(run::summary(path).metrics[0].value == run::summary(folder / "whole").metrics[0].value);
  }
}

TEST_CASE("a time limit stops like a signal") {
  const ScratchFolder folder;
  auto options = in(folder / "run");
  options.time_limit = 0.05;
  const auto said = run_quietly(recurrence("steps: 100000\nsleep_us: 1000"), options);
  CHECK(said.code == 75);
  CHECK(contains(said.err, "time limit"));
  CHECK(status_of(folder / "run") == "interrupted");
}

TEST_CASE("a folder that holds a run is refused, and the message names both flags") {
  const ScratchFolder folder;
  const auto config = recurrence("steps: 10"), other = recurrence("steps: 11");
  REQUIRE(run_quietly(config, in(folder / "run")).code == 0);
  const auto before = io::read_file(folder / "run" / "run.h5");
  SUBCASE("the same configuration") {
    const auto said = run_quietly(config, in(folder / "run"));
    CHECK(said.code == 4);
    CHECK(contains(said.err, "--resume"));
    CHECK(contains(said.err, "--restart"));
  }
  SUBCASE("another configuration, with and without --resume") {
    for (const auto existing : {Existing::refuse, Existing::resume}) {
      const auto said = run_quietly(other, in(folder / "run", existing));
      CHECK(said.code == 4);
      CHECK(contains(said.err, "steps: 10 -> 11"));
      CHECK(contains(said.err, "--restart"));
    }
  }
  SUBCASE("resuming a finished run is nothing to do") {
    const auto said = run_quietly(config, in(folder / "run", Existing::resume));
    CHECK(said.code == 0);
    CHECK(contains(said.err, "done already"));
  }
  SUBCASE("restarting with what cannot be built") {
    CHECK(run_quietly(recurrence("impossible: true"), in(folder / "run", Existing::restart)).code == 2);
    CHECK(status_of(folder / "run") == "done");
  }
  CHECK(io::read_file(folder / "run" / "run.h5") == before);
}

TEST_CASE("--restart replaces a run, of another configuration too, and leaves other files alone") {
  const ScratchFolder folder;
  REQUIRE(run_quietly(recurrence("steps: 10"), in(folder / "run")).code == 0);
  std::ofstream(folder / "run" / "notes.md") << "mine";
  CHECK(run_quietly(recurrence("steps: 5"), in(folder / "run", Existing::restart)).code == 0);
  CHECK(run::summary(folder / "run").epochs == 5);
  CHECK(run::read_series(folder / "run" / "series.jsonl").steps.size() == 5);
  CHECK(io::read_file(folder / "run" / "notes.md") == "mine");
}

TEST_CASE("--resume starts afresh where there is nothing") {
  const ScratchFolder folder;
  CHECK(run_quietly(recurrence("steps: 5"), in(folder / "run", Existing::resume)).code == 0);
  CHECK(status_of(folder / "run") == "done");
}

TEST_CASE("folders that cannot hold a run are refused before any work") {
  const ScratchFolder folder;
  const auto config = recurrence("steps: 5");
  std::ofstream(folder / "file") << "x";
  CHECK(run_quietly(config, in(folder / "file")).code == 2);
  CHECK(run_quietly(config, in(folder / "file" / "below")).code == 2);
  CHECK(run_quietly(config, in("/proc/no/such")).code == 2);
  std::filesystem::create_directory(folder / "thesis");
  std::ofstream(folder / "thesis" / "main.tex") << "x";
  for (const auto existing : {Existing::refuse, Existing::resume, Existing::restart}) {
    CHECK(run_quietly(config, in(folder / "thesis", existing)).code == 4);
    CHECK(std::distance(std::filesystem::directory_iterator(folder / "thesis"), {}) == 1);
  }
}

TEST_CASE("a run that cannot be built leaves no folder behind") {
  const ScratchFolder folder;
  const auto said = run_quietly(recurrence("impossible: true"), in(folder / "a" / "b"));
  CHECK(said.code == 2);
  CHECK(contains(said.err, "error: recurrence: impossible is set"));
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a term that is not finite stops the run, names itself and the step, and keeps the good checkpoint") {
  const ScratchFolder folder;
  const auto config = recurrence("steps: 50\nnan_at: 37\ncheckpoint_every: 0");
  const auto said = run_quietly(config, in(folder / "run"));
  CHECK(said.code == 1);
  CHECK(contains(said.err, "the term 'bend' is not finite (raw nan, weighted nan) at step 37"));
  CHECK(status_of(folder / "run") == "diverged");
  CHECK(run::read_checkpoint(run::Layout(folder / "run").checkpoint).step == 37);
  const auto summary = run::summary(folder / "run");
  CHECK(summary.status == "diverged");
  REQUIRE_FALSE(summary.metrics.empty());
  CHECK(std::isfinite(summary.metrics[0].value));
  CHECK(run::open(folder / "run").experiment->surface(3).positions.size() == 9);
}

TEST_CASE("exceptions in a step: failed, with the reason") {
  const ScratchFolder folder;
  const auto thrown = run_quietly(recurrence("steps: 9\nthrow_at: 4"), in(folder / "thrown"));
  CHECK(thrown.code == 1);
  CHECK(contains(thrown.err, "step 4: the solver lost its way"));
  CHECK(status_of(folder / "thrown") == "failed");
  CHECK(run::summary(folder / "thrown").status == "failed");
  CHECK(run::read_series(folder / "thrown" / "series.jsonl").steps.size() == 4);
  const auto exhausted = run_quietly(recurrence("steps: 9\nexhaust_at: 4"), in(folder / "exhausted"));
  CHECK(exhausted.code == 1);
  CHECK(contains(exhausted.err, "out of memory at step 4"));
}

TEST_CASE("a run that cannot be measured fails at the end, with its state saved") {
  const ScratchFolder folder;
  const auto said = run_quietly(recurrence("steps: 9\nunmeasurable: true"), in(folder / "run"));
  CHECK(said.code == 1);
  CHECK(contains(said.err, "no measure"));
  CHECK(run::read_checkpoint(run::Layout(folder / "run").checkpoint).step == 9);
}

TEST_CASE("a damaged checkpoint: the one before serves, and the end is the same") {
  const ScratchFolder folder;
  const auto config = recurrence("steps: 40\ncheckpoint_every: 0");
  REQUIRE(run_quietly(config, in(folder / "whole")).code == 0);
  {
    const SignalAt at(19, SIGINT);
    REQUIRE(run_quietly(config, in(folder / "run")).code == 75);
  }
  const run::Layout layout(folder / "run");
  io::write_file(layout.checkpoint, io::read_file(layout.checkpoint).substr(0, 2000));
  const auto said = run_quietly(config, in(folder / "run", Existing::resume));
  CHECK(said.code == 0);
  CHECK(contains(said.err, "warning: "));
  CHECK(final_state(folder / "run") == final_state(folder / "whole"));
  CHECK(values_of(folder / "run") == values_of(folder / "whole"));
}

TEST_CASE("a disk that fills up: the run goes on, fails at the end, damages nothing and can be resumed") {
  const ScratchFolder folder;
  const auto config = recurrence("steps: 400\nsize: 4000\ncheckpoint_every: 0\n");
  const auto path = folder / "run";
  const run::Layout layout(path);
  {
    std::optional<FileSizeLimit> limit;
    Recurrence::global_before_step = [&](std::int64_t step) {
      if (step == 5) limit.emplace(20'000);
    };
    const auto said = run_quietly(config, in(path));
    Recurrence::global_before_step = nullptr;
    CHECK(said.code == 1);
    CHECK(contains(said.err, "the run goes on and tries again"));
    CHECK(contains(said.err, "error: step 400: cannot write " + path.string()));
  }
  CHECK(status_of(path) == "failed");
  CHECK(run::read_checkpoint(layout.checkpoint).step == 5);
  CHECK(run::read_checkpoint(layout.previous_checkpoint).step == 4);
  CHECK(run::summary(path).epochs <= 5);
  CHECK(run_quietly(config, in(path, Existing::resume)).code == 0);
  REQUIRE(run_quietly(config, in(folder / "whole")).code == 0);
  CHECK(final_state(path) == final_state(folder / "whole"));
  CHECK(values_of(path) == values_of(folder / "whole"));
}

TEST_CASE("a disk that is full when a run is resumed: what was there stays") {
  const ScratchFolder folder;
  const auto config = recurrence("steps: 40\nsize: 4000");
  {
    const SignalAt at(3, SIGINT);
    REQUIRE(run_quietly(config, in(folder / "run")).code == 75);
  }
  const auto result = io::read_file(folder / "run" / "run.h5"), checkpoint = io::read_file(folder / "run" / "checkpoint.h5");
  {
    const FileSizeLimit limit(1000);
    CHECK(run_quietly(config, in(folder / "run", Existing::resume)).code == 1);
  }
  CHECK(io::read_file(folder / "run" / "run.h5") == result);
  CHECK(io::read_file(folder / "run" / "checkpoint.h5") == checkpoint);
  CHECK(run_quietly(config, in(folder / "run", Existing::resume)).code == 0);
}

TEST_CASE("a finished run whose result was cut off is measured again") {
  const ScratchFolder folder;
  const auto config = recurrence("steps: 10");
  REQUIRE(run_quietly(config, in(folder / "run")).code == 0);
  const auto file = folder / "run" / "run.h5";
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  CHECK_FALSE(run::is_result(file));
  CHECK(run_quietly(config, in(folder / "run", Existing::resume)).code == 0);
  CHECK(run::summary(file).status == "done");
  CHECK(run::summary(file).epochs == 10);
}

TEST_CASE("open() gives the trained state, of a folder and of a result file") {
  const ScratchFolder folder;
  REQUIRE(run_quietly(recurrence("steps: 10"), in(folder / "run")).code == 0);
  auto loaded = run::open(folder / "run");
  CHECK(loaded.config.sha256 == recurrence("steps: 10").sha256);
  CHECK(loaded.experiment->evaluate().metrics[0].value == run::summary(folder / "run").metrics[0].value);
  CHECK(run::open(folder / "run" / "run.h5").experiment->surface(5).positions.size() == 25);
  CHECK_THROWS_AS(run::open(folder / "absent"), config::Error);
  CHECK_THROWS_AS(run::summary(folder / "absent"), config::Error);
  std::filesystem::remove(folder / "run" / "checkpoint.h5");
  std::filesystem::remove(folder / "run" / "checkpoint.previous.h5");
  CHECK_THROWS_AS(run::open(folder / "run"), config::Error);
}

TEST_CASE("h5py and pandas read run.h5, VTK its meshes") {
  if (!python_has("h5py, pandas, vtkmodules.vtkIOHDF")) {
    MESSAGE("skipped: the system's python3 lacks h5py, pandas or VTK");
    return;
  }
  const ScratchFolder folder;
  REQUIRE(run_quietly(recurrence("steps: 30"), in(folder / "run")).code == 0);
  const std::string script = R"(
import sys, h5py, pandas
from vtkmodules.vtkIOHDF import vtkHDFReader
path = sys.argv[1]
with h5py.File(path + "/run.h5") as f:
    a = f.attrs
    assert a["schema"] == "plisse/run/1" and a["status"] == "done" and a["software_version"] == "1.2.3"
    assert len(a["config_sha256"]) == 64 and a["date"].endswith("Z") and a["run_id"].startswith("recurrence-")
    t = pandas.DataFrame(f["series/train"][:])
    assert list(t.columns) == ["step", "time_s", "total", "strain", "bend", "strain_weighted", "bend_weighted", "grad_norm", "lr"]
    assert len(t) == 30 and t.step.iloc[-1] == 29 and (t.bend_weighted == 2 * t.bend).all() and t.time_s.is_monotonic_increasing
    m = pandas.DataFrame(f["metrics/final"][:])
    assert list(m.columns) == ["name", "value", "unit", "better", "samples", "definition"] and m.name[0] == b"mean"
    assert "experiment: recurrence" in f["config/resolved_yaml"].asstr()[()] and f["config/overrides"].asstr()[()] == ""
    assert f["provenance"].attrs["git_sha"] == "0123abc" and f["budget"].attrs["parameters"] == 20
    assert {"wall_s", "step_ms_p50", "step_ms_p95", "peak_rss_bytes", "peak_device_bytes"} <= set(f["timing"].attrs)
    assert f["model"].attrs["encoding"] == "none" and f["model/parameters/recurrence/x"].shape == (20,)
    assert f["sampling/density"].shape == (2, 2) and set(f["meshes"]) == {"reference", "final", "body"}
lines = pandas.read_json(path + "/series.jsonl", lines=True, precise_float=True)
assert len(lines) == 30 and list(lines.columns) == list(t.columns) and (lines.strain == t.strain).all()
for name in ["run.h5", "view.vtkhdf"]:
    reader = vtkHDFReader()
    reader.SetFileName(path + "/" + name)
    reader.Update()
    assert reader.GetOutput().GetNumberOfPoints() == 16 and reader.GetOutput().GetNumberOfCells() == 18
)";
  CHECK(python(script, folder / "run") == 0);
}

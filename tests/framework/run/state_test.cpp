// SPDX-License-Identifier: Apache-2.0
#include "framework/run/state.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "framework/io/atomic_file.hpp"
#include "framework/run/folder.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using plisse::tests::ScratchFolder;

TEST_CASE("a state comes back as it was written") {
  const ScratchFolder folder;
  auto state = run::own_state();
  state.status = run::Status::diverged;
  state.run_id = "drape-0123456789";
  state.config_sha256 = "abc";
  state.step = 12;
  state.steps = 1'000'000'000'000;
  state.message = "the term \"bend\"\nis not finite \xff";
  run::write_state(folder / "state.json", state);
  const auto read = run::read_state(folder / "state.json");
  REQUIRE(read);
  CHECK(read->status == run::Status::diverged);
  CHECK(read->run_id == state.run_id);
  CHECK(read->config_sha256 == state.config_sha256);
  CHECK(read->steps == state.steps);
  CHECK(read->pid == getpid());
  CHECK(read->process_start == state.process_start);
  CHECK(read->heartbeat == state.heartbeat);
  CHECK(read->message.substr(0, 30) == state.message.substr(0, 30));
}

TEST_CASE("an absent or damaged state is none") {
  const ScratchFolder folder;
  CHECK_FALSE(run::read_state(folder / "state.json"));
  io::write_file(folder / "state.json", "{\"status\": \"runn");
  CHECK_FALSE(run::read_state(folder / "state.json"));
  io::write_file(folder / "state.json", "{\"status\": \"sleeping\"}");
  CHECK_FALSE(run::read_state(folder / "state.json"));
}

TEST_CASE("only a living owner is running") {
  auto state = run::own_state();
  CHECK(run::effective_status(state) == run::Status::running);
  SUBCASE("a recycled pid") {
    ++state.process_start;
    CHECK(run::effective_status(state) == run::Status::interrupted);
  }
  SUBCASE("a machine that was started anew") {
    state.boot = "another";
    CHECK(run::effective_status(state) == run::Status::interrupted);
  }
  SUBCASE("a process that is gone") {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
    state.pid = child;
    CHECK(run::effective_status(state) == run::Status::interrupted);
  }
  SUBCASE("another machine, by its heartbeat") {
    state.host = "elsewhere";
    CHECK(run::effective_status(state) == run::Status::running);
    state.heartbeat -= 3600;
    CHECK(run::effective_status(state) == run::Status::interrupted);
  }
  SUBCASE("a finished run stays finished") {
    state.status = run::Status::done;
    ++state.process_start;
    CHECK(run::effective_status(state) == run::Status::done);
  }
}

TEST_CASE("a layout is the same for the folder and its result file") {
  const ScratchFolder folder;
  CHECK(run::Layout(folder.path()).state == folder / "state.json");
  CHECK(run::Layout(folder.path() / "").state == folder / "state.json");
  CHECK(run::Layout(folder / "run.h5").state == folder / "state.json");
}

TEST_CASE("a folder is recognised by what it holds") {
  const ScratchFolder folder;
  const run::Layout layout(folder.path());
  CHECK(run::contents_of(run::Layout(folder / "absent")) == run::Contents::absent);
  CHECK(run::contents_of(layout) == run::Contents::empty);
  std::ofstream(layout.lock) << "";
  std::ofstream(folder / ".state.json.77-0.tmp") << "";
  CHECK(run::contents_of(layout) == run::Contents::empty);
  std::ofstream(folder / "thesis.tex") << "";
  CHECK(run::contents_of(layout) == run::Contents::foreign);
  std::ofstream(layout.state) << "";
  CHECK(run::contents_of(layout) == run::Contents::run);
}

TEST_CASE("differences name the keys, however deep") {
  const std::string before = "train:\n  epochs: 100\n  rate: 1\nlist:\n  - {a: 1}\n  - {a: 2}\nold: x\n";
  const std::string after = "list: [{a: 1}, {a: 3}]\nnew: {}\ntrain: {rate: 1, epochs: 200}\n";
  CHECK(run::differences(before, after) ==
        "  list[1].a: 2 -> 3\n  new: (absent) -> {}\n  old: x -> (absent)\n  train.epochs: 100 -> 200\n");
  CHECK(run::differences(before, before).empty());
}

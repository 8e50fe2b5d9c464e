// SPDX-License-Identifier: Apache-2.0
// Runs killed without warning, and folders that two processes want.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>

#include "capture.hpp"
#include "framework/run/archive_io.hpp"
#include "framework/run/checkpoint.hpp"
#include "framework/run/series.hpp"
#include "framework/run/state.hpp"
#include "recurrence.hpp"

using namespace plisse;
using namespace plisse::tests;
using Existing = run::RunOptions::Existing;

namespace {

// A run in a process of its own.
class Child {
 public:
  Child(const config::RunConfig& config, const std::filesystem::path& folder, Existing existing) : pid_(fork()) {
    if (pid_ != 0) return;
    run::RunOptions options;
    options.folder = folder;
    options.existing = existing;
    if (!std::freopen("/dev/null", "w", stdout) || !std::freopen("/dev/null", "w", stderr)) _exit(99);
    _exit(run::run(config, options));
  }
  ~Child() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void signal(int number) const { kill(pid_, number); }
  // The exit code, or minus the signal that ended it.
  int wait() {
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t pid_;
};

template <class Condition>
bool eventually(Condition&& condition) {
  for (int i = 0; i < 2000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

std::uint64_t final_state(const std::filesystem::path& folder) {
  return run::checksum(run::read_checkpoint(run::Layout(folder).checkpoint).state);
}

void check_readable(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / "run.h5")) return;
  CHECK_NOTHROW(run::summary(folder));
  CHECK_NOTHROW(run::find_checkpoint(run::Layout(folder)));
}

}  // namespace

TEST_CASE("killed at random moments and resumed each time, a run ends as if nothing had happened") {
  const ScratchFolder folder;
  const auto config = recurrence("steps: 300\nsleep_us: 1000\ncheckpoint_every: 0.004");
  const auto whole = folder / "whole", killed = folder / "killed";
  REQUIRE(run_quietly(config, {whole, Existing::refuse, {}, false, {}}).code == 0);
  std::mt19937 random(20240229);
  int kills = 0;
  for (int attempt = 0; attempt < 12; ++attempt) {
    Child child(config, killed, Existing::resume);
    std::this_thread::sleep_for(std::chrono::microseconds(1000 + random() % 64000));
    child.signal(SIGKILL);
    const int code = child.wait();
    check_readable(killed);
    if (code == 0) break;
    ++kills;
    const auto state = run::read_state(run::Layout(killed).state);
    if (state) CHECK(run::effective_status(*state) == run::Status::interrupted);
  }
  CHECK(kills >= 5);
  REQUIRE(Child(config, killed, Existing::resume).wait() == 0);
  CHECK(final_state(killed) == final_state(whole));
  const auto a = run::read_series(whole / "series.jsonl"), b = run::read_series(killed / "series.jsonl");
  REQUIRE(a.steps == b.steps);
  for (std::size_t row = 0; row < a.steps.size(); ++row)
    for (std::size_t column = 1; column < a.columns.size(); ++column) REQUIRE(a.at(row, column) == b.at(row, column));
  for (const auto& entry : std::filesystem::directory_iterator(killed)) CHECK_FALSE(io::is_temporary(entry.path().filename().string()));
}

TEST_CASE("a folder in use by a living process is refused, whatever the flags") {
  const ScratchFolder folder;
  const auto config = recurrence("steps: 100000\nsleep_us: 1000");
  Child child(config, folder / "run", Existing::refuse);
  REQUIRE(eventually([&] { return std::filesystem::exists(folder / "run" / "view.vtkhdf"); }));
  CHECK(run::effective_status(*run::read_state(folder / "run" / "state.json")) == run::Status::running);
  for (const auto existing : {Existing::refuse, Existing::resume, Existing::restart}) {
    const auto said = run_quietly(config, {folder / "run", existing, {}, false, {}});
    CHECK(said.code == 4);
    CHECK(contains(said.err, "is in use by a running process (pid "));
  }
  child.signal(SIGTERM);
  CHECK(child.wait() == 75);
  CHECK(run::read_state(folder / "run" / "state.json")->status == run::Status::interrupted);
}

TEST_CASE("the second signal ends the process at once") {
  const ScratchFolder folder;
  Recurrence::global_before_step = [&](std::int64_t) { io::write_file(folder / "stepping", ""); };
  Child child(recurrence("steps: 10\nsleep_us: 30000000"), folder / "run", Existing::refuse);
  Recurrence::global_before_step = nullptr;
  REQUIRE(eventually([&] { return std::filesystem::exists(folder / "stepping"); }));
  child.signal(SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  child.signal(SIGINT);
  CHECK(child.wait() == -SIGINT);
  check_readable(folder / "run");
  CHECK(run::effective_status(*run::read_state(folder / "run" / "state.json")) == run::Status::interrupted);
}

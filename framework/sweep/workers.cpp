// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/workers.hpp"

#include <fmt/format.h>
#include <string.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <deque>
#include <fstream>
#include <map>
#include <system_error>
#include <thread>

#include "framework/run/checkpoint.hpp"
#include "framework/run/driver.hpp"
#include "framework/run/session.hpp"
#include "framework/run/signals.hpp"
#include "framework/sweep/process.hpp"
#include "framework/sweep/progress.hpp"

namespace plisse::sweep {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds pause(20);
constexpr std::size_t shown_lines = 6;

class Workers {
 public:
  Workers(const Plan& plan, const std::vector<std::size_t>& chosen, const fs::path& folder, const WorkerOptions& options)
      : plan_(plan), chosen_(chosen), folder_(folder), options_(options), progress_(options.workers), views_(chosen.size()) {
    outcome_.runs.resize(chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      ids_.push_back(planned(i).id);
      admit(i);
    }
    say_what_is_left_out();
  }

  SweepOutcome run() {
    while (!running_.empty() || (!stopping_ && !queue_.empty())) {
      listen();
      start();
      collect();
      show();
      std::this_thread::sleep_for(pause);
    }
    outcome_.interrupted = signals_.received() != 0;
    return std::move(outcome_);
  }

 private:
  const PlannedRun& planned(std::size_t i) const { return plan_.runs[chosen_[i]]; }
  fs::path folder_of(std::size_t i) const { return folder_ / ids_[i]; }
  fs::path log_of(std::size_t i) const { return folder_ / "logs" / (ids_[i] + ".log"); }
  bool is_beyond_resuming(std::size_t i) const {
    const auto found = run::find_checkpoint(run::Layout(folder_of(i)));
    return !found.checkpoint && !found.warnings.empty();
  }
  void look_at(std::size_t i) { views_[i] = look(folder_of(i), planned(i).sha256); }

  // Queues a run, or notes why it needs nothing.
  void admit(std::size_t i) {
    look_at(i);
    RunOutcome& run = outcome_.runs[i];
    run.standing = views_[i].standing;
    run.message = views_[i].message;
    if (run.standing == Standing::refused) {
      run.message = another_configuration(folder_, planned(i));
      run.is_new = true;
      return progress_.note("refused: " + run.message);
    }
    const bool failed_before = is_failure(run.standing);
    if (run.standing == Standing::done || (failed_before && !options_.retry_failed)) return;
    restart_[i] = run.standing == Standing::diverged || (options_.retry_failed && is_beyond_resuming(i));
    queue_.push_back(i);
  }

  void say_what_is_left_out() {
    const auto is_left_out = [&](const RunOutcome& run) { return is_failure(run.standing) && run.standing != Standing::refused; };
    std::size_t left_out = 0;
    for (std::size_t i = 0; i < ids_.size(); ++i) left_out += is_left_out(outcome_.runs[i]) && !restart_.contains(i);
    if (left_out > 0)
      progress_.note(fmt::format("{} run{} failed before and {} left out; --retry-failed makes them again", left_out,
                                 left_out == 1 ? "" : "s", left_out == 1 ? "is" : "are"));
  }

  void listen() {
    if (stopping_ || signals_.received() == 0) return;
    progress_.note(fmt::format("SIG{}: the workers save and stop; a further signal ends them at once", sigabbrev_np(signals_.received())));
    stop();
  }

  void stop() {
    stopping_ = true;
    for (const auto& [i, process] : running_) process.signal(SIGTERM);
  }

  // A run that a worker of a killed sweep still finishes waits for that worker's end; the others go first.
  void start() {
    for (std::size_t tried = queue_.size(); tried > 0 && !stopping_ && running_.size() < std::size_t(options_.workers); --tried) {
      const std::size_t i = queue_.front();
      queue_.pop_front();
      look_at(i);
      if (views_[i].standing == Standing::running) wait_for(i);
      else if (views_[i].standing == Standing::done) finish(i, {Standing::done, {}, true});
      else start(i);
    }
  }

  void wait_for(std::size_t i) {
    if (waiting_[i] != views_[i].pid)
      progress_.note(fmt::format("{} is still in use by process {}: waiting for its end", ids_[i], views_[i].pid));
    waiting_[i] = views_[i].pid;
    queue_.push_back(i);
  }

  void start(std::size_t i) {
    const std::vector<std::string> arguments{"plisse",
                                             "run",
                                             configuration_file(folder_, ids_[i]).string(),
                                             "-o",
                                             folder_of(i).string(),
                                             restart_[i] ? "--restart" : "--resume",
                                             "--name",
                                             ids_[i].substr(0, ids_[i].rfind('-')),
                                             "--threads",
                                             std::to_string(options_.threads),
                                             "--device",
                                             options_.device};
    try {
      running_.emplace(i, Process(arguments, log_of(i)));
    } catch (const std::system_error& error) {
      finish(i, {Standing::failed, error.what(), true});
    }
  }

  void collect() {
    for (auto it = running_.begin(); it != running_.end();) {
      const auto code = it->second.poll();
      if (!code) {
        ++it;
        continue;
      }
      const std::size_t i = it->first;
      it = running_.erase(it);
      ended(i, *code);
    }
  }

  void ended(std::size_t i, int code) {
    look_at(i);
    // it came too early: another process has the folder
    if (code == run::exit_code::refused && views_[i].standing == Standing::running) return wait_for(i);
    auto outcome = outcome_of(code, views_[i], log_of(i), stopping_);
    if (outcome.standing == Standing::failed && is_beyond_resuming(i))
      outcome.message = "none of its checkpoints can be read; --retry-failed makes it from its beginning";
    finish(i, std::move(outcome));
  }

  void finish(std::size_t i, RunOutcome outcome) {
    views_[i].standing = outcome.standing;
    outcome.is_new = true;
    outcome_.runs[i] = std::move(outcome);
    report(i);
    if (is_failure(outcome_.runs[i].standing) && options_.fail_fast && !stopping_) {
      progress_.note("--fail-fast: the other workers save and stop");
      stop();
    }
  }

  void report(std::size_t i) {
    const RunOutcome& run = outcome_.runs[i];
    auto text = fmt::format("{}: {}{}{}", ids_[i], name_of(run.standing), run.message.empty() ? "" : ": ", run.message);
    if (is_failure(run.standing)) {
      const std::string lines = last_lines(log_of(i), shown_lines);
      text += fmt::format("\n  last lines of {}:\n{}", log_of(i).string(), lines.empty() ? "  (none)" : lines);
    }
    progress_.note(text);
  }

  void show() {
    const double now = run::steady_now();
    if (!progress_.is_due(now)) return;
    for (const auto& [i, process] : running_) {
      look_at(i);
      views_[i].standing = Standing::running;
    }
    progress_.update(now, ids_, views_);
  }

  const Plan& plan_;
  const std::vector<std::size_t>& chosen_;
  const fs::path folder_;
  const WorkerOptions& options_;
  const run::SignalWatch signals_;
  Progress progress_;
  std::vector<std::string> ids_;
  std::vector<RunView> views_;
  SweepOutcome outcome_;
  std::deque<std::size_t> queue_;
  std::map<std::size_t, Process> running_;
  std::map<std::size_t, bool> restart_;          // queued runs, and whether from their beginning
  std::map<std::size_t, std::int64_t> waiting_;  // for which process, so that it is said once
  bool stopping_ = false;
};

// The last error that its log tells, otherwise the log's last line.
std::string refused_text(const fs::path& log) {
  const std::string lines = last_lines(log, shown_lines), mark = "  | ";
  if (lines.empty()) return "refused before it began";
  const std::size_t error = lines.rfind(mark + "error: "), last = lines.rfind(mark);
  const std::size_t start = (error != std::string::npos ? error : last) + mark.size();
  return "refused before it began: " + lines.substr(start, lines.find('\n', start) - start);
}

RunOutcome killed(int signal, const fs::path& log, bool stopping) {
  if (stopping) return {Standing::interrupted, fmt::format("ended by SIG{}", sigabbrev_np(signal)), true};
  const char* const guess = signal == SIGKILL ? "; the system may have been out of memory" : "";
  return {Standing::failed,
          fmt::format("killed by SIG{}{}; see {}; the same command resumes it", sigabbrev_np(signal), guess, log.string()), true};
}

}  // namespace

RunOutcome outcome_of(int code, const RunView& view, const fs::path& log, bool stopping) {
  if (code < 0) return killed(-code, log, stopping);
  switch (code) {
    case run::exit_code::done:
      return {Standing::done, {}, true};
    case run::exit_code::interrupted:
      return {Standing::interrupted, "stopped and saved", true};
    case run::exit_code::refused:
      return {Standing::refused, "its folder holds something else", true};
    case run::exit_code::configuration:
      return {Standing::failed, refused_text(log), true};
    default:
      break;
  }
  if (code == run::exit_code::failed && is_failure(view.standing)) return {view.standing, view.message, true};
  return {Standing::failed, fmt::format("the worker ended with exit code {}", code), true};
}

std::string last_lines(const fs::path& file, std::size_t lines) {
  constexpr std::streamoff most_bytes = 8192;
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  if (!stream) return {};
  stream.seekg(std::max<std::streamoff>(0, std::streamoff(stream.tellg()) - most_bytes));
  std::deque<std::string> last;
  for (std::string line; std::getline(stream, line);) {
    last.push_back("  | " + line);
    if (last.size() > lines) last.pop_front();
  }
  std::string text;
  for (const std::string& line : last) text += (text.empty() ? "" : "\n") + line;
  return text;
}

SweepOutcome make_runs(const Plan& plan, const std::vector<std::size_t>& chosen, const fs::path& folder, const WorkerOptions& options) {
  return Workers(plan, chosen, folder, options).run();
}

}  // namespace plisse::sweep

// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session.hpp"

#include <fmt/format.h>
#include <string.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <new>
#include <utility>

#include "framework/config/error.hpp"
#include "framework/io/atomic_file.hpp"
#include "framework/run/memory.hpp"

namespace plisse::run {
namespace {

constexpr double write_interval = 0.2, heartbeat_interval = 5;  // [s]
// A result is measured no more often than keeps it below a twentieth of the time, however short the checkpoint interval.
constexpr double measuring_share = 20;

Checkpoint resume(const Layout& layout, const std::string& config_sha256, Experiment& experiment, std::vector<std::string>& notes) {
  auto found = find_checkpoint(layout);
  for (const auto& warning : found.warnings) notes.push_back("warning: " + warning);
  if (!found.checkpoint) {
    if (!found.warnings.empty()) throw std::runtime_error(found.warnings.front() + "; start afresh with --restart");
    notes.emplace_back("there is no checkpoint yet: starting afresh");
    return {};
  }
  if (found.checkpoint->config_sha256 != config_sha256)
    throw Refused(found.file.string() + " belongs to another configuration; replace it with --restart");
  experiment.load(found.checkpoint->state);
  if (found.file != layout.checkpoint) std::filesystem::rename(found.file, layout.checkpoint);
  notes.push_back(fmt::format("resuming at step {}", found.checkpoint->step));
  found.checkpoint->state = {};
  return std::move(*found.checkpoint);
}

void remove_run(const Layout& layout) {
  for (const auto& file : {layout.checkpoint, layout.previous_checkpoint, layout.series, layout.evaluations, layout.log, layout.result})
    std::filesystem::remove(file);
}

}  // namespace

double steady_now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::string non_finite(const StepReport& report) {
  for (const auto& term : report.terms)
    if (!std::isfinite(term.raw) || !std::isfinite(term.weighted))
      return fmt::format("the term '{}' is not finite (raw {}, weighted {})", term.name, term.raw, term.weighted);
  if (!std::isfinite(report.total)) return fmt::format("the total of the terms is not finite ({})", report.total);
  if (!std::isfinite(report.gradient_norm)) return fmt::format("the norm of the gradient is not finite ({})", report.gradient_norm);
  return {};
}

Session::Session(const config::RunConfig& config, const RunOptions& options, const Layout& layout, const SignalWatch& signals, Start start,
                 std::unique_ptr<Experiment> experiment, std::int64_t bytes_peak, double begin)
    : config_(config),
      options_(options),
      layout_(layout),
      signals_(signals),
      experiment_(std::move(experiment)),
      steps_(experiment_->steps()),
      bytes_peak_(bytes_peak),
      interval_(experiment_->checkpoint_interval()),
      begin_(begin),
      state_(own_state()) {
  io::remove_stale_temporaries(layout.folder);
  std::vector<std::string> notes;
  if (start == Start::resume) progress_so_far_ = resume(layout, config.sha256, *experiment_, notes);
  if (start == Start::replace) remove_run(layout);
  step_ = progress_so_far_.step;
  elapsed_ = progress_so_far_.elapsed_s;
  saved_step_ = start == Start::resume && step_ > 0 ? step_ : -1;
  state_.run_id = run_id(config);
  state_.config_sha256 = config.sha256;
  state_.steps = steps_;
  beat();  // the first file of a new run: it tells its folder from others
  series_.emplace(layout.series, step_);
  if (experiment_->evaluation_interval() > 0) evaluations_.emplace(layout.evaluations, step_ + 1);
  progress_.emplace(layout.log, step_, steps_);
  progress_->note(
      fmt::format("{}: {} steps, {} parameters, in {}", state_.run_id, steps_, experiment_->budget().parameters, layout.folder.string()));
  for (const auto& note : notes) progress_->note(note);
  for (const auto& note : experiment_->notes()) progress_->note("note: " + note);
}

int Session::run() {
  try {
    begin_run();
    return train();
  } catch (const std::bad_alloc&) {
    return fail(fmt::format("out of memory at step {}; lower the number of samples, the resolution or the network's size", step_));
  } catch (const std::exception& error) {
    return fail(fmt::format("step {}: {}", step_, error.what()));
  }
}

void Session::begin_run() {
  io::write_file(layout_.config, config_.yaml);
  if (saved_step_ < 0) checkpoint();
  if (is_result(layout_.result)) amend_result(layout_, result(nullptr));
  else write_result(layout_, result(nullptr));
  write_view(layout_);
  take_measurements();
  written_ = saved_ = measured_ = steady_now();
}

int Session::train() {
  for (;;) {
    const auto why = reason_to_stop(steady_now());
    if (step_ >= steps_) return finish();
    if (!why.empty()) return stop(why);
    step();
    const auto trouble = non_finite(report_);
    if (!trouble.empty()) return diverge(trouble);
    ++step_;
    take_measurements();
    if (!report_.stop.empty()) {
      state_.message = report_.stop;
      progress_->note(fmt::format("the optimizer stopped after step {}: {}", step_, report_.stop));
      return finish();
    }
    housekeeping(steady_now());
  }
}

void Session::step() {
  const double begin = steady_now();
  report_ = experiment_->step(step_);
  elapsed_ += steady_now() - begin;
  series_->add(step_, elapsed_, report_);
}

// At the start, after every so many steps and at the end.  Training time does not count them.
void Session::take_measurements() {
  if (!evaluations_) return;
  const auto& known = evaluations_->data().steps;
  const bool due = step_ % experiment_->evaluation_interval() == 0 || step_ == steps_ || !report_.stop.empty();
  if (!due || (!known.empty() && known.back() >= step_)) return;
  evaluations_->add(step_, elapsed_, experiment_->measurements());
  attempt("log the measurements", [this] { evaluations_->write(); });
}

std::string Session::reason_to_stop(double now) const {
  if (const int signal = signals_.received()) return fmt::format("stopped by SIG{}", sigabbrev_np(signal));
  if (options_.time_limit && now - begin_ >= *options_.time_limit)
    return fmt::format("the time limit of {} is reached", clock_text(*options_.time_limit));
  return {};
}

void Session::housekeeping(double now) {
  progress_->update(step_, now, report_);
  if (now - written_ >= write_interval) {
    written_ = now;
    attempt("log the steps", [this] { series_->write(); });
  }
  if (now - beaten_ >= heartbeat_interval) attempt("say that the run goes on", [this] { beat(); });
  if (step_ >= steps_ || now - saved_ < interval_) return;
  attempt("write a checkpoint", [this] { checkpoint(); });
  if (now - measured_ >= measuring_share * measure_cost_) attempt("write the result", [this] { measure(Status::running); });
  saved_ = steady_now();
}

// What fails for lack of space in the middle of a run may work the next time: nothing of what is there already is lost.
template <class Action>
void Session::attempt(const std::string& what, Action&& action) {
  try {
    action();
    troubles_.erase(what);
  } catch (const io::FileError& error) {
    if (std::exchange(troubles_[what], error.what()) == error.what()) return;
    progress_->warn(fmt::format("cannot {}: {}; the run goes on and tries again", what, error.what()));
  }
}

void Session::checkpoint() {
  series_->sync();
  if (evaluations_) evaluations_->sync();
  Checkpoint next{step_, elapsed_, progress_so_far_.wall_s + steady_now() - begin_, config_.sha256, {}};
  experiment_->save(next.state);
  write_checkpoint(layout_, next);
  saved_step_ = step_;
}

void Session::measure(Status status) {
  const double begin = steady_now();
  const MappedBlocks mapped;
  const auto outcome = experiment_->evaluate();
  release_free_memory();
  state_.status = status;
  write_result(layout_, result(&outcome));
  measured_ = steady_now();
  measure_cost_ = measured_ - begin;
}

void Session::beat() {
  state_.heartbeat = unix_time();
  state_.step = step_;
  write_state(layout_.state, state_);
  beaten_ = steady_now();
}

Result Session::result(const Outcome* outcome) const {
  const Timing timing{progress_so_far_.wall_s + steady_now() - begin_, series_->step_ms(0.5), series_->step_ms(0.95), step_};
  const auto* evaluations = evaluations_ ? &evaluations_->data() : nullptr;
  return {state_.status, state_.message, config_, options_.provenance, experiment_->budget(), timing, series_->data(), evaluations, outcome,
          bytes_peak_};
}

int Session::finish() {
  if (saved_step_ != step_) checkpoint();
  progress_->finish();
  measure(Status::done);
  return close(Status::done, "", exit_code::done);
}

int Session::stop(const std::string& why) {
  progress_->note(fmt::format("{} at step {}: saving; a further signal ends it at once", why, step_));
  checkpoint();
  state_.status = Status::interrupted;
  try {
    measure(Status::interrupted);
  } catch (const std::exception& error) {
    progress_->warn(fmt::format("the state is saved, but the result cannot be measured: {}", error.what()));
    amend("");
  }
  return close(Status::interrupted, why + "; continue with --resume", exit_code::interrupted);
}

int Session::diverge(const std::string& what) {
  state_.status = Status::diverged;
  const auto message = fmt::format(
      "{} at step {}; the checkpoint of step {} stays. Lower optimizer.learning_rate or the weight of that term, or set precision: double",
      what, step_, saved_step_);
  amend(message);
  return close(Status::diverged, "error: " + message, exit_code::failed);
}

int Session::fail(const std::string& what) {
  state_.status = Status::failed;
  amend(what);
  return close(Status::failed, "error: " + what, exit_code::failed);
}

// The result file learns what happened and keeps what was measured before.
void Session::amend(const std::string& message) {
  state_.message = message;
  attempt("log the steps", [this] { series_->sync(); });
  try {
    if (is_result(layout_.result)) amend_result(layout_, result(nullptr));
  } catch (const std::exception& error) {
    progress_->warn(fmt::format("cannot update {}: {}", layout_.result.string(), error.what()));
  }
}

int Session::close(Status status, const std::string& message, int code) {
  state_.status = status;
  attempt("write the state", [this] { beat(); });
  if (!message.empty()) progress_->note(message);
  progress_->finish();
  try {
    const auto summary = run::summary(layout_.result);
    std::fputs((options_.json ? summary_json(layout_, summary, message) : summary_text(layout_, summary)).c_str(), stdout);
    std::fflush(stdout);
  } catch (const std::exception& error) {
    progress_->warn(error.what());
  }
  return code;
}

}  // namespace plisse::run

// SPDX-License-Identifier: Apache-2.0
// One process's share of a run: from a built experiment and a locked folder to an exit code.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "framework/run/admission.hpp"
#include "framework/run/checkpoint.hpp"
#include "framework/run/driver.hpp"
#include "framework/run/progress.hpp"
#include "framework/run/result.hpp"
#include "framework/run/series.hpp"
#include "framework/run/signals.hpp"
#include "framework/run/state.hpp"

namespace plisse::run {

class Session {
 public:
  // Takes over the folder: a resumed experiment gets the state of the last checkpoint, a replaced run's files go.  `bytes_peak`: its peak
  // memory as stated beforehand; `begin`: steady clock when the process began with it [s].  Throws.
  Session(const config::RunConfig& config, const RunOptions& options, const Layout& layout, const SignalWatch& signals, Start start,
          std::unique_ptr<Experiment> experiment, std::int64_t bytes_peak, double begin);

  // Steps to the end, a signal, the time limit, a divergence or a failure; nothing is thrown.
  int run();

 private:
  void begin_run();
  int train();
  int finish();
  int stop(const std::string& why);
  int diverge(const std::string& what);
  int fail(const std::string& what);

  void step();
  void take_measurements();
  void housekeeping(double now);
  void checkpoint();
  void measure(Status status);
  void beat();
  void amend(const std::string& message);
  template <class Action>
  void attempt(const std::string& what, Action&& action);
  std::string reason_to_stop(double now) const;
  Result result(const Outcome* outcome) const;
  int close(Status status, const std::string& message, int code);

  const config::RunConfig& config_;
  const RunOptions& options_;
  const Layout layout_;
  const SignalWatch& signals_;
  std::unique_ptr<Experiment> experiment_;
  const std::int64_t steps_, bytes_peak_;
  const double interval_, begin_;  // [s]
  Checkpoint progress_so_far_;     // step, elapsed_s, wall_s before this process
  State state_;
  std::optional<Series> series_, evaluations_;
  std::optional<Progress> progress_;
  StepReport report_;
  std::int64_t step_ = 0, saved_step_ = -1;
  double elapsed_ = 0;                                          // in steps, over all processes [s]
  double written_ = 0, beaten_ = 0, saved_ = 0, measured_ = 0;  // when last done, steady clock [s]
  double measure_cost_ = 0;                                     // [s]
  std::map<std::string, std::string> troubles_;                 // by what was attempted: the last warning, so that one is not repeated
};

// Steady clock [s].
double steady_now();

// The first number of a report that is not finite, in words; empty where all are.
std::string non_finite(const StepReport& report);

}  // namespace plisse::run

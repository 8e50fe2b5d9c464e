// SPDX-License-Identifier: Apache-2.0
// What a run tells its user: messages on stderr and in log.txt, and how far it is (step, rate, ETA, energy, weighted terms): one live line
// on a terminal, a line every ten seconds elsewhere.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

#include "framework/run/experiment.hpp"

namespace plisse::run {

class Progress {
 public:
  // Starts at step `first` of `steps`; `color` of the bar needs a terminal, and no NO_COLOR.
  Progress(const std::filesystem::path& log, std::int64_t first, std::int64_t steps, std::FILE* out = stderr);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Called every step; shows something only when it is time.  now: a steady clock [s].
  void update(std::int64_t done, double now, const StepReport& report);
  // A message of its own line, on stderr and in the log.
  void note(const std::string& text);
  void warn(const std::string& text) { note("warning: " + text); }
  // Into the log alone.
  void log(const std::string& text);
  // Leaves the last live line standing.
  void finish();

 private:
  std::string line(std::int64_t done, double now, const StepReport& report) const;
  void show_live(const std::string& text);

  std::FILE* out_;
  int log_;
  std::int64_t first_, steps_;
  bool terminal_, color_, live_ = false;
  double begin_ = -1, shown_ = -1, logged_ = -1;  // [s]
};

// "1:02:03", "2:03" or "3 s".
std::string clock_text(double seconds);

}  // namespace plisse::run

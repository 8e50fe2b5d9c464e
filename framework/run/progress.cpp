// SPDX-License-Identifier: Apache-2.0
#include "framework/run/progress.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "framework/run/state.hpp"
#include "framework/run/terminal.hpp"

namespace plisse::run {
namespace {

constexpr double live_interval = 0.1, line_interval = 10;  // [s]
constexpr int bar_width = 20;

// A reader that has gone away is no reason to stop.
void say(std::FILE* out, const std::string& text) {
  std::fputs(text.c_str(), out);
  std::fflush(out);
}

std::string bar(double fraction) {
  const int full = int(std::clamp(fraction, 0.0, 1.0) * bar_width);
  return std::string(std::size_t(full), '#') + std::string(std::size_t(bar_width - full), '.');
}

}  // namespace

std::string clock_text(double seconds) {
  const auto s = std::int64_t(std::ceil(seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

Progress::Progress(const std::filesystem::path& log, std::int64_t first, std::int64_t steps, std::FILE* out)
    : out_(out),
      log_(open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)),
      first_(first),
      steps_(steps),
      terminal_(is_terminal(out)),
      color_(terminal_ && wants_color()) {}

Progress::~Progress() {
  finish();
  if (log_ >= 0) close(log_);
}

void Progress::update(std::int64_t done, double now, const StepReport& report) {
  if (begin_ < 0) begin_ = shown_ = logged_ = now;
  if (terminal_ && now - shown_ >= live_interval) {
    shown_ = now;
    show_live(line(done, now, report));
  }
  if (now - logged_ < line_interval) return;
  logged_ = now;
  const auto text = line(done, now, report);
  log(text);
  if (!terminal_) say(out_, text + "\n");
}

std::string Progress::line(std::int64_t done, double now, const StepReport& report) const {
  const double spent = now - begin_, rate = spent > 0 ? double(done - first_ - 1) / spent : 0;
  auto text = fmt::format("step {}/{}  {:.3g}/s  ETA {}  total {:.4g}", done, steps_, rate,
                          rate > 0 ? clock_text(double(steps_ - done) / rate) : "?", report.total);
  for (const auto& term : report.terms) text += fmt::format("  {} {:.3g}", term.name, term.weighted);
  return terminal_ ? bar(double(done) / double(steps_)) + "  " + text : text;
}

void Progress::show_live(const std::string& text) {
  const auto shown = text.substr(0, columns_of(out_) - 1);
  const auto split = std::min<std::size_t>(shown.size(), bar_width);
  if (color_) say(out_, fmt::format("\r\033[32m{}\033[0m{}\033[K", shown.substr(0, split), shown.substr(split)));
  else say(out_, fmt::format("\r{:<{}}", shown, columns_of(out_) - 1));
  live_ = true;
}

void Progress::finish() {
  if (live_) say(out_, "\n");
  live_ = false;
}

void Progress::note(const std::string& text) {
  finish();
  say(out_, text + "\n");
  log(text);
}

void Progress::log(const std::string& text) {
  const auto entry = utc_date() + "  " + text + "\n";
  if (log_ >= 0 && ::write(log_, entry.data(), entry.size()) < 0) return;  // the log is a courtesy: a full disk shows elsewhere
}

}  // namespace plisse::run

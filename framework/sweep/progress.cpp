// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/run/progress.hpp"
#include "framework/run/terminal.hpp"

namespace plisse::sweep {
namespace {

using run::columns_of, run::is_terminal, run::wants_color;

constexpr double live_interval = 0.5, line_interval = 10;  // [s]
constexpr int bar_width = 20;

// Share of the work that is done: whole runs, and the steps of those that have begun.
double share_of(const std::vector<RunView>& views) {
  double done = 0;
  for (const RunView& view : views)
    done += view.standing == Standing::done || is_failure(view.standing) ? 1 : view.steps > 0 ? double(view.step) / double(view.steps) : 0;
  return views.empty() ? 1 : done / double(views.size());
}

std::string bar(double share) {
  const int full = int(std::clamp(share, 0.0, 1.0) * bar_width);
  return std::string(std::size_t(full), '#') + std::string(std::size_t(bar_width - full), '.');
}

std::string line_of(const std::string& id, const RunView& view) {
  auto text = fmt::format("{}  step {}/{}", id, view.step, view.steps);
  if (view.rate > 0) text += fmt::format("  {:.3g}/s  ETA {}", view.rate, run::clock_text(view.remaining_s()));
  return std::isfinite(view.total) ? text + fmt::format("  total {:.4g}", view.total) : text;
}

}  // namespace

std::string counts_text(const std::vector<RunView>& views, int workers) {
  const auto count = [&](auto... standings) {
    return std::count_if(views.begin(), views.end(), [&](const RunView& view) { return ((view.standing == standings) || ...); });
  };
  auto text = fmt::format("{} of {} done", count(Standing::done), views.size());
  const auto add = [&](auto number, const char* what) {
    if (number > 0) text += fmt::format(", {} {}", number, what);
  };
  add(count(Standing::running), "running");
  add(count(Standing::failed, Standing::refused), "failed");
  add(count(Standing::diverged), "diverged");
  add(count(Standing::interrupted), "interrupted");
  add(count(Standing::to_do), "to do");
  const double rest = estimated_s(views, workers);
  return rest > 0 ? text + fmt::format(", ETA {}", run::clock_text(rest)) : text;
}

Progress::Progress(int workers, std::FILE* out)
    : out_(out), workers_(workers), terminal_(is_terminal(out)), color_(terminal_ && wants_color()) {}

bool Progress::is_due(double now) const { return shown_ < 0 || now - shown_ >= (terminal_ ? live_interval : line_interval); }

void Progress::update(double now, const std::vector<std::string>& ids, const std::vector<RunView>& views) {
  const bool first = shown_ < 0;
  shown_ = now;
  if (!terminal_) {
    if (!first) fmt::print(out_, "{}\n", counts_text(views, workers_));
    std::fflush(out_);
    return;
  }
  clear();
  const std::size_t width = columns_of(out_) - 1;
  const auto draw = [&](const std::string& text) {
    fmt::print(out_, "{}\n", text.substr(0, width));
    ++lines_;
  };
  const std::string done = bar(share_of(views));
  if (color_) fmt::print(out_, "\033[32m{}\033[0m  {}\n", done, counts_text(views, workers_).substr(0, width - bar_width - 2)), ++lines_;
  else draw(done + "  " + counts_text(views, workers_));
  for (std::size_t i = 0; i < views.size(); ++i)
    if (views[i].standing == Standing::running) draw("  " + line_of(ids[i], views[i]));
  std::fflush(out_);
}

void Progress::note(const std::string& text) {
  clear();
  fmt::print(out_, "{}\n", text);
  std::fflush(out_);
}

void Progress::clear() {
  if (lines_ > 0) fmt::print(out_, "\033[{}A\033[J", lines_);
  lines_ = 0;
}

}  // namespace plisse::sweep

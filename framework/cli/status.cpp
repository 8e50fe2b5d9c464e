// SPDX-License-Identifier: Apache-2.0
// plisse status DIR [--follow] [--json]
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/run/folder.hpp"
#include "framework/run/signals.hpp"
#include "framework/run/summary.hpp"
#include "framework/sweep/folder.hpp"
#include "framework/sweep/report.hpp"

namespace plisse::cli {
namespace {

namespace fs = std::filesystem;

struct Followed {
  std::string kind, name;  // "sweep" or "run"
  std::vector<std::string> ids;
  std::vector<fs::path> folders;
  std::vector<std::string> hashes;
};

// A sweep, or a run on its own.
Followed find(const fs::path& folder) {
  const run::Layout layout(folder);
  if (!fs::exists(sweep::lock_file(folder)) && fs::exists(layout.folder) && run::contents_of(layout) == run::Contents::run)
    return {"run", layout.folder.filename().string(), {layout.folder.filename().string()}, {layout.folder}, {""}};
  if (!fs::exists(folder)) throw config::Error("no folder " + folder.string());
  const sweep::Plan plan = sweep::read_plan(folder);
  Followed found{"sweep", plan.name, {}, {}, {}};
  for (const auto& planned : plan.runs) {
    found.ids.push_back(planned.id);
    found.folders.push_back(folder / planned.id);
    found.hashes.push_back(planned.sha256);
  }
  return found;
}

// Of a finished run as its result says, otherwise the time in steps [s].
double wall_s(const fs::path& folder, const sweep::RunView& view) {
  if (view.standing != sweep::Standing::done) return view.time_s;
  try {
    return run::summary(folder).wall_s;
  } catch (const config::Error&) {
    return view.time_s;
  }
}

struct Report {
  std::string text;
  bool is_at_work;
};

Report report(const Followed& followed, bool json) {
  std::vector<sweep::RunView> views;
  std::vector<double> walls;
  int workers = 0;
  for (std::size_t i = 0; i < followed.ids.size(); ++i) {
    views.push_back(sweep::look(followed.folders[i], followed.hashes[i]));
    walls.push_back(wall_s(followed.folders[i], views.back()));
    workers += views.back().standing == sweep::Standing::running;
  }
  const auto text = json ? sweep::status_json(followed.name, followed.ids, views, walls, workers)
                         : sweep::status_text(followed.kind + " " + followed.name, followed.ids, views, walls, workers);
  return {text, workers > 0};
}

int follow(const fs::path& folder, const Followed& followed, bool json) {
  constexpr std::chrono::seconds pause(2);
  constexpr std::chrono::milliseconds tick(100);
  const bool redraw = !json && isatty(STDOUT_FILENO);
  const run::SignalWatch signals;
  for (;;) {
    const bool active = sweep::is_active(folder);
    const Report now = report(followed, json);
    print((redraw ? "\033[H\033[2J" : "") + now.text);
    if (!flush_output() || (!now.is_at_work && !active)) return 0;
    for (auto waited = tick; waited <= pause; waited += tick) {
      if (signals.received()) return 0;
      std::this_thread::sleep_for(tick);
    }
  }
}

int status(const std::string& folder, bool follows, bool json) {
  const Followed followed = find(folder);
  if (follows) return follow(folder, followed, json);
  print(report(followed, json).text);
  return 0;
}

}  // namespace

void add_status(Program& program) {
  struct Options {
    std::string folder;
    bool follow = false, json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = program.app.add_subcommand("status", "Where the runs of a sweep stand, or one run");
  command->add_option("DIR", options->folder, "Folder of a sweep or a run")->required();
  command->add_flag("--follow", options->follow, "Go on until nothing is running");
  command->add_flag("--json", options->json, "Print JSON");
  command->callback(
      [&program, options] { program.action = [options] { return status(options->folder, options->follow, options->json); }; });
}

}  // namespace plisse::cli

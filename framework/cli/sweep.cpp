// SPDX-License-Identifier: Apache-2.0
// plisse sweep FILE [key=value…] [-o DIR] [-j N] [--dry-run] [--only EXPR] [--retry-failed] [--fail-fast] [--threads N] [--device …]
// [--json]
#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <thread>

#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/run/driver.hpp"
#include "framework/sweep/expand.hpp"
#include "framework/sweep/folder.hpp"
#include "framework/sweep/report.hpp"
#include "framework/sweep/selection.hpp"
#include "framework/sweep/workers.hpp"

namespace plisse::cli {
namespace {

constexpr int failed_in_part = 3;

struct Options {
  std::string file, folder, only, device = "auto";
  std::vector<std::string> overrides;
  int workers = 1, threads = 0;
  bool dry_run = false, retry_failed = false, fail_fast = false, json = false;
};

int total_threads(int asked) {
  if (asked > 0) return asked;
  const char* const wanted = std::getenv("OMP_NUM_THREADS");
  const int number = wanted ? std::atoi(wanted) : 0;
  return number > 0 ? number : int(std::max(1u, std::thread::hardware_concurrency()));
}

// What the folder holds already; nothing where that cannot be read.
std::optional<sweep::Plan> frozen_plan(const std::filesystem::path& folder) {
  try {
    return sweep::read_plan(folder);
  } catch (const config::Error&) {
    return {};
  }
}

sweep::Plan plan_of(const Host& host, const sweep::SweepFile& file, const std::filesystem::path& folder, const Options& options) {
  std::optional<Device> device;  // where anything is to be counted
  const auto count = [&](const config::RunConfig& config) {
    if (!device) device.emplace(host, options.threads, options.device);
    return run::build(config)->budget();
  };
  const auto frozen = frozen_plan(folder);
  return sweep::expand(file, count, frozen ? &*frozen : nullptr);
}

int show_plan(const sweep::Plan& plan, const std::vector<std::size_t>& chosen, const std::filesystem::path& folder, bool json) {
  std::vector<sweep::RunView> views;
  for (const std::size_t i : chosen) views.push_back(sweep::look(folder / plan.runs[i].id, plan.runs[i].sha256));
  print((json ? sweep::plan_json : sweep::plan_text)(plan, chosen, views));
  for (const std::string& note : sweep::examine(folder, plan, sweep::Purpose::preview)) print_note(note);
  return 0;
}

int exit_code_of(const sweep::SweepOutcome& outcome) {
  using sweep::Standing;
  const auto any = [&](auto&& holds) { return std::any_of(outcome.runs.begin(), outcome.runs.end(), holds); };
  if (outcome.interrupted) return run::exit_code::interrupted;
  if (any([](const auto& run) { return sweep::is_failure(run.standing); })) return failed_in_part;
  return any([](const auto& run) { return run.standing != Standing::done; }) ? run::exit_code::interrupted : 0;
}

bool nothing_was_to_do(const sweep::SweepOutcome& outcome) {
  return std::all_of(outcome.runs.begin(), outcome.runs.end(),
                     [](const auto& run) { return run.standing == sweep::Standing::done && !run.is_new; });
}

int work(const sweep::Plan& plan, const std::vector<std::size_t>& chosen, const std::filesystem::path& path, const Options& options) {
  const sweep::SweepFolder folder(path, plan);
  for (const std::string& note : folder.notes()) print_note(note);
  sweep::WorkerOptions settings;
  settings.workers = options.workers;
  settings.threads = std::max(1, total_threads(options.threads) / options.workers);
  settings.device = options.device;
  settings.retry_failed = options.retry_failed;
  settings.fail_fast = options.fail_fast;
  const auto outcome = sweep::make_runs(plan, chosen, path, settings);
  if (nothing_was_to_do(outcome)) print_note(fmt::format("all {} runs of {} are done: nothing to do", chosen.size(), path.string()));
  print((options.json ? sweep::outcome_json : sweep::outcome_text)(plan, chosen, outcome, path));
  return exit_code_of(outcome);
}

int start(const Program& program, const Options& options) {
  const auto file = sweep::read_sweep_file(options.file, options.overrides);
  const auto folder = options.folder.empty() ? std::filesystem::path("runs") / file.name : std::filesystem::path(options.folder);
  const sweep::Plan plan = plan_of(program.host, file, folder, options);
  const auto chosen = sweep::select(plan, options.only);
  for (const std::string& note : sweep::notes_on_overrides(file, options.overrides)) print_note(note);
  try {
    return options.dry_run ? show_plan(plan, chosen, folder, options.json) : work(plan, chosen, folder, options);
  } catch (const run::Refused& refused) {
    print_refused(refused.what());
    return run::exit_code::refused;
  }
}

}  // namespace

void add_sweep(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.app.add_subcommand("sweep", "Run every combination of a sweep file");
  command->add_option("FILE", options->file, "Sweep file")->required();
  command->add_option("key=value", options->overrides,
                      "Overrides: axes, seeds.…, budget.… and table.… of the sweep file, the others of every run");
  command->add_option("-o,--output", options->folder, "Folder of the sweep (default: runs/SWEEP)");
  command->add_option("-j,--jobs", options->workers, "Runs at a time, each a process (default: 1)")->check(CLI::Range(1, 1024));
  command->add_flag("--dry-run", options->dry_run, "Print the plan and write nothing");
  command->add_option("--only", options->only, "Some of the runs: AXIS=LABEL|LABEL,AXIS!=LABEL or ids, with globs");
  command->add_flag("--retry-failed", options->retry_failed, "Also runs that failed (resumed if they can be) or diverged (anew)");
  command->add_flag("--fail-fast", options->fail_fast, "Stop at the first failure");
  command->add_option("--threads", options->threads, "CPU threads of all workers together (default: all)")->check(CLI::Range(1, 4096));
  command->add_option("--device", options->device, "auto, openmp or cuda")->check(CLI::IsMember({"auto", "openmp", "cuda"}));
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([&program, options] { program.action = [&program, options] { return start(program, *options); }; });
}

}  // namespace plisse::cli

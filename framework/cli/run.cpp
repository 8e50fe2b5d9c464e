// SPDX-License-Identifier: Apache-2.0
// plisse run FILE [key=value…] [-o DIR] [--name NAME] [--seed N] [--resume|--restart] [--time-limit 2h] [--threads N] [--device …] [--json]
#include <fmt/format.h>

#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/config/config.hpp"
#include "framework/run/driver.hpp"

namespace plisse::cli {
namespace {

struct Options {
  std::string file, folder, name, seed, time_limit, device = "auto";
  std::vector<std::string> overrides;
  bool resume = false, restart = false, json = false;
  int threads = 0;
};

std::string command_line(const std::vector<std::string>& arguments) {
  std::string line;
  for (const std::string& argument : arguments) line += (line.empty() ? "" : " ") + shell_quoted(argument);
  return line;
}

run::RunOptions run_options(const Options& options, const config::RunConfig& config) {
  using Existing = run::RunOptions::Existing;
  run::RunOptions out;
  out.folder = options.folder.empty() ? std::filesystem::path("runs") / config::run_name(config) : std::filesystem::path(options.folder);
  out.existing = options.resume ? Existing::resume : options.restart ? Existing::restart : Existing::refuse;
  if (!options.time_limit.empty()) out.time_limit = config::parse_duration(options.time_limit).seconds;
  out.json = options.json;
  return out;
}

int start(const Program& program, const Options& options) {
  std::vector<std::string> overrides = options.overrides;
  if (!options.seed.empty()) overrides.push_back("seed=" + options.seed);
  config::RunConfig config = config::load(options.file, overrides);
  if (!options.name.empty()) config.slug = config::slug(options.name);
  run::RunOptions settings = run_options(options, config);
  const Device device(program.host, options.threads, options.device);
  settings.provenance = program.host.environment();
  settings.provenance.emplace_back("software_version", program.host.version);
  settings.provenance.emplace_back("argv", command_line(program.arguments));
  return run::run(config, settings);
}

}  // namespace

void add_run(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.app.add_subcommand("run", "Run an experiment");
  command->add_option("FILE", options->file, "Experiment file")->required();
  command->add_option("key=value", options->overrides, "Overrides, such as train.epochs=100");
  command->add_option("-o,--output", options->folder, "Folder of the run (default: runs/NAME-sSEED-HASH)");
  command->add_option("--name", options->name, "First part of the run's id, before the hash (default: the file's name)");
  command->add_option("--seed", options->seed, "The same as seed=N");
  CLI::Option* resume = command->add_flag("--resume", options->resume, "Go on where an earlier run of this configuration stopped");
  command->add_flag("--restart", options->restart, "Replace what the folder holds")->excludes(resume);
  command->add_option("--time-limit", options->time_limit, "Save and stop after this time, such as 90s, 30m or 2h");
  command->add_option("--threads", options->threads, "CPU threads (default: all)")->check(CLI::Range(1, 4096));
  command->add_option("--device", options->device, "auto, openmp or cuda")->check(CLI::IsMember({"auto", "openmp", "cuda"}));
  command->add_flag("--json", options->json, "Print the summary as JSON");
  command->callback([&program, options] { program.action = [&program, options] { return start(program, *options); }; });
}

}  // namespace plisse::cli

// SPDX-License-Identifier: Apache-2.0
// plisse check FILE [key=value…] [--json]
// Prints two YAML documents: the resolved configuration, then the counts.  Builds the experiment as a run would, and takes no step.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/config/config.hpp"
#include "framework/run/driver.hpp"
#include "framework/run/memory.hpp"
#include "framework/run/result.hpp"

namespace plisse::cli {
namespace {

using Json = nlohmann::ordered_json;

Json counts(const run::Budget& budget, const run::PeakMemory& memory) {
  return {{"parameters", budget.parameters},
          {"bytes_inference", budget.bytes_inference},
          {"bytes_training", budget.bytes_training},
          {"bytes_workspace", budget.bytes_workspace},
          {"bytes_peak", memory.peak()}};
}

Json parts(const run::PeakMemory& memory) {
  return {{"program", memory.program}, {"setup", memory.setup},           {"experiment", memory.experiment},
          {"steps", memory.steps},     {"evaluation", memory.evaluation}, {"files", memory.files}};
}

// What a run holds at its peak, in words.
std::string peak_text(const run::PeakMemory& memory) {
  const auto mib = [](std::int64_t bytes) { return fmt::format("{:.0f} MiB", double(bytes) / (1 << 20)); };
  const auto held = memory.experiment + memory.steps, results = std::max(memory.evaluation, memory.files);
  const auto text = fmt::format("# peak memory: {}: {} for the program", mib(memory.peak()), mib(memory.program));
  if (memory.setup > held + results) return text + fmt::format(", {} while the experiment is set up\n", mib(memory.setup));
  return text + fmt::format(", {} for the experiment, {} while its result is {}\n", mib(held), mib(results),
                            memory.evaluation > memory.files ? "measured" : "written");
}

int check(const Host& host, const std::string& file, const std::vector<std::string>& overrides, bool json) {
  const config::RunConfig config = config::load(file, overrides);
  const Device device(host);
  const run::MemoryWatch watch;
  const auto experiment = run::build(config);
  const auto memory = watch.state(*experiment);
  const Json found = counts(experiment->budget(), memory);
  for (const std::string& note : experiment->notes()) print_note(note);
  if (json) {
    Json all{
        {"run_id", run::run_id(config)}, {"sha256", config.sha256}, {"experiment", config.experiment.type}, {"resolved_yaml", config.yaml}};
    all.update(found);
    all["memory"] = parts(memory);
    print(all.dump(2) + "\n");
    return 0;
  }
  print(config.yaml + "---\n");
  for (const auto& [name, value] : found.items()) print(fmt::format("{}: {}\n", name, value.get<std::int64_t>()));
  print(peak_text(memory));
  return 0;
}

}  // namespace

void add_check(Program& program) {
  struct Options {
    std::string file;
    std::vector<std::string> overrides;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = program.app.add_subcommand("check", "Validate a configuration; print it resolved, with parameter and memory counts");
  command->add_option("FILE", options->file, "Experiment file")->required();
  command->add_option("key=value", options->overrides, "Overrides, such as train.epochs=100");
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([&program, options] {
    program.action = [&program, options] { return check(program.host, options->file, options->overrides, options->json); };
  });
}

}  // namespace plisse::cli

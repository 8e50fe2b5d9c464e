// SPDX-License-Identifier: Apache-2.0
// plisse check FILE [key=value…] [--json]
// Prints two YAML documents: the resolved configuration, then the counts.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/config/config.hpp"
#include "framework/run/driver.hpp"
#include "framework/run/result.hpp"

namespace plisse::cli {
namespace {

using Json = nlohmann::ordered_json;

Json counts(const run::Budget& budget) {
  return {{"parameters", budget.parameters},
          {"bytes_inference", budget.bytes_inference},
          {"bytes_training", budget.bytes_training},
          {"bytes_workspace", budget.bytes_workspace}};
}

int check(const Host& host, const std::string& file, const std::vector<std::string>& overrides, bool json) {
  const config::RunConfig config = config::load(file, overrides);
  const Device device(host);
  const auto experiment = run::build(config);
  Json found = counts(experiment->budget());
  for (const std::string& note : experiment->notes()) print_note(note);
  if (json) {
    Json all{
        {"run_id", run::run_id(config)}, {"sha256", config.sha256}, {"experiment", config.experiment.type}, {"resolved_yaml", config.yaml}};
    all.update(found);
    print(all.dump(2) + "\n");
    return 0;
  }
  print(config.yaml + "---\n");
  for (const auto& [name, value] : found.items()) print(fmt::format("{}: {}\n", name, value.get<std::int64_t>()));
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

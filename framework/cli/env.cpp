// SPDX-License-Identifier: Apache-2.0
// plisse env [--json]
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"

namespace plisse::cli {
namespace {

int env(const Host& host, bool json) {
  const Device device(host);
  auto environment = host.environment();
  environment.insert(environment.begin(), {"software_version", host.version});
  if (json) {
    nlohmann::ordered_json all;
    for (const auto& [name, value] : environment) all[name] = value;
    print(all.dump(2) + "\n");
    return 0;
  }
  std::size_t width = 0;
  for (const auto& [name, value] : environment) width = std::max(width, name.size());
  for (const auto& [name, value] : environment) print(fmt::format("{:{}}  {}\n", name, width, value));
  return 0;
}

}  // namespace

void add_env(Program& program) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = program.app.add_subcommand("env", "Versions, devices, compile options");
  command->add_flag("--json", *json, "Print JSON");
  command->callback([&program, json] { program.action = [&program, json] { return env(program.host, *json); }; });
}

}  // namespace plisse::cli

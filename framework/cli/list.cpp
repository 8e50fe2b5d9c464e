// SPDX-License-Identifier: Apache-2.0
// plisse list [KIND] [--json]
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/cli/names.hpp"

namespace plisse::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const std::string& kind) {
  const auto& registry = config::Registry::global();
  std::size_t width = 0;
  for (const auto& name : registry.names(kind)) width = std::max(width, name.size());
  std::string text = kind + "\n";
  for (const auto& name : registry.names(kind)) text += fmt::format("  {:{}}  {}\n", name, width, registry.get(kind, name).doc);
  return text;
}

Json json_of(const std::string& kind) {
  const auto& registry = config::Registry::global();
  Json list = Json::array();
  for (const auto& name : registry.names(kind)) list.push_back({{"name", name}, {"doc", registry.get(kind, name).doc}});
  return list;
}

int list(const std::string& kind, bool json) {
  const auto kinds = kind.empty() ? config::Registry::global().kinds() : std::vector{kind_named(kind)};
  if (json) {
    Json all = Json::object();
    for (const auto& k : kinds) all[k] = json_of(k);
    print(all.dump(2) + "\n");
    return 0;
  }
  for (std::size_t i = 0; i < kinds.size(); ++i) print((i ? "\n" : "") + text_of(kinds[i]));
  return 0;
}

}  // namespace

void add_list(Program& program) {
  struct Options {
    std::string kind;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = program.app.add_subcommand("list", "What there is: experiments, encoders, losses, …");
  command->add_option("KIND", options->kind, "Only this kind, such as encoders");
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([&program, options] { program.action = [options] { return list(options->kind, options->json); }; });
}

}  // namespace plisse::cli

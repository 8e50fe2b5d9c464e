// SPDX-License-Identifier: Apache-2.0
// plisse describe NAME | KIND/NAME | KIND NAME [--json]
#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/cli/names.hpp"
#include "framework/config/config.hpp"

namespace plisse::cli {

void add_describe(Program& program) {
  struct Options {
    std::vector<std::string> words;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = program.app.add_subcommand("describe", "Every key: type, default, range, unit, one line of help");
  command->add_option("NAME", options->words, "A name of plisse list; KIND/NAME or KIND NAME where it is used twice")
      ->required()
      ->expected(1, 2);
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([&program, options] {
    program.action = [options] {
      const auto [kind, name] = entry_named(options->words);
      print(config::describe(kind, name, options->json));
      return 0;
    };
  });
}

}  // namespace plisse::cli

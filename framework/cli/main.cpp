// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <new>
#include <optional>
#include <stdexcept>

#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/config/config.hpp"
#include "framework/config/error.hpp"

namespace plisse::cli {
namespace {

constexpr int failed = 1, wrong_usage = 2;

std::vector<std::string> commands(CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

int usage_error(Program& program, const std::string& problem) {
  const auto chosen = program.app.get_subcommands();
  print_error(fmt::format("{} (see plisse {}--help)", problem, chosen.empty() ? "" : chosen.front()->get_name() + " "));
  return wrong_usage;
}

int unknown_command(Program& program, const std::string& name) {
  const auto names = commands(program.app);
  const std::string near = config::nearest(name, names);
  print_error(fmt::format("unknown command '{}'\n{}commands: {}", name, near.empty() ? "" : fmt::format("did you mean '{}'?   ", near),
                          fmt::join(names, ", ")));
  return wrong_usage;
}

// Sets the action, or returns the exit code where there is nothing to do.
std::optional<int> parse(Program& program) {
  std::vector<std::string> rest(program.arguments.rbegin(), program.arguments.rend() - 1);
  if (rest.empty()) {
    std::fputs(program.app.help().c_str(), stderr);
    return wrong_usage;
  }
  const std::string first = rest.back();
  const auto names = commands(program.app);
  const bool is_known = std::find(names.begin(), names.end(), first) != names.end();
  if (!first.starts_with('-') && !is_known) return unknown_command(program, first);
  try {
    program.app.parse(rest);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return program.app.exit(e);
    return usage_error(program, e.what());
  }
  return {};
}

int act(Program& program) {
  try {
    return program.action();
  } catch (const config::Error& e) {
    print_error(e.what());
    return wrong_usage;
  } catch (const std::invalid_argument& e) {
    print_error(e.what());
    return wrong_usage;
  } catch (const std::filesystem::filesystem_error& e) {
    print_error(fmt::format("{}: {}", e.path1().string(), e.code().message()));
    return wrong_usage;
  } catch (const std::bad_alloc&) {
    print_error("out of memory");
    return failed;
  } catch (const std::exception& e) {
    print_error(e.what());
    return failed;
  }
}

}  // namespace

int main(int argc, char** argv, const Host& host) {
  std::signal(SIGPIPE, SIG_IGN);
  Program program{host, {argv, argv + argc}, CLI::App("Neural cloth experiments", "plisse"), {}};
  program.app.set_version_flag("--version", fmt::format("plisse {}", host.version));
  program.app.require_subcommand(1);
  for (const auto add : {add_list, add_describe, add_check, add_run, add_sweep, add_status, add_table, add_export, add_render, add_compare,
                         add_bench, add_env})
    add(program);
  const auto done = parse(program);
  const int code = done ? *done : act(program);
  std::cout.flush();
  if (flush_output()) return code;
  print_error("cannot write to the standard output: it is full or closed");
  return code ? code : failed;
}

}  // namespace plisse::cli

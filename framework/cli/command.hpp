// SPDX-License-Identifier: Apache-2.0
// The subcommands: each adds itself to the program, and sets `action` when the user chose it.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "framework/cli/cli.hpp"

namespace plisse::cli {

struct Program {
  const Host& host;
  std::vector<std::string> arguments;  // as the user gave them, the program's name first
  CLI::App app;
  std::function<int()> action;  // returns the exit code; throws config::Error on what the user got wrong
};

void add_list(Program& program);
void add_describe(Program& program);
void add_check(Program& program);
void add_run(Program& program);
void add_sweep(Program& program);
void add_status(Program& program);
void add_export(Program& program);
void add_render(Program& program);
void add_table(Program& program);
void add_compare(Program& program);
void add_bench(Program& program);
void add_env(Program& program);

// The backend for as long as the object lives; views must be gone before it.
class Device {
 public:
  explicit Device(const Host& host, int threads = 0, const std::string& device = "auto") : host_(host) {
    host_.initialise(threads, device);
  }
  ~Device() { host_.finalise(); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

 private:
  const Host& host_;
};

}  // namespace plisse::cli

// SPDX-License-Identifier: Apache-2.0
// Runs the program in this process, with a backend that only counts and an experiment of one parameter.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace plisse::test {

struct Done {
  int code;
  std::string out, err;
};

// "plisse ARGUMENTS" in the current folder, with its stdout in a temporary file or in `out`.
Done call(std::vector<std::string> arguments, const std::filesystem::path& out = {});

// What the backend was asked for.
struct Backend {
  int starts = 0, stops = 0, threads = -1;
  std::string device;
};
const Backend& backend();

// A current folder of its own with `tiny.yaml` in it; removed at the end.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

 private:
  std::filesystem::path folder_, before_;
};

}  // namespace plisse::test

// SPDX-License-Identifier: Apache-2.0
// A worker: this program again, as a process of its own.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace plisse::sweep {

class Process {
 public:
  // Starts this program with the arguments (the program's name first) in a process group of its own, its input empty and its output
  // appended to `log`.  It gets a SIGTERM when this process dies.  Throws std::system_error.
  Process(const std::vector<std::string>& arguments, const std::filesystem::path& log);

  // Its exit code, or minus the signal that ended it; empty while it lives.
  std::optional<int> poll();
  void signal(int number) const;
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

}  // namespace plisse::sweep

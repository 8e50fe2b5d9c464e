// SPDX-License-Identifier: Apache-2.0
// What a run says on stdout and stderr.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "framework/io/atomic_file.hpp"
#include "framework/run/driver.hpp"
#include "tests/support/scratch_folder.hpp"

namespace plisse::tests {

// Sends a stream of this process into a file while it lives.
class Redirect {
 public:
  Redirect(std::FILE* stream, const std::filesystem::path& file) : stream_(stream) {
    std::fflush(stream_);
    before_ = dup(fileno(stream_));
    const int target = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(target, fileno(stream_));
    close(target);
  }
  ~Redirect() {
    std::fflush(stream_);
    dup2(before_, fileno(stream_));
    close(before_);
  }
  Redirect(const Redirect&) = delete;
  Redirect& operator=(const Redirect&) = delete;

 private:
  std::FILE* stream_;
  int before_;
};

struct Said {
  int code;
  std::string out, err;
};

inline Said run_quietly(const config::RunConfig& config, const run::RunOptions& options) {
  const ScratchFolder folder;
  Said said{};
  {
    const Redirect out(stdout, folder / "out"), err(stderr, folder / "err");
    said.code = run::run(config, options);
  }
  said.out = io::read_file(folder / "out");
  said.err = io::read_file(folder / "err");
  return said;
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace plisse::tests

// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "framework/cli/cli.hpp"
#include "framework/config/error.hpp"

namespace plisse::test {
namespace {

Backend state;

cli::Host host() {
  cli::Host host;
  host.version = "1.2.3";
  host.initialise = [](int threads, const std::string& device) {
    if (device == "cuda") throw config::Error("no CUDA device here");
    ++state.starts;
    state.threads = threads;
    state.device = device;
  };
  host.finalise = [] { ++state.stops; };
  host.environment = [] { return std::vector<std::pair<std::string, std::string>>{{"backend", "none"}, {"threads", "1"}}; };
  return host;
}

// Sends a descriptor to a file for as long as the object lives.
class Redirect {
 public:
  Redirect(int descriptor, const std::filesystem::path& file) : descriptor_(descriptor), saved_(dup(descriptor)) {
    const int to = open(file.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (to < 0 || dup2(to, descriptor) < 0) throw std::runtime_error("cannot redirect output");
    close(to);
  }
  ~Redirect() {
    std::fflush(nullptr);
    std::cout.flush();
    dup2(saved_, descriptor_);
    close(saved_);
  }
  Redirect(const Redirect&) = delete;
  Redirect& operator=(const Redirect&) = delete;

 private:
  int descriptor_, saved_;
};

std::string content(const std::filesystem::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::filesystem::path make_folder(const char* pattern) {
  std::string name = (std::filesystem::temp_directory_path() / pattern).string();
  if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a temporary folder");
  return name;
}

}  // namespace

const Backend& backend() { return state; }

Done call(std::vector<std::string> arguments, const std::filesystem::path& out) {
  arguments.insert(arguments.begin(), "plisse");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  const auto folder = make_folder("plisse-output-XXXXXX");
  std::fflush(nullptr);
  Done done{0, "", ""};
  {
    const Redirect stdout_to(STDOUT_FILENO, out.empty() ? folder / "out" : out), stderr_to(STDERR_FILENO, folder / "err");
    done.code = cli::main(int(argv.size()), argv.data(), host());
  }
  std::clearerr(stdout);
  std::cout.clear();
  if (out.empty()) done.out = content(folder / "out");
  done.err = content(folder / "err");
  std::filesystem::remove_all(folder);
  return done;
}

Scratch::Scratch() : folder_(make_folder("plisse-cli-XXXXXX")), before_(std::filesystem::current_path()) {
  std::filesystem::current_path(folder_);
  std::ofstream("tiny.yaml") << "experiment: tiny\nsteps: 4\n";
}

Scratch::~Scratch() {
  std::filesystem::current_path(before_);
  std::filesystem::remove_all(folder_);
}

}  // namespace plisse::test

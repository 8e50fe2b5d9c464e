// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

namespace plisse::sweep {
namespace {

constexpr int cannot_start = 127;

// A descriptor for as long as the object lives.
class Descriptor {
 public:
  Descriptor(const std::filesystem::path& file, int flags) : number_(open(file.c_str(), flags | O_CLOEXEC, 0666)) {
    if (number_ < 0) throw std::system_error(errno, std::generic_category(), "cannot open " + file.string());
  }
  ~Descriptor() { close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator int() const { return number_; }

 private:
  int number_;
};

// Between fork and exec: system calls alone.
[[noreturn]] void become(char* const* arguments, int input, int output, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  const bool orphaned = getppid() != parent;
  if (!orphaned && dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 && dup2(output, STDERR_FILENO) >= 0)
    execv("/proc/self/exe", arguments);  // the program that runs now, also where its file was replaced
  _exit(cannot_start);
}

}  // namespace

Process::Process(const std::vector<std::string>& arguments, const std::filesystem::path& log) {
  const Descriptor input("/dev/null", O_RDONLY), output(log, O_WRONLY | O_CREAT | O_APPEND);
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) become(pointers.data(), input, output, parent);
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "cannot start a worker");
}

std::optional<int> Process::poll() {
  int status = 0;
  const pid_t ended = waitpid(pid_, &status, WNOHANG);
  if (ended == 0) return {};
  if (ended < 0) return cannot_start;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

void Process::signal(int number) const { kill(pid_, number); }

}  // namespace plisse::sweep

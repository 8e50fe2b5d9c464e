// SPDX-License-Identifier: Apache-2.0
// The first SIGINT, SIGTERM, SIGUSR1 or SIGHUP asks a run to stop at the next step; the second ends the process at once, as if nothing caught it.
#pragma once

#include <csignal>

namespace plisse::run {

// Catches the three signals while it lives, one at a time in a process.  A closed pipe (SIGPIPE) and a file that may not grow (SIGXFSZ)
// become errors of the write that met them.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  // The signal received, or 0.
  int received() const;

 private:
  static constexpr int caught[] = {SIGINT, SIGTERM, SIGUSR1, SIGHUP, SIGPIPE, SIGXFSZ};
  struct sigaction before_[sizeof(caught) / sizeof(caught[0])] = {};
};

}  // namespace plisse::run

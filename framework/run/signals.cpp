// SPDX-License-Identifier: Apache-2.0
#include "framework/run/signals.hpp"

#include <iterator>

namespace plisse::run {
namespace {

volatile std::sig_atomic_t first_signal = 0;

void on_signal(int signal) {
  if (first_signal == 0) {
    first_signal = signal;
    return;
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

SignalWatch::SignalWatch() {
  first_signal = 0;
  for (std::size_t i = 0; i < std::size(caught); ++i) {
    struct sigaction action = {};
    action.sa_handler = caught[i] == SIGPIPE || caught[i] == SIGXFSZ ? SIG_IGN : on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(caught[i], &action, &before_[i]);
  }
}

SignalWatch::~SignalWatch() {
  for (std::size_t i = 0; i < std::size(caught); ++i) sigaction(caught[i], &before_[i], nullptr);
}

int SignalWatch::received() const { return first_signal; }

}  // namespace plisse::run

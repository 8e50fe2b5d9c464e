// SPDX-License-Identifier: Apache-2.0
#include "framework/run/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace plisse::run {

bool is_terminal(std::FILE* out) {
  const char* const kind = std::getenv("TERM");
  return isatty(fileno(out)) && !(kind && std::string_view(kind) == "dumb");
}

bool wants_color() {
  const char* const refused = std::getenv("NO_COLOR");
  return !refused || !*refused;
}

std::size_t columns_of(std::FILE* out) {
  winsize size{};
  return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace plisse::run

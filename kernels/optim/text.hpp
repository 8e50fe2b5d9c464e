// SPDX-License-Identifier: Apache-2.0
// Numbers in messages.
#pragma once

#include <cstdio>
#include <string>

namespace plisse::optim {

inline std::string text(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.3g", x);
  return buffer;
}

}  // namespace plisse::optim

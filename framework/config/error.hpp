// SPDX-License-Identifier: Apache-2.0
// A mistake in what the user gave: reported before any work, exit code 2.
#pragma once

#include <stdexcept>
#include <string>

namespace plisse::config {

// what() is the whole message, ready to print after "error: "; it may have several lines (excerpt, caret, suggestion).
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace plisse::config

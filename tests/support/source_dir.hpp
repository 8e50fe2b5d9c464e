// SPDX-License-Identifier: Apache-2.0
// Where tests find the files they read: the checkout they were built from, or the copy that PLISSE_SOURCE_DIR names where a build was
// carried to another machine (tools/device_check).
#pragma once

#include <cstdlib>
#include <string>

namespace plisse::tests {

inline std::string source_dir() {
  const char* carried = std::getenv("PLISSE_SOURCE_DIR");
  return carried ? carried : PLISSE_SOURCE_DIR;
}

}  // namespace plisse::tests

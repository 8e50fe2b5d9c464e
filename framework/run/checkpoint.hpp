// SPDX-License-Identifier: Apache-2.0
// checkpoint.h5: everything the next steps depend on, and the file before it as checkpoint.previous.h5.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/run/archive.hpp"
#include "framework/run/folder.hpp"

namespace plisse::run {

struct Checkpoint {
  std::int64_t step = 0;  // steps done
  double elapsed_s = 0;   // spent in steps
  double wall_s = 0;      // spent in all
  std::string config_sha256;
  Archive state;
};

// Atomic; the earlier checkpoint is kept as the previous one.  Throws io::FileError.
void write_checkpoint(const Layout& layout, const Checkpoint& checkpoint);

// Throws std::runtime_error on a file that is missing, damaged or of another kind.
Checkpoint read_checkpoint(const std::filesystem::path& file);

// The newest checkpoint that can be read, and a warning for one that cannot.
struct FoundCheckpoint {
  std::optional<Checkpoint> checkpoint;
  std::filesystem::path file;
  std::vector<std::string> warnings;
};
FoundCheckpoint find_checkpoint(const Layout& layout);

}  // namespace plisse::run

// SPDX-License-Identifier: Apache-2.0
// The folder of a run: what is where, what it holds, and who may write to it.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "framework/run/file_lock.hpp"

namespace plisse::run {

// The folder holds something that must not be touched without the user's word: exit code 4.  what() says what to do.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Where things are; `any` may be the folder itself or its run.h5.
struct Layout {
  explicit Layout(const std::filesystem::path& any);
  std::filesystem::path folder, config, state, log, series, evaluations, checkpoint, previous_checkpoint, result, view, lock;
};

enum class Contents { absent, empty, run, foreign };
Contents contents_of(const Layout& layout);

// The right to write to a folder, held until destruction and lost with the process.  Creates the folder where it is missing.
class FolderLock {
 public:
  // Throws config::Error where the folder cannot be created or written, Refused where it is not a run's or a living process uses it.
  explicit FolderLock(const Layout& layout);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  // What the folder held before.
  Contents contents() const { return contents_; }
  // Takes away what the constructor created, for a run that never started.
  void abandon();

 private:
  void create_folder();
  void acquire();

  Layout layout_;
  Contents contents_;
  std::vector<std::filesystem::path> created_;  // innermost first
  std::optional<FileLock> lock_;
};

// Keys with different values in two resolved configurations: "  train.epochs: 100 -> 200", one a line.
std::string differences(const std::string& before, const std::string& after);

}  // namespace plisse::run

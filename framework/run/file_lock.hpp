// SPDX-License-Identifier: Apache-2.0
// A file that one process at a time may hold, until the object or the process ends.
#pragma once

#include <filesystem>
#include <string>

namespace plisse::run {

class FileLock {
 public:
  // Opens or creates the file and tries to take it.  Throws config::Error where it cannot be written.
  explicit FileLock(const std::filesystem::path& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  // Whether another process holds it; false also on a file system without locks.
  bool is_taken() const { return taken_; }
  // Puts a line into the file, for those who find it taken.
  void sign(const std::string& owner);

 private:
  int descriptor_ = -1;
  bool taken_ = false;
};

// Whether a process holds the file; false where there is none.
bool is_locked(const std::filesystem::path& file);

}  // namespace plisse::run

// SPDX-License-Identifier: Apache-2.0
#include "framework/run/file_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "framework/config/error.hpp"

namespace plisse::run {

FileLock::FileLock(const std::filesystem::path& file) : descriptor_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0)
    throw config::Error(fmt::format("cannot write to the folder {}: {}", file.parent_path().string(), std::strerror(errno)));
  taken_ = flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

FileLock::~FileLock() { close(descriptor_); }

void FileLock::sign(const std::string& owner) {
  const std::string line = owner + "\n";
  if (ftruncate(descriptor_, 0) != 0 || pwrite(descriptor_, line.data(), line.size(), 0) < 0) return;  // a courtesy
}

bool is_locked(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool taken = flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close(descriptor);
  return taken;
}

}  // namespace plisse::run

// SPDX-License-Identifier: Apache-2.0
#include "framework/io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>

namespace plisse::io {
namespace {

constexpr std::size_t buffer_bytes = 1 << 20;
constexpr int attempts = 100;
constexpr std::string_view suffix = ".tmp";  // of .NAME.PID-COUNT.tmp

std::filesystem::path folder_of(const std::filesystem::path& file) { return file.has_parent_path() ? file.parent_path() : "."; }

std::filesystem::path temporary_name(const std::filesystem::path& target) {
  static std::atomic<unsigned> counter{0};
  return folder_of(target) / fmt::format(".{}.{}-{}{}", target.filename().string(), getpid(), counter++, suffix);
}

// Zero, or errno.  File systems that cannot sync a folder say EINVAL; there is nothing more to do there.
int sync(int descriptor) { return fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno; }

int sync_folder(const std::filesystem::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int error = sync(descriptor);
  close(descriptor);
  return error;
}

// Gives a file a second name, so that the first one never misses; by renaming where the file system has no hard links.
bool keep(const std::filesystem::path& file, const std::filesystem::path& name) {
  if (access(file.c_str(), F_OK) != 0) return errno == ENOENT;
  if (unlink(name.c_str()) != 0 && errno != ENOENT) return false;
  return link(file.c_str(), name.c_str()) == 0 || rename(file.c_str(), name.c_str()) == 0;
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& target) : target_(target) {
  std::error_code ignored;
  if (std::filesystem::is_symlink(target_, ignored)) target_ = std::filesystem::weakly_canonical(target_);
  const auto status = std::filesystem::status(target_, ignored);
  if (std::filesystem::is_directory(status)) fail("write", EISDIR);
  buffer_.reserve(buffer_bytes);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    descriptor_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail("open", errno);
    return;
  }
  for (int attempt = 0; descriptor_ < 0; ++attempt) {
    temporary_ = temporary_name(target_);
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) break;
    const int error = errno;
    temporary_.clear();
    if (error != EEXIST || attempt == attempts) fail("create", error);
  }
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::write(const void* data, std::size_t bytes) {
  const char* next = static_cast<const char*>(data);
  while (bytes > 0) {
    const std::size_t part = std::min(bytes, buffer_bytes - buffer_.size());
    buffer_.append(next, part);
    next += part;
    bytes -= part;
    if (buffer_.size() == buffer_bytes) flush();
  }
}

void AtomicFile::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t written = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write", errno);
    done += std::size_t(written);
  }
  buffer_.clear();
}

void AtomicFile::commit(const std::filesystem::path& previous) {
  flush();
  const bool direct = temporary_.empty();
  if (!direct) {
    if (const int error = sync(descriptor_)) fail("write", error);
  }
  const int closed = close(descriptor_);
  descriptor_ = -1;
  if (closed != 0 && errno != EINTR) fail("close", errno);
  if (direct) return;
  if (!previous.empty() && !keep(target_, previous)) fail("keep the earlier version of", errno);
  if (rename(temporary_.c_str(), target_.c_str()) != 0) fail("replace", errno);
  temporary_.clear();
  if (const int error = sync_folder(folder_of(target_))) fail("sync the folder of", error);
}

void AtomicFile::fail(const char* operation, int error) {
  discard();
  throw FileError(error, std::string("cannot ") + operation + " " + target_.string());
}

void AtomicFile::discard() noexcept {
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = -1;
  if (!temporary_.empty()) unlink(temporary_.c_str());
  temporary_.clear();
}

void write_file(const std::filesystem::path& target, std::string_view contents) {
  AtomicFile file(target);
  file.write(contents);
  file.commit();
}

std::string read_file(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw FileError(errno, "cannot open " + file.string());
  std::string contents;
  std::size_t size = 0;
  for (ssize_t got = 1; got != 0;) {
    contents.resize(std::max<std::size_t>(2 * size, 1 << 16));
    got = read(descriptor, contents.data() + size, contents.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      const int error = errno;
      close(descriptor);
      throw FileError(error, "cannot read " + file.string());
    }
    size += std::size_t(got);
  }
  close(descriptor);
  contents.resize(size);
  return contents;
}

bool is_temporary(const std::string& name) {
  if (!name.starts_with('.') || !name.ends_with(suffix)) return false;
  const auto stem = name.substr(0, name.size() - suffix.size());
  const auto number = stem.find_last_not_of("0123456789-");
  return number != std::string::npos && number > 0 && stem[number] == '.' && number + 1 < stem.size();
}

void remove_stale_temporaries(const std::filesystem::path& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (is_temporary(entry.path().filename().string())) std::filesystem::remove(entry.path(), error);
  }
}

}  // namespace plisse::io

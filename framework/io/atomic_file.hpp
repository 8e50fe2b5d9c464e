// SPDX-License-Identifier: Apache-2.0
// Files that are either the earlier one or the complete new one, whatever happens in between: a temporary file in the same folder, fsync,
// rename, fsync of the folder.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace plisse::io {

// A failed operation on a file; what() names the operation, the path and the reason.  code() holds errno.
class FileError : public std::system_error {
 public:
  FileError(int error, const std::string& what) : std::system_error(error, std::generic_category(), what) {}
};

// Collects a file beside its target.  Without commit() nothing of it remains.  A target that is a symbolic link is followed; a device or a
// pipe is written directly.  Every member that touches the disk throws FileError, after which the temporary is gone and the earlier file
// unharmed.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& target);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(const void* data, std::size_t bytes);
  void write(std::string_view text) { write(text.data(), text.size()); }

  // Puts the file in its place.  Where `previous` is given, the earlier file is kept under that name.
  void commit(const std::filesystem::path& previous = {});

 private:
  void flush();
  [[noreturn]] void fail(const char* operation, int error);
  void discard() noexcept;

  std::filesystem::path target_, temporary_;
  std::string buffer_;
  int descriptor_ = -1;
};

// Writes a whole file in one go.
void write_file(const std::filesystem::path& target, std::string_view contents);

// Reads a whole file.  Throws FileError.
std::string read_file(const std::filesystem::path& file);

// Whether a name is that of an AtomicFile on its way.
bool is_temporary(const std::string& name);

// Removes what killed writers left in a folder.  Only for a folder that no living process writes to.
void remove_stale_temporaries(const std::filesystem::path& folder);

}  // namespace plisse::io

// SPDX-License-Identifier: Apache-2.0
// HDF5 files, groups, attributes, datasets, tables and links, each closed by its destructor.
//
// A file is built in memory and put on disk whole (io/atomic_file.hpp), so that HDF5 never meets a full disk, a reader never meets a
// half-written file, and nothing is locked or kept open.  Strings are variable-length UTF-8 unless said otherwise: h5py reads them as str.
// Every function throws Hdf5Error naming the operation, the object, the file and HDF5's own reason.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace plisse::io::hdf5 {

class Hdf5Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Owns one HDF5 identifier.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t id() const { return id_; }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

// One column of a compound table.
struct Column {
  std::string name;
  std::variant<std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>> values;
};
using Table = std::vector<Column>;  // columns of equal length

enum class Element { float32, float64, int64, int32, uint8, other };

// Names may hold '/'; groups on the way are created.  T is float, double, std::int64_t, std::int32_t or std::uint8_t.
class Group {
 public:
  Group create_group(const std::string& name) const;  // or opens the one that is there
  Group group(const std::string& name) const;
  bool has(const std::string& name) const;  // false also for a link that leads nowhere
  bool is_group(const std::string& name) const;
  std::vector<std::string> names() const;  // of the links in this group, sorted
  void remove(const std::string& name) const;
  void soft_link(const std::string& name, const std::string& target) const;
  void external_link(const std::string& name, const std::string& file, const std::string& target) const;

  // Attributes: an existing one is replaced.
  void attribute(const std::string& name, std::string_view text) const;
  void attribute(const std::string& name, const char* text) const { attribute(name, std::string_view(text)); }
  void attribute(const std::string& name, std::int64_t value) const;
  void attribute(const std::string& name, double value) const;
  void attribute(const std::string& name, std::span<const std::int64_t> values) const;
  void attribute_ascii(const std::string& name, std::string_view text) const;  // fixed length, as VTK wants it
  bool has_attribute(const std::string& name) const;
  std::vector<std::string> attribute_names() const;
  std::string text_attribute(const std::string& name) const;
  std::int64_t integer_attribute(const std::string& name) const;
  double real_attribute(const std::string& name) const;
  // The same on an object below this group.
  std::vector<std::pair<std::string, std::string>> text_attributes_of(const std::string& name) const;
  void attribute_of(const std::string& name, const std::string& attribute, std::string_view text) const;

  // Arrays, row-major; large ones are chunked, shuffled and compressed.
  template <class T>
  void dataset(const std::string& name, std::span<const T> values, const std::vector<std::size_t>& shape) const;
  template <class T>
  void dataset(const std::string& name, const std::vector<T>& values) const {
    dataset<T>(name, std::span<const T>(values), {values.size()});
  }
  template <class T>
  std::vector<T> read(const std::string& name) const;  // converts between number types
  std::vector<std::size_t> shape(const std::string& name) const;
  Element element(const std::string& name) const;

  // A scalar string dataset.
  void text(const std::string& name, std::string_view value) const;
  std::string text(const std::string& name) const;

  // A one-dimensional dataset of compounds.
  void table(const std::string& name, const Table& table) const;
  Table table(const std::string& name) const;

  hid_t id() const { return handle_.id(); }

 private:
  friend class File;
  Group(Handle handle, std::string file) : handle_(std::move(handle)), file_(std::move(file)) {}
  // Throws with "cannot <operation> '<name>' in <file>: <reason>" where id is negative; else returns it.
  hid_t check(hid_t id, const char* operation, const std::string& name) const;

  Handle handle_;
  std::string file_;
};

class File {
 public:
  // A new file in memory; save() puts it at `path`.
  static File create(const std::filesystem::path& path);
  // For reading, without a lock.
  static File open(const std::filesystem::path& path);
  // A copy of an existing file in memory, to be changed and saved again.
  static File edit(const std::filesystem::path& path);

  Group root() const;
  // Writes the file whole.  Where `previous` is given, the earlier file is kept under that name.  Throws FileError on a full disk and the
  // like.
  void save(const std::filesystem::path& previous = {}) const;

 private:
  File(Handle handle, std::filesystem::path path) : handle_(std::move(handle)), path_(std::move(path)) {}
  Handle handle_;
  std::filesystem::path path_;
};

// Throws Hdf5Error("cannot <what>: <HDF5's reason>") where id is negative; else returns it.
hid_t check(hid_t id, const std::string& what);

}  // namespace plisse::io::hdf5

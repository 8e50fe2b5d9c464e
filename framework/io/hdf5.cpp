// SPDX-License-Identifier: Apache-2.0
// Files, groups and links.
#include "framework/io/hdf5.hpp"

#include <atomic>

#include "framework/io/atomic_file.hpp"

namespace plisse::io::hdf5 {
namespace {

constexpr std::size_t memory_increment = 1 << 20;  // [byte]

// The low bound keeps the oldest superblock: the newer ones carry a checksum that H5Fget_file_image of HDF5 1.10 invalidates.
constexpr H5F_libver_t low_bound = H5F_LIBVER_EARLIEST, high_bound = H5F_LIBVER_V110;

// HDF5 prints its error stack on stderr unless told otherwise.
void silence() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

herr_t append_reason(unsigned, const H5E_error2_t* error, void* text) {
  auto& reason = *static_cast<std::string*>(text);
  if (error->desc && *error->desc && reason.find(error->desc) == std::string::npos)
    reason += (reason.empty() ? "" : "; ") + std::string(error->desc);
  return 0;
}

std::string reason() {
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, append_reason, &text);
  H5Eclear2(H5E_DEFAULT);
  return text.empty() ? "no reason given" : text;
}

Handle access_list() {
  silence();
  Handle list(check(H5Pcreate(H5P_FILE_ACCESS), "set up HDF5"), H5Pclose);
  check(H5Pset_libver_bounds(list.id(), low_bound, high_bound), "set up HDF5");
  return list;
}

Handle memory_access_list() {
  Handle list = access_list();
  check(H5Pset_fapl_core(list.id(), memory_increment, false), "set up HDF5");
  return list;
}

// HDF5 takes two open files of one name for the same file, and a file in memory must not share the name of one on disk.
std::string memory_name(const std::filesystem::path& path) {
  static std::atomic<unsigned> counter{0};
  return path.string() + " in memory " + std::to_string(counter++);
}

Handle intermediate_groups() {
  Handle list(check(H5Pcreate(H5P_LINK_CREATE), "set up HDF5"), H5Pclose);
  check(H5Pset_create_intermediate_group(list.id(), 1), "set up HDF5");
  return list;
}

herr_t collect_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

}  // namespace

hid_t check(hid_t id, const std::string& what) {
  if (id < 0) throw Hdf5Error("cannot " + what + ": " + reason());
  return id;
}

hid_t Group::check(hid_t id, const char* operation, const std::string& name) const {
  if (id < 0) throw Hdf5Error(std::string("cannot ") + operation + " '" + name + "' in " + file_ + ": " + reason());
  return id;
}

File File::create(const std::filesystem::path& path) {
  const Handle access = memory_access_list();
  Handle file(check(H5Fcreate(memory_name(path).c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.id()), "create " + path.string()), H5Fclose);
  return File(std::move(file), path);
}

File File::open(const std::filesystem::path& path) {
  const Handle access = access_list();
#if H5_VERSION_GE(1, 12, 1) || (H5_VERSION_GE(1, 10, 7) && !H5_VERSION_GE(1, 12, 0))
  check(H5Pset_file_locking(access.id(), false, true), "set up HDF5");
#endif
  Handle file(check(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()), "open " + path.string()), H5Fclose);
  return File(std::move(file), path);
}

File File::edit(const std::filesystem::path& path) {
  const Handle access = memory_access_list();
  std::string image = read_file(path);
  check(H5Pset_file_image(access.id(), image.data(), image.size()), "read " + path.string());
  Handle file(check(H5Fopen(memory_name(path).c_str(), H5F_ACC_RDWR, access.id()), "open " + path.string()), H5Fclose);
  return File(std::move(file), path);
}

Group File::root() const {
  return Group(Handle(check(H5Gopen2(handle_.id(), "/", H5P_DEFAULT), "open the root of " + path_.string()), H5Gclose), path_.string());
}

void File::save(const std::filesystem::path& previous) const {
  const std::string what = "assemble " + path_.string();
  check(H5Fflush(handle_.id(), H5F_SCOPE_GLOBAL), what);
  const ssize_t size = H5Fget_file_image(handle_.id(), nullptr, 0);
  check(size < 0 ? -1 : 0, what);
  void* place = nullptr;  // where the driver of files in memory keeps the pointer to the file
  check(H5Fget_vfd_handle(handle_.id(), H5P_DEFAULT, &place), what);
  AtomicFile file(path_);
  file.write(*static_cast<const char* const*>(place), static_cast<std::size_t>(size));
  file.commit(previous);
}

Group Group::create_group(const std::string& name) const {
  if (is_group(name)) return group(name);
  const Handle links = intermediate_groups();
  return Group(Handle(check(H5Gcreate2(id(), name.c_str(), links.id(), H5P_DEFAULT, H5P_DEFAULT), "create group", name), H5Gclose), file_);
}

Group Group::group(const std::string& name) const {
  return Group(Handle(check(H5Gopen2(id(), name.c_str(), H5P_DEFAULT), "open group", name), H5Gclose), file_);
}

bool Group::has(const std::string& name) const {
  const Handle object(H5Oopen(id(), name.c_str(), H5P_DEFAULT), H5Oclose);
  return object.id() >= 0;
}

bool Group::is_group(const std::string& name) const {
  const Handle object(H5Oopen(id(), name.c_str(), H5P_DEFAULT), H5Oclose);
  return object.id() >= 0 && H5Iget_type(object.id()) == H5I_GROUP;
}

std::vector<std::string> Group::names() const {
  std::vector<std::string> names;
  check(H5Literate(id(), H5_INDEX_NAME, H5_ITER_INC, nullptr, collect_name, &names), "list", "/");
  return names;
}

void Group::remove(const std::string& name) const { check(H5Ldelete(id(), name.c_str(), H5P_DEFAULT), "remove", name); }

void Group::soft_link(const std::string& name, const std::string& target) const {
  const Handle links = intermediate_groups();
  check(H5Lcreate_soft(target.c_str(), id(), name.c_str(), links.id(), H5P_DEFAULT), "link", name);
}

void Group::external_link(const std::string& name, const std::string& file, const std::string& target) const {
  const Handle links = intermediate_groups();
  check(H5Lcreate_external(file.c_str(), target.c_str(), id(), name.c_str(), links.id(), H5P_DEFAULT), "link", name);
}

}  // namespace plisse::io::hdf5

// SPDX-License-Identifier: Apache-2.0
#include "framework/io/hdf5.hpp"
#include "framework/io/hdf5_strings.hpp"

namespace plisse::io::hdf5 {
namespace {

Handle scalar() { return {check(H5Screate(H5S_SCALAR), "create a data space"), H5Sclose}; }

void replace(hid_t object, const std::string& name, hid_t type, hid_t memory_type, const Handle& space, const void* value) {
  const std::string what = "write attribute '" + name + "'";
  if (H5Aexists(object, name.c_str()) > 0) check(H5Adelete(object, name.c_str()), what);
  const Handle attribute(check(H5Acreate2(object, name.c_str(), type, space.id(), H5P_DEFAULT, H5P_DEFAULT), what), H5Aclose);
  check(H5Awrite(attribute.id(), memory_type, value), what);
}

void write_text(hid_t object, const std::string& name, std::string_view text) {
  const Handle type = utf8_type();
  const std::string terminated(text);
  const char* value = terminated.c_str();
  replace(object, name, type.id(), type.id(), scalar(), &value);
}

std::string read_text(hid_t attribute, const std::string& what) {
  const Handle type(check(H5Aget_type(attribute), what), H5Tclose);
  if (H5Tget_class(type.id()) != H5T_STRING) throw Hdf5Error("cannot " + what + ": it is not a string");
  if (H5Tis_variable_str(type.id()) > 0) {
    const Handle memory = utf8_type(H5Tget_cset(type.id()));
    char* value = nullptr;
    check(H5Aread(attribute, memory.id(), &value), what);
    const std::string text = value ? value : "";
    H5free_memory(value);
    return text;
  }
  std::string text(H5Tget_size(type.id()), '\0');
  check(H5Aread(attribute, type.id(), text.data()), what);
  return text.substr(0, text.find('\0'));
}

template <class T>
T read_number(hid_t object, hid_t type, const std::string& name) {
  const std::string what = "read attribute '" + name + "'";
  const Handle attribute(check(H5Aopen(object, name.c_str(), H5P_DEFAULT), what), H5Aclose);
  const Handle space(check(H5Aget_space(attribute.id()), what), H5Sclose);
  if (H5Sget_simple_extent_npoints(space.id()) != 1) throw Hdf5Error("cannot " + what + ": it is not a single number");
  T value{};
  check(H5Aread(attribute.id(), type, &value), what);
  return value;
}

herr_t collect_name(hid_t, const char* name, const H5A_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

std::vector<std::string> names_of(hid_t object) {
  std::vector<std::string> names;
  check(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect_name, &names), "list attributes");
  return names;
}

}  // namespace

void Group::attribute(const std::string& name, std::string_view text) const { write_text(id(), name, text); }

void Group::attribute(const std::string& name, std::int64_t value) const {
  replace(id(), name, H5T_STD_I64LE, H5T_NATIVE_INT64, scalar(), &value);
}

void Group::attribute(const std::string& name, double value) const {
  replace(id(), name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, scalar(), &value);
}

void Group::attribute(const std::string& name, std::span<const std::int64_t> values) const {
  const hsize_t size = values.size();
  const Handle space(hdf5::check(H5Screate_simple(1, &size, nullptr), "create a data space"), H5Sclose);
  replace(id(), name, H5T_STD_I64LE, H5T_NATIVE_INT64, space, values.data());
}

void Group::attribute_ascii(const std::string& name, std::string_view text) const {
  const Handle type(hdf5::check(H5Tcopy(H5T_C_S1), "create a string type"), H5Tclose);
  hdf5::check(H5Tset_size(type.id(), text.size()), "create a string type");
  hdf5::check(H5Tset_strpad(type.id(), H5T_STR_NULLPAD), "create a string type");
  replace(id(), name, type.id(), type.id(), scalar(), text.data());
}

bool Group::has_attribute(const std::string& name) const { return H5Aexists(id(), name.c_str()) > 0; }

std::vector<std::string> Group::attribute_names() const { return names_of(id()); }

std::string Group::text_attribute(const std::string& name) const {
  const Handle attribute(check(H5Aopen(id(), name.c_str(), H5P_DEFAULT), "read attribute", name), H5Aclose);
  return read_text(attribute.id(), "read attribute '" + name + "'");
}

std::int64_t Group::integer_attribute(const std::string& name) const { return read_number<std::int64_t>(id(), H5T_NATIVE_INT64, name); }
double Group::real_attribute(const std::string& name) const { return read_number<double>(id(), H5T_NATIVE_DOUBLE, name); }

std::vector<std::pair<std::string, std::string>> Group::text_attributes_of(const std::string& name) const {
  const Handle object(check(H5Oopen(id(), name.c_str(), H5P_DEFAULT), "open", name), H5Oclose);
  std::vector<std::pair<std::string, std::string>> attributes;
  for (const auto& key : names_of(object.id())) {
    const Handle attribute(check(H5Aopen(object.id(), key.c_str(), H5P_DEFAULT), "read attribute", key), H5Aclose);
    const Handle type(check(H5Aget_type(attribute.id()), "read attribute", key), H5Tclose);
    if (H5Tget_class(type.id()) == H5T_STRING) attributes.emplace_back(key, read_text(attribute.id(), "read attribute '" + key + "'"));
  }
  return attributes;
}

void Group::attribute_of(const std::string& name, const std::string& attribute, std::string_view text) const {
  const Handle object(check(H5Oopen(id(), name.c_str(), H5P_DEFAULT), "open", name), H5Oclose);
  write_text(object.id(), attribute, text);
}

}  // namespace plisse::io::hdf5

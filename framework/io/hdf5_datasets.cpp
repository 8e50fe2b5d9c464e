// SPDX-License-Identifier: Apache-2.0
// Numeric arrays, strings and compound tables.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "framework/io/hdf5.hpp"
#include "framework/io/hdf5_strings.hpp"

namespace plisse::io::hdf5 {
namespace {

constexpr std::size_t compress_from = 16 << 10;  // [byte]
constexpr std::size_t chunk_bytes = 512 << 10;   // below HDF5's chunk cache of 1 MiB
constexpr unsigned gzip_level = 1;               // higher levels take several times longer on floating-point data and gain a few per cent

template <class T>
hid_t memory_type();
template <>
hid_t memory_type<float>() {
  return H5T_NATIVE_FLOAT;
}
template <>
hid_t memory_type<double>() {
  return H5T_NATIVE_DOUBLE;
}
template <>
hid_t memory_type<std::int64_t>() {
  return H5T_NATIVE_INT64;
}
template <>
hid_t memory_type<std::int32_t>() {
  return H5T_NATIVE_INT32;
}
template <>
hid_t memory_type<std::uint8_t>() {
  return H5T_NATIVE_UINT8;
}

template <class T>
hid_t file_type();
template <>
hid_t file_type<float>() {
  return H5T_IEEE_F32LE;
}
template <>
hid_t file_type<double>() {
  return H5T_IEEE_F64LE;
}
template <>
hid_t file_type<std::int64_t>() {
  return H5T_STD_I64LE;
}
template <>
hid_t file_type<std::int32_t>() {
  return H5T_STD_I32LE;
}
template <>
hid_t file_type<std::uint8_t>() {
  return H5T_STD_U8LE;
}

std::size_t product(const std::vector<std::size_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t(1), std::multiplies<>());
}

Handle space_of(const std::vector<std::size_t>& shape) {
  if (shape.empty()) return {check(H5Screate(H5S_SCALAR), "create a data space"), H5Sclose};
  const std::vector<hsize_t> extent(shape.begin(), shape.end());
  return {check(H5Screate_simple(int(extent.size()), extent.data(), nullptr), "create a data space"), H5Sclose};
}

// Chunks of whole rows of the leading dimension, as many as fit; of parts of a row where one row is larger.
std::vector<hsize_t> chunk_of(const std::vector<std::size_t>& shape, std::size_t element_bytes) {
  std::vector<hsize_t> chunk(shape.begin(), shape.end());
  std::size_t inner = product(shape) * element_bytes;
  for (auto& extent : chunk) {
    inner /= std::size_t(extent);
    extent = std::clamp<hsize_t>(chunk_bytes / std::max<std::size_t>(inner, 1), 1, extent);
    if (extent > 1) break;
  }
  return chunk;
}

Handle creation_list(const std::vector<std::size_t>& shape, std::size_t element_bytes) {
  Handle list(check(H5Pcreate(H5P_DATASET_CREATE), "set up a dataset"), H5Pclose);
  if (product(shape) * element_bytes < compress_from) return list;
  const auto chunk = chunk_of(shape, element_bytes);
  check(H5Pset_chunk(list.id(), int(chunk.size()), chunk.data()), "set up a dataset");
  check(H5Pset_shuffle(list.id()), "set up a dataset");
  check(H5Pset_deflate(list.id(), gzip_level), "set up a dataset");
  return list;
}

Handle link_list() {
  Handle list(check(H5Pcreate(H5P_LINK_CREATE), "set up a dataset"), H5Pclose);
  check(H5Pset_create_intermediate_group(list.id(), 1), "set up a dataset");
  return list;
}

void write(hid_t group, const std::string& name, hid_t file_type, hid_t memory_type, const std::vector<std::size_t>& shape,
           const void* data) {
  const std::string what = "write dataset '" + name + "'";
  const Handle space = space_of(shape), links = link_list(), creation = creation_list(shape, H5Tget_size(file_type));
  const Handle dataset(check(H5Dcreate2(group, name.c_str(), file_type, space.id(), links.id(), creation.id(), H5P_DEFAULT), what),
                       H5Dclose);
  if (product(shape) > 0) check(H5Dwrite(dataset.id(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), what);
}

std::vector<std::size_t> shape_of(hid_t dataset, const std::string& what) {
  const Handle space(check(H5Dget_space(dataset), what), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space.id());
  check(rank, what);
  std::vector<hsize_t> extent(std::size_t(rank), 0);
  check(H5Sget_simple_extent_dims(space.id(), extent.data(), nullptr), what);
  return {extent.begin(), extent.end()};
}

// Every column is 8 bytes wide: a number, or a pointer to a string.
constexpr std::size_t cell = 8;
static_assert(sizeof(char*) == cell);

std::size_t rows_of(const Column& column) {
  return std::visit([](const auto& values) { return values.size(); }, column.values);
}

void pack(const Column& column, std::size_t offset, std::size_t stride, std::vector<char>& rows) {
  std::visit(
      [&](const auto& values) {
        for (std::size_t row = 0; row < values.size(); ++row) {
          char* const to = rows.data() + row * stride + offset;
          if constexpr (std::is_same_v<std::decay_t<decltype(values[0])>, std::string>) {
            const char* const text = values[row].c_str();
            std::memcpy(to, &text, cell);
          } else {
            std::memcpy(to, &values[row], cell);
          }
        }
      },
      column.values);
}

// The column of a compound's member; the class decides what its rows hold.
Column column_for(hid_t type, unsigned member, std::size_t rows) {
  char* const raw = H5Tget_member_name(type, member);
  Column column{raw, {}};
  H5free_memory(raw);
  switch (H5Tget_member_class(type, member)) {
    case H5T_INTEGER:
      column.values = std::vector<std::int64_t>(rows);
      break;
    case H5T_FLOAT:
      column.values = std::vector<double>(rows);
      break;
    case H5T_STRING:
      column.values = std::vector<std::string>(rows);
      break;
    default:
      throw Hdf5Error("cannot read column '" + column.name + "': neither a number nor a string");
  }
  return column;
}

void unpack(const std::vector<char>& rows, std::size_t offset, std::size_t stride, Column& column) {
  std::visit(
      [&](auto& values) {
        for (std::size_t row = 0; row < values.size(); ++row) {
          const char* const from = rows.data() + row * stride + offset;
          if constexpr (std::is_same_v<std::decay_t<decltype(values[0])>, std::string>) {
            const char* text = nullptr;
            std::memcpy(&text, from, cell);
            values[row] = text ? text : "";
          } else {
            std::memcpy(&values[row], from, cell);
          }
        }
      },
      column.values);
}

Handle compound_of(const Table& table) {
  const Handle text = utf8_type();
  const hid_t types[] = {H5T_NATIVE_INT64, H5T_NATIVE_DOUBLE, text.id()};  // in the order of Column::values
  Handle compound(check(H5Tcreate(H5T_COMPOUND, cell * table.size()), "create a table type"), H5Tclose);
  for (std::size_t i = 0; i < table.size(); ++i)
    check(H5Tinsert(compound.id(), table[i].name.c_str(), i * cell, types[table[i].values.index()]),
          "create column '" + table[i].name + "'");
  return compound;
}

}  // namespace

template <class T>
void Group::dataset(const std::string& name, std::span<const T> values, const std::vector<std::size_t>& shape) const {
  if (values.size() != product(shape))
    throw std::invalid_argument("dataset '" + name + "': its shape does not fit the number of its values");
  write(id(), name, file_type<T>(), memory_type<T>(), shape, values.data());
}

template <class T>
std::vector<T> Group::read(const std::string& name) const {
  const Handle dataset(check(H5Dopen2(id(), name.c_str(), H5P_DEFAULT), "open dataset", name), H5Dclose);
  std::vector<T> values(product(shape_of(dataset.id(), "read dataset '" + name + "'")));
  if (!values.empty()) check(H5Dread(dataset.id(), memory_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), "read dataset", name);
  return values;
}

#define PLISSE_INSTANTIATE(T)                                                                                     \
  template void Group::dataset<T>(const std::string&, std::span<const T>, const std::vector<std::size_t>&) const; \
  template std::vector<T> Group::read<T>(const std::string&) const;
PLISSE_INSTANTIATE(float)
PLISSE_INSTANTIATE(double)
PLISSE_INSTANTIATE(std::int64_t)
PLISSE_INSTANTIATE(std::int32_t)
PLISSE_INSTANTIATE(std::uint8_t)
#undef PLISSE_INSTANTIATE

std::vector<std::size_t> Group::shape(const std::string& name) const {
  const Handle dataset(check(H5Dopen2(id(), name.c_str(), H5P_DEFAULT), "open dataset", name), H5Dclose);
  return shape_of(dataset.id(), "read the shape of '" + name + "'");
}

Element Group::element(const std::string& name) const {
  const Handle dataset(check(H5Dopen2(id(), name.c_str(), H5P_DEFAULT), "open dataset", name), H5Dclose);
  const Handle type(check(H5Dget_type(dataset.id()), "read the type of", name), H5Tclose);
  const std::pair<hid_t, Element> known[] = {{H5T_IEEE_F32LE, Element::float32},
                                             {H5T_IEEE_F64LE, Element::float64},
                                             {H5T_STD_I64LE, Element::int64},
                                             {H5T_STD_I32LE, Element::int32},
                                             {H5T_STD_U8LE, Element::uint8}};
  for (const auto& [candidate, element] : known)
    if (H5Tequal(type.id(), candidate) > 0) return element;
  return Element::other;
}

void Group::text(const std::string& name, std::string_view value) const {
  const Handle type = utf8_type();
  const std::string terminated(value);
  const char* text = terminated.c_str();
  write(id(), name, type.id(), type.id(), {}, &text);
}

std::string Group::text(const std::string& name) const {
  const Handle dataset(check(H5Dopen2(id(), name.c_str(), H5P_DEFAULT), "open dataset", name), H5Dclose);
  if (!shape_of(dataset.id(), "read dataset '" + name + "'").empty())
    throw Hdf5Error("cannot read '" + name + "' as one text: it is an array");
  const Handle type = utf8_type();
  char* value = nullptr;
  check(H5Dread(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, &value), "read dataset", name);
  const std::string text = value ? value : "";
  H5free_memory(value);
  return text;
}

void Group::table(const std::string& name, const Table& table) const {
  const std::size_t stride = cell * table.size(), rows = table.empty() ? 0 : rows_of(table[0]);
  std::vector<char> packed(stride * rows);
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (rows_of(table[i]) != rows) throw std::invalid_argument("table '" + name + "': column '" + table[i].name + "' has another length");
    pack(table[i], i * cell, stride, packed);
  }
  const Handle type = compound_of(table);
  write(id(), name, type.id(), type.id(), {rows}, packed.data());
}

Table Group::table(const std::string& name) const {
  const Handle dataset(check(H5Dopen2(id(), name.c_str(), H5P_DEFAULT), "open table", name), H5Dclose);
  const Handle stored(check(H5Dget_type(dataset.id()), "read table", name), H5Tclose);
  if (H5Tget_class(stored.id()) != H5T_COMPOUND)
    throw Hdf5Error("cannot read '" + name + "' in " + file_ + " as a table: it has no columns");
  const auto shape = shape_of(dataset.id(), "read table '" + name + "'");
  const std::size_t rows = product(shape);
  Table table;
  for (int i = 0; i < H5Tget_nmembers(stored.id()); ++i) table.push_back(column_for(stored.id(), unsigned(i), rows));
  if (rows == 0) return table;
  const Handle type = compound_of(table), space = space_of(shape);
  std::vector<char> packed(cell * table.size() * rows);
  check(H5Dread(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, packed.data()), "read table", name);
  for (std::size_t i = 0; i < table.size(); ++i) unpack(packed, i * cell, cell * table.size(), table[i]);
  H5Dvlen_reclaim(type.id(), space.id(), H5P_DEFAULT, packed.data());
  return table;
}

}  // namespace plisse::io::hdf5

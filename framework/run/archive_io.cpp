// SPDX-License-Identifier: Apache-2.0
#include "framework/run/archive_io.hpp"

#include <span>

namespace plisse::run {
namespace {

class Fnv1a {
 public:
  void add(const void* data, std::size_t bytes) {
    for (const auto byte : std::span(static_cast<const unsigned char*>(data), bytes)) hash_ = (hash_ ^ byte) * 0x100000001b3u;
  }
  void add(std::uint64_t number) { add(&number, sizeof number); }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

template <class T>
void read_values(const io::hdf5::Group& group, const std::string& name, Array& array) {
  array.data = group.read<T>(name);
}

Array read_array(const io::hdf5::Group& group, const std::string& name) {
  Array array;
  array.shape = group.shape(name);
  switch (group.element(name)) {
    case io::hdf5::Element::float32:
      read_values<float>(group, name, array);
      break;
    case io::hdf5::Element::float64:
      read_values<double>(group, name, array);
      break;
    case io::hdf5::Element::int64:
      read_values<std::int64_t>(group, name, array);
      break;
    case io::hdf5::Element::uint8:
      read_values<std::uint8_t>(group, name, array);
      break;
    default:
      throw io::hdf5::Hdf5Error("array '" + name + "' has a number type that no archive holds");
  }
  for (auto& [key, text] : group.text_attributes_of(name)) array.attributes[key] = text;
  return array;
}

void collect(const io::hdf5::Group& group, const std::string& prefix, Archive& archive) {
  for (const auto& name : group.names()) {
    if (group.is_group(name)) collect(group.group(name), prefix + name + "/", archive);
    else archive.put(prefix + name, read_array(group, name));
  }
}

}  // namespace

void write_archive(const io::hdf5::Group& group, const Archive& archive) {
  for (const auto& [name, array] : archive.arrays()) {
    std::visit([&, &key = name, &shape = array.shape](
                   const auto& values) { group.dataset<typename std::decay_t<decltype(values)>::value_type>(key, values, shape); },
               array.data);
    for (const auto& [key, text] : array.attributes) group.attribute_of(name, key, text);
  }
}

Archive read_archive(const io::hdf5::Group& group) {
  Archive archive;
  collect(group, "", archive);
  return archive;
}

std::uint64_t checksum(const Archive& archive) {
  Fnv1a hash;
  for (const auto& [name, array] : archive.arrays()) {
    hash.add(name.data(), name.size());
    hash.add(array.data.index());
    for (const auto extent : array.shape) hash.add(extent);
    std::visit([&](const auto& values) { hash.add(values.data(), values.size() * sizeof values[0]); }, array.data);
  }
  return hash.value();
}

}  // namespace plisse::run

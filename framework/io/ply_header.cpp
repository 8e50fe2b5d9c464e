// SPDX-License-Identifier: Apache-2.0
#include "framework/io/ply_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>

#include "framework/config/error.hpp"

namespace plisse::io::ply {
namespace {

const std::map<std::string, Type, std::less<>> type_names{
    {"char", Type::int8},       {"int8", Type::int8},      {"uchar", Type::uint8},    {"uint8", Type::uint8},   {"short", Type::int16},
    {"int16", Type::int16},     {"ushort", Type::uint16},  {"uint16", Type::uint16},  {"int", Type::int32},     {"int32", Type::int32},
    {"uint", Type::uint32},     {"uint32", Type::uint32},  {"int64", Type::int64},    {"uint64", Type::uint64}, {"float", Type::float32},
    {"float32", Type::float32}, {"double", Type::float64}, {"float64", Type::float64}};

std::string word(Scanner& scanner, const char* what) {
  std::string_view text;
  if (!scanner.next_word(text)) scanner.fail(fmt::format("{} is missing", what));
  return std::string(text);
}

Type type(Scanner& scanner, const std::string& name) {
  const auto it = type_names.find(name);
  if (it == type_names.end()) scanner.fail(fmt::format("unknown property type '{}'", name));
  return it->second;
}

Format format(Scanner& scanner) {
  const std::string name = word(scanner, "the format");
  if (name == "ascii") return Format::ascii;
  if (name == "binary_little_endian") return Format::little_endian;
  if (name == "binary_big_endian") return Format::big_endian;
  scanner.fail(fmt::format("unknown format '{}'; expected ascii, binary_little_endian or binary_big_endian", name));
}

Element element(Scanner& scanner) {
  Element e;
  e.name = word(scanner, "the element's name");
  const std::string count = word(scanner, "the element's count");
  long long n = 0;
  if (!parse(count, n) || n < 0) scanner.fail(fmt::format("'{}' is not a count of elements", count));
  e.count = std::size_t(n);
  return e;
}

Property property(Scanner& scanner) {
  Property p{};
  std::string name = word(scanner, "the property's type");
  if (name == "list") {
    p.count = type(scanner, word(scanner, "the type of the list's length"));
    if (*p.count == Type::float32 || *p.count == Type::float64) scanner.fail("the length of a list must be an integer type");
    name = word(scanner, "the type of the list's items");
  }
  p.type = type(scanner, name);
  p.name = word(scanner, "the property's name");
  return p;
}

template <class T>
double decode(const unsigned char* bytes) {
  std::array<unsigned char, sizeof(T)> copy;
  std::memcpy(copy.data(), bytes, sizeof(T));
  return double(std::bit_cast<T>(copy));
}

// The bytes are in the machine's order.
double decode(Type type, const unsigned char* bytes) {
  switch (type) {
    case Type::int8:
      return decode<std::int8_t>(bytes);
    case Type::uint8:
      return decode<std::uint8_t>(bytes);
    case Type::int16:
      return decode<std::int16_t>(bytes);
    case Type::uint16:
      return decode<std::uint16_t>(bytes);
    case Type::int32:
      return decode<std::int32_t>(bytes);
    case Type::uint32:
      return decode<std::uint32_t>(bytes);
    case Type::int64:
      return decode<std::int64_t>(bytes);
    case Type::uint64:
      return decode<std::uint64_t>(bytes);
    case Type::float32:
      return decode<float>(bytes);
    case Type::float64:
      break;
  }
  return decode<double>(bytes);
}

}  // namespace

std::size_t size_of(Type type) {
  switch (type) {
    case Type::int8:
    case Type::uint8:
      return 1;
    case Type::int16:
    case Type::uint16:
      return 2;
    case Type::int32:
    case Type::uint32:
    case Type::float32:
      return 4;
    default:
      return 8;
  }
}

int Element::find(std::string_view property) const {
  for (std::size_t i = 0; i < properties.size(); ++i)
    if (properties[i].name == property) return int(i);
  return -1;
}

Header read_header(Scanner& scanner) {
  Header header;
  bool has_format = false;
  scanner.next_line();  // "ply"
  while (scanner.next_line()) {
    std::string_view keyword;
    if (!scanner.next_word(keyword) || keyword == "comment" || keyword == "obj_info") continue;
    if (keyword == "format") {
      header.format = format(scanner);
      has_format = true;
    } else if (keyword == "element") {
      header.elements.push_back(element(scanner));
    } else if (keyword == "property") {
      if (header.elements.empty()) scanner.fail("a property before the first element");
      header.elements.back().properties.push_back(property(scanner));
    } else if (keyword == "end_header") {
      if (!has_format) scanner.fail("the header names no format");
      return header;
    } else {
      scanner.fail(fmt::format("unknown header keyword '{}'", keyword.substr(0, 40)));
    }
  }
  scanner.fail("the header has no end_header");
}

void Values::begin(const Element& element) {
  element_ = &element;
  record_ = 0;
  std::size_t least = 0;  // bytes a record takes at least
  for (const Property& p : element.properties) least += format_ == Format::ascii ? 2 : size_of(p.count.value_or(p.type));
  const std::size_t left = bytes_.size() - std::min(bytes_.size(), format_ == Format::ascii ? scanner_.offset() : offset_);
  if (least > 0 && element.count > (left + 1) / least) {
    throw config::Error(fmt::format("{}: the header promises {} '{}' elements, more than the file holds; it seems cut off", name_,
                                    element.count, element.name));
  }
}

void Values::begin_record() {
  ++record_;
  if (format_ != Format::ascii) return;
  do {
    if (!scanner_.next_line()) fail("the file ends here; it seems cut off");
  } while (scanner_.rest().find_first_not_of(" \t\r") == std::string_view::npos);
}

void Values::end_record() {
  std::string_view extra;
  if (format_ == Format::ascii && scanner_.next_word(extra))
    fail(fmt::format("'{}' stands behind the last property of a {}", extra.substr(0, 40), element_->name));
}

double Values::scalar(Type type) {
  if (format_ == Format::ascii) {
    std::string_view text;
    double value = 0;
    if (!scanner_.next_word(text)) fail(fmt::format("this {} has fewer values than the header says", element_->name));
    if (!parse(text, value)) fail(fmt::format("'{}' is not a number", text.substr(0, 40)));
    return value;
  }
  const std::size_t size = size_of(type);
  if (bytes_.size() - offset_ < size) fail("the file ends here; it seems cut off");
  const bool reversed = (format_ == Format::big_endian) != (std::endian::native == std::endian::big);
  std::array<unsigned char, 8> value;
  for (std::size_t i = 0; i < size; ++i) value[i] = static_cast<unsigned char>(bytes_[offset_ + (reversed ? size - 1 - i : i)]);
  offset_ += size;
  return decode(type, value.data());
}

std::size_t Values::list_length(Type type, Type item) {
  const double length = scalar(type);
  if (!(length >= 0) || length != double((long long)(length))) fail(fmt::format("a list of {} items", length));
  const std::size_t left = format_ == Format::ascii ? scanner_.rest().size() : (bytes_.size() - offset_) / size_of(item);
  if (length > double(left)) fail(fmt::format("a list of {} items, more than are there", length));
  return std::size_t(length);
}

void Values::fail(const std::string& problem) const {
  if (format_ == Format::ascii) scanner_.fail(problem);
  throw config::Error(fmt::format("{}: {} {} of {} (byte {}): {}", name_, element_->name, record_, element_->count, offset_, problem));
}

}  // namespace plisse::io::ply

// SPDX-License-Identifier: Apache-2.0
// The header of a PLY file and the values that follow it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/io/scanner.hpp"

namespace plisse::io::ply {

enum class Format { ascii, little_endian, big_endian };
enum class Type { int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 };

std::size_t size_of(Type type);  // [bytes]

struct Property {
  std::string name;
  Type type;
  std::optional<Type> count;  // of a list
};

struct Element {
  std::string name;
  std::size_t count = 0;
  std::vector<Property> properties;

  int find(std::string_view property) const;  // -1: none
};

struct Header {
  Format format = Format::ascii;
  std::vector<Element> elements;
};

// Leaves the scanner behind the line end_header.  Throws config::Error with file and line.
Header read_header(Scanner& scanner);

// One element after the other, in the order of the file.
class Values {
 public:
  // `scanner` stands behind the header of `bytes`, which is the whole file.
  Values(std::string name, std::string_view bytes, Format format, Scanner scanner)
      : name_(std::move(name)), bytes_(bytes), format_(format), scanner_(std::move(scanner)), offset_(scanner_.offset()) {}

  void begin(const Element& element);  // Throws where the rest of the file cannot hold its records
  void begin_record();
  void end_record();  // Throws where an ASCII line holds more than the record
  double scalar(Type type);
  std::size_t list_length(Type type, Type item);
  // Throws config::Error naming the line, or the element's number.
  [[noreturn]] void fail(const std::string& problem) const;

 private:
  std::string name_;
  std::string_view bytes_;
  Format format_;
  Scanner scanner_;
  std::size_t offset_;
  const Element* element_ = nullptr;
  std::size_t record_ = 0;  // from 1
};

}  // namespace plisse::io::ply

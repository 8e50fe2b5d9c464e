// SPDX-License-Identifier: Apache-2.0
#include "framework/io/point_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "framework/config/error.hpp"
#include "framework/io/ply_header.hpp"
#include "framework/io/scanner.hpp"

namespace plisse::io {
namespace {

const std::vector<std::string> place{"x", "y", "z"}, place_and_normal{"x", "y", "z", "nx", "ny", "nz"};

// Reads every record of an element; scalars of each go to `row`.
template <class Row>
void read_element(ply::Values& values, const ply::Element& element, Row row) {
  std::vector<double> scalars;
  values.begin(element);
  if (element.properties.empty()) return;
  for (std::size_t i = 0; i < element.count; ++i) {
    scalars.clear();
    values.begin_record();
    for (const ply::Property& p : element.properties) {
      if (!p.count) {
        scalars.push_back(values.scalar(p.type));
        continue;
      }
      for (std::size_t left = values.list_length(*p.count, p.type); left > 0; --left) values.scalar(p.type);
    }
    values.end_record();
    row(scalars);
  }
}

PointTable parse_ply(const std::string& name, const std::string& bytes) {
  Scanner scanner(name, bytes);
  const ply::Header header = ply::read_header(scanner);
  ply::Values values(name, bytes, header.format, scanner);
  PointTable table;
  for (const ply::Element& element : header.elements) {
    if (element.name == "face") table.faces = element.count;
    if (element.name != "vertex") {
      read_element(values, element, [](const std::vector<double>&) {});
      continue;
    }
    for (const ply::Property& p : element.properties)
      if (!p.count) table.names.push_back(p.name);
    for (const std::string& axis : place)
      if (table.find(axis) < 0) throw config::Error(fmt::format("{}: vertices have no property '{}'", name, axis));
    read_element(values, element, [&](const std::vector<double>& row) { table.values.insert(table.values.end(), row.begin(), row.end()); });
  }
  if (table.names.empty()) throw config::Error(fmt::format("{} has no element 'vertex', which makes points", name));
  return table;
}

PointTable parse_obj(const std::string& name, const std::string& text) {
  Scanner scanner(name, text, '#', true);
  PointTable table{place, {}, 0};
  std::vector<double> normals;
  std::string_view word;
  while (scanner.next_line()) {
    if (!scanner.next_word(word)) continue;
    if (word == "f") ++table.faces;
    if (word != "v" && word != "vn") continue;
    for (const char* axis : {"x", "y", "z"}) (word == "v" ? table.values : normals).push_back(scanner.number(axis));
  }
  if (normals.size() != table.values.size() || table.faces > 0) return table;  // with faces, normals go by corners
  PointTable both{place_and_normal, {}, 0};
  for (std::size_t i = 0; i < normals.size(); i += 3)
    for (const auto* of : {&table.values, &normals})
      both.values.insert(both.values.end(), of->begin() + std::ptrdiff_t(i), of->begin() + std::ptrdiff_t(i) + 3);
  return both;
}

PointTable parse_text(const std::string& name, const std::string& text) {
  Scanner scanner(name, text, '#');
  PointTable table;
  std::vector<double> row;
  std::string_view word;
  while (scanner.next_line()) {
    row.clear();
    while (scanner.next_word(word)) {
      double value = 0;
      if (!parse(word, value)) scanner.fail(fmt::format("'{}' is not a number; a line holds x y z, or x y z nx ny nz", word.substr(0, 40)));
      row.push_back(value);
    }
    if (row.empty()) continue;
    if (table.names.empty() && (row.size() == 3 || row.size() == 6)) table.names = row.size() == 3 ? place : place_and_normal;
    if (row.size() != table.names.size()) {
      scanner.fail(table.names.empty() ? fmt::format("{} numbers; a line holds x y z, or x y z nx ny nz", row.size())
                                       : fmt::format("{} numbers, where the lines before hold {}", row.size(), table.names.size()));
    }
    table.values.insert(table.values.end(), row.begin(), row.end());
  }
  return table;
}

}  // namespace

int PointTable::find(const std::string& name) const {
  const auto it = std::find(names.begin(), names.end(), name);
  return it == names.end() ? -1 : int(it - names.begin());
}

std::vector<geometry::Point3> PointTable::vectors(int x, int y, int z) const {
  std::vector<geometry::Point3> result(size());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = {at(i, x), at(i, y), at(i, z)};
  return result;
}

PointTable read_points(const std::filesystem::path& file) {
  const std::string text = read_mesh_text(file), name = file.string();
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  const bool is_ply = text.starts_with("ply\n") || text.starts_with("ply\r\n");
  if (!is_ply && extension == ".ply") throw config::Error(fmt::format("{} is not a PLY file: its first line is not 'ply'", name));
  if (!is_ply && extension != ".obj" && extension != ".xyz" && extension != ".txt")
    throw config::Error(fmt::format("{}: points are read from .ply, .obj, .xyz and .txt files; convert this one", name));
  PointTable table = is_ply ? parse_ply(name, text) : extension == ".obj" ? parse_obj(name, text) : parse_text(name, text);
  if (table.size() == 0) throw config::Error(fmt::format("{} holds no points", name));
  return table;
}

}  // namespace plisse::io

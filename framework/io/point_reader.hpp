// SPDX-License-Identifier: Apache-2.0
// Reads points with whatever is known of each: the vertices of a PLY file with their scalar properties, the v (and vn) lines of an OBJ
// file, or a text of x y z or x y z nx ny nz lines (.xyz, .txt; # starts a comment).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/geometry/vector.hpp"
#include "framework/io/mesh_reader.hpp"

namespace plisse::io {

struct PointTable {
  std::vector<std::string> names;  // of the columns
  std::vector<double> values;      // (N, names), as in the file; may hold NaN
  std::size_t faces = 0;           // that the file has, too

  std::size_t size() const { return names.empty() ? 0 : values.size() / names.size(); }
  int find(const std::string& name) const;  // -1: none
  double at(std::size_t row, int column) const { return values[row * names.size() + std::size_t(column)]; }
  // Three columns as vectors.
  std::vector<geometry::Point3> vectors(int x, int y, int z) const;
};

// Columns x, y, z are always there.  Throws config::Error with the file and, where there is one, the line: missing file, syntax, no points.
PointTable read_points(const std::filesystem::path& file);

}  // namespace plisse::io

// SPDX-License-Identifier: Apache-2.0
#include "framework/io/mesh_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "framework/config/error.hpp"
#include "framework/io/obj_reader.hpp"
#include "framework/io/ply_reader.hpp"
#include "framework/io/scanner.hpp"

namespace plisse::io {
namespace {

using geometry::SurfaceMesh;

std::string lower_extension(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return extension;
}

SurfaceMesh read(const std::filesystem::path& file, bool uv) {
  const std::string text = read_mesh_text(file), extension = lower_extension(file);
  if (text.starts_with("ply\n") || text.starts_with("ply\r\n")) return parse_ply(file.string(), text, uv);
  if (extension == ".obj") return parse_obj(file.string(), text, uv);
  if (extension == ".ply") throw config::Error(fmt::format("{} is not a PLY file: its first line is not 'ply'", file.string()));
  throw config::Error(fmt::format("{}: meshes are read from .obj and .ply files; convert this one", file.string()));
}

}  // namespace

// Cyclic permutations of the axes, which are rotations, for x; a quarter turn about x for y, which keeps x.
std::array<double, 3> turn_up(const std::array<double, 3>& p, Up up) {
  switch (up) {
    case Up::x:
      return {p[1], p[2], p[0]};
    case Up::y:
      return {p[0], -p[2], p[1]};
    case Up::z:
      break;
  }
  return p;
}

double metres(Unit unit) {
  switch (unit) {
    case Unit::dm:
      return 1e-1;
    case Unit::cm:
      return 1e-2;
    case Unit::mm:
      return 1e-3;
    case Unit::m:
      break;
  }
  return 1;
}

SurfaceMesh read_mesh(const std::filesystem::path& file, const ReadOptions& options) {
  SurfaceMesh mesh = read(file, options.uv);
  const double factor = metres(options.unit) * options.scale;
  for (auto& p : mesh.positions) {
    p = turn_up(p, options.up);
    for (double& x : p) x *= factor;
  }
  return mesh;
}

}  // namespace plisse::io

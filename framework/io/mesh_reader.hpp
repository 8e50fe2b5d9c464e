// SPDX-License-Identifier: Apache-2.0
// Reads triangle meshes into SI units with z up.
#pragma once

#include <array>
#include <filesystem>

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::io {

enum class Unit { m, dm, cm, mm };
enum class Up { x, y, z };

struct ReadOptions {
  Unit unit = Unit::m;  // of the file's coordinates
  Up up = Up::z;        // the file's axis that points up; becomes z by a rotation
  double scale = 1;     // further factor on the positions
  bool uv = true;       // false: leave texture coordinates out
};

double metres(Unit unit);
// Turns the file's axis that points up into z: a rotation.
std::array<double, 3> turn_up(const std::array<double, 3>& p, Up up);

// OBJ or PLY: told by the first bytes, else by the extension.  Polygons are triangulated.  Throws config::Error with the file and, where
// there is one, the line: missing file, syntax, index out of range, coordinate that is not finite, no faces.
geometry::SurfaceMesh read_mesh(const std::filesystem::path& file, const ReadOptions& options = {});

}  // namespace plisse::io

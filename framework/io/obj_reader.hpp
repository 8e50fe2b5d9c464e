// SPDX-License-Identifier: Apache-2.0
// Wavefront OBJ: v, vt and f, with indices counted from 1 or backwards from the end, lines joined by a backslash.  Positions and texture
// coordinates keep their separate indices; normals, groups and materials are skipped, and so are lines that start with any other word.
#pragma once

#include <string>
#include <string_view>

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::io {

// Parses the text of an OBJ file; `name` stands for it in messages.  Throws config::Error with file and line.
geometry::SurfaceMesh parse_obj(const std::string& name, std::string_view text, bool with_uv = true);

}  // namespace plisse::io

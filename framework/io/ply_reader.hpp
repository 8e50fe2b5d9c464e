// SPDX-License-Identifier: Apache-2.0
// PLY: ASCII, binary little endian and binary big endian, with any further elements and properties (skipped).  Texture coordinates come
// from a `texcoord` list a face, else from the vertex properties s t, u v, texture_u texture_v or texture_s texture_t.
#pragma once

#include <string>
#include <string_view>

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::io {

// Parses the bytes of a PLY file; `name` stands for it in messages.  Throws config::Error with file and line, or with the element and its
// number in binary files.
geometry::SurfaceMesh parse_ply(const std::string& name, std::string_view bytes, bool with_uv = true);

}  // namespace plisse::io

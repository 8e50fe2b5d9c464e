// SPDX-License-Identifier: Apache-2.0
// A garment read from a mesh file.
#pragma once

#include <filesystem>

#include "framework/geometry/garment.hpp"
#include "framework/geometry/vector.hpp"
#include "framework/io/mesh_reader.hpp"

namespace plisse::geometry {

// Policy: vertices at one place are merged, collapsed triangles and unreferenced vertices dropped, disagreeing triangles turned, UV brought
// into the unit square, each with a note.  Non-manifold edges, triangles of zero area and surfaces with one side only are refused;
// several pieces and an odd size are notes.  Where UV is unusable, has_uv is false: who needs UV calls require_uv().  Throws config::Error.
Garment read_garment(const std::filesystem::path& file, const io::ReadOptions& read, const Point3& position, const LookupOptions& lookup);

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
// Closed bodies for garments to lie on: read from files, or simple shapes.
#pragma once

#include <filesystem>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"
#include "framework/io/mesh_reader.hpp"

namespace plisse::geometry {

// A closed manifold mesh with outward normals, from an OBJ or PLY file, moved by `position` [m] after unit, axis and scale.  Vertices at
// one place are merged and triangles turned where needed.  Throws config::Error with counts on open or non-manifold meshes.
SurfaceMesh read_body(const std::filesystem::path& file, const io::ReadOptions& read = {}, const Point3& position = {});

// The shapes below are closed, with outward normals; lengths in metres.

// A subdivided icosahedron with 20 * 4^subdivisions triangles, its vertices on the sphere.
SurfaceMesh icosphere(double radius, const Point3& centre = {}, int subdivisions = 4);

// All points within `radius` of the segment from a to b; `segments` around (at least 3), segments / 4 rings a cap.
SurfaceMesh capsule(const Point3& a, const Point3& b, double radius, int segments = 64);

// Axis-aligned, two triangles a side.
SurfaceMesh box(const Point3& low, const Point3& high);

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
// Surface meshes as OBJ, PLY and VTKHDF.  Every file is written whole or not at all (io/atomic_file.hpp); all throw FileError, and
// std::invalid_argument on a mesh whose indices or fields do not fit its points.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/io/hdf5.hpp"

namespace plisse::io {

// v, vt and f lines; every number so that it reads back as the same double.
void write_obj(const std::filesystem::path& file, const geometry::SurfaceMesh& mesh);

// Binary little endian, x y z as double, fields as further vertex properties (float; NAME, or NAME_0.. , NAME_x.. for vectors).
// Texture coordinates are the vertex properties s and t where every point has one pair, else a texcoord list per face, so that seams need
// no cuts.
void write_ply(const std::filesystem::path& file, const geometry::SurfaceMesh& mesh);

// VTKHDF UnstructuredGrid 1.0 under /VTKHDF, for ParaView and VTK 9.1.
void write_vtkhdf(const std::filesystem::path& file, const geometry::SurfaceMesh& mesh);

// The same into a group of an open file, where a link may lead to it.  Fields become PointData; texture coordinates become PointData/uv
// (the first pair of each point) and, where charts are cut along seams, the further arrays UV (k, 2) and UVTriangles (n, 3), which VTK
// leaves alone.
void write_vtkhdf(const hdf5::Group& group, const geometry::SurfaceMesh& mesh);

// Reads what write_vtkhdf wrote.  Throws Hdf5Error on anything but triangles.
geometry::SurfaceMesh read_vtkhdf(const hdf5::Group& group);

// Texture coordinates by point: the pair of the first triangle corner that uses the point, (0, 0) for a point without.
struct PointUv {
  std::vector<std::array<double, 2>> uv;
  bool unique = true;  // false where a point has several pairs
};
PointUv uv_on_points(const geometry::SurfaceMesh& mesh);

// Throws std::invalid_argument naming the first index or field that does not fit.
void check_consistent(const geometry::SurfaceMesh& mesh);

}  // namespace plisse::io

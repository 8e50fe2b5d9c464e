// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/body.hpp"

#include <fmt/format.h>

#include "framework/config/error.hpp"
#include "framework/geometry/inspection.hpp"
#include "framework/geometry/orientation.hpp"
#include "framework/geometry/weld.hpp"

namespace plisse::geometry {

SurfaceMesh read_body(const std::filesystem::path& file, const io::ReadOptions& read, const Point3& position) {
  io::ReadOptions without_uv = read;
  without_uv.uv = false;
  SurfaceMesh mesh = weld(io::read_mesh(file, without_uv)).mesh;
  const Report report = inspect(mesh);
  if (mesh.triangles.empty() || !report.closed() || report.non_manifold) {
    throw config::Error(
        fmt::format("{} is not a closed body: {} triangles, {} open edges in {} loops, {} edges with more than two triangles; close "
                    "its holes and keep its outside only",
                    file.string(), report.triangles, report.boundary_edges, report.boundary_loops, report.non_manifold.count));
  }
  orient(mesh);
  orient_outward(mesh);
  for (Point3& p : mesh.positions) p = p + position;
  return mesh;
}

}  // namespace plisse::geometry

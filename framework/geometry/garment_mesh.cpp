// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/garment_mesh.hpp"

#include <fmt/format.h>

#include <utility>

#include "framework/config/error.hpp"
#include "framework/geometry/charts.hpp"
#include "framework/geometry/inspection.hpp"
#include "framework/geometry/orientation.hpp"
#include "framework/geometry/weld.hpp"

namespace plisse::geometry {

Garment read_garment(const std::filesystem::path& file, const io::ReadOptions& read, const Point3& position, const LookupOptions& lookup) {
  Garment garment;
  Welded welded = weld(io::read_mesh(file, read));
  SurfaceMesh& mesh = welded.mesh;
  const auto note = [&](std::string text) { garment.notes.push_back(std::move(text)); };
  if (mesh.triangles.empty()) throw config::Error(fmt::format("{}: all triangles collapse to lines or points", file.string()));
  if (welded.merged) note(fmt::format("{} vertices merged with others at the same place", welded.merged));
  if (welded.collapsed) note(fmt::format("{} triangles with coinciding corners dropped", welded.collapsed));
  if (welded.unreferenced) note(fmt::format("{} vertices without a triangle dropped", welded.unreferenced));
  if (const int turned = orient(mesh)) note(fmt::format("{} triangles turned to face the same way as their neighbours", turned));
  for (Point3& p : mesh.positions) p = p + position;

  const Report report = inspect(mesh);
  if (report.non_manifold || report.zero_area)
    throw config::Error(fmt::format("{} cannot be used as a garment; repair the mesh:\n{}", file.string(), report.text()));
  note(report.summary());
  garment.has_uv = report.usable_uv();
  if (garment.has_uv) {
    if (std::string changed = normalise_uv(mesh); !changed.empty()) note(std::move(changed));
    garment.rest = build_rest_surface(mesh, lookup.lookup, lookup.map_resolution);
  } else {
    std::string problems = report.uv_text();
    problems.pop_back();
    note("no usable UV:\n" + problems);
  }
  garment.mesh = std::move(mesh);
  return garment;
}

}  // namespace plisse::geometry

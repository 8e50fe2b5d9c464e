// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/garment_mesh.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "framework/config/error.hpp"
#include "framework/geometry/charts.hpp"
#include "framework/geometry/garment_size.hpp"
#include "framework/geometry/inspection.hpp"
#include "framework/geometry/orientation.hpp"
#include "framework/geometry/union_find.hpp"
#include "framework/geometry/weld.hpp"

namespace plisse::geometry {
namespace {

int orient_file(SurfaceMesh& mesh, const std::filesystem::path& file) {
  try {
    return orient(mesh);
  } catch (const config::Error& error) {
    throw config::Error(fmt::format("{}: {}", file.string(), error.what()));
  }
}

// "2 pieces that nothing holds together, of 4000 and 12 triangles"; empty for one.
std::string pieces_note(const SurfaceMesh& mesh) {
  UnionFind sets(mesh.positions.size());
  for (const Triangle& t : mesh.triangles) {
    sets.unite(t[0], t[1]);
    sets.unite(t[0], t[2]);
  }
  const auto [label, count] = sets.labels();
  if (count < 2) return {};
  std::vector<int> triangles(std::size_t(count), 0);
  for (const Triangle& t : mesh.triangles) ++triangles[std::size_t(label[std::size_t(t[0])])];
  std::sort(triangles.rbegin(), triangles.rend());
  const std::size_t shown = std::min<std::size_t>(5, triangles.size());
  return fmt::format(
      "{} pieces that nothing holds together, of {}{} triangles: each needs a hold of its own; weld the mesh if they are one", count,
      fmt::join(triangles.begin(), triangles.begin() + std::ptrdiff_t(shown), ", "), shown < triangles.size() ? ", ..." : "");
}

}  // namespace

Garment read_garment(const std::filesystem::path& file, const io::ReadOptions& read, const Point3& position, const LookupOptions& lookup) {
  Garment garment;
  Welded welded = weld(io::read_mesh(file, read));
  SurfaceMesh& mesh = welded.mesh;
  const auto note = [&](std::string text) { garment.notes.push_back(std::move(text)); };
  if (mesh.triangles.empty()) throw config::Error(fmt::format("{}: all triangles collapse to lines or points", file.string()));
  if (welded.merged) note(fmt::format("{} vertices merged with others at the same place", welded.merged));
  if (welded.collapsed) note(fmt::format("{} triangles with coinciding corners dropped", welded.collapsed));
  if (welded.unreferenced) note(fmt::format("{} vertices without a triangle dropped", welded.unreferenced));
  if (const int turned = orient_file(mesh, file)) note(fmt::format("{} triangles turned to face the same way as their neighbours", turned));
  for (Point3& p : mesh.positions) p = p + position;

  const Report report = inspect(mesh);
  if (report.non_manifold || report.zero_area)
    throw config::Error(fmt::format("{} cannot be used as a garment; repair the mesh:\n{}", file.string(), report.text()));
  note(report.summary());
  if (std::string pieces = pieces_note(mesh); !pieces.empty()) note(std::move(pieces));
  note(size_note(mesh.positions));
  garment.has_uv = report.usable_uv();
  if (garment.has_uv) {
    if (std::string changed = normalise_uv(mesh); !changed.empty()) note(std::move(changed));
    garment.rest = build_rest_surface(mesh, lookup.lookup, lookup.map_resolution);
  }
  garment.mesh = std::move(mesh);
  return garment;
}

}  // namespace plisse::geometry

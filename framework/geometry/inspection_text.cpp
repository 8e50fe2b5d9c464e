// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "framework/config/error.hpp"
#include "framework/geometry/inspection.hpp"

namespace plisse::geometry {
namespace {

// "  3 triangles of zero area: 5, 7, 11"
std::string line(const Defect& defect, const char* one, const char* many, const char* rest, const std::vector<int>& chart = {}) {
  if (!defect) return {};
  std::string text = fmt::format("  {} {} {}:", defect.count, defect.count == 1 ? one : many, rest);
  const char* separator = " ";
  for (const auto& [i, j] : defect.first) {
    text += separator + (j < 0 ? fmt::format("{}", i) : fmt::format("{}-{}", i, j));
    if (!chart.empty()) {
      const int a = chart[std::size_t(i)], b = j < 0 ? a : chart[std::size_t(j)];
      text += a == b ? fmt::format(" (chart {})", a) : fmt::format(" (charts {}, {})", a, b);
    }
    separator = ", ";
  }
  return text + (defect.count > defect.first.size() ? ", ...\n" : "\n");
}

std::string counted(int n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

}  // namespace

std::string Report::uv_text() const {
  if (!has_uv) return "  it has no texture coordinates\n";
  if (single_uv) return "  all its corners have the same texture coordinates\n";
  return line(uv_non_finite, "triangle", "triangles", "with UV that is not finite") +
         line(uv_zero_area, "triangle", "triangles", "of zero UV area", chart) +
         line(uv_flipped, "triangle", "triangles", "flipped in UV", chart) +
         line(uv_overlaps, "pair", "pairs", "of triangles that overlap in UV", chart);
}

std::string Report::summary() const {
  return fmt::format("{} vertices, {} triangles, {}, {} of {}, area {:.6g} m2", vertices, triangles, counted(components, "component"),
                     counted(boundary_loops, "boundary loop"), counted(boundary_edges, "edge"), area);
}

std::string Report::text() const {
  std::string text = summary() + "\n";
  text += line(non_finite, "vertex", "vertices", "with a coordinate that is not finite");
  text += line(non_manifold, "edge", "edges", "with more than two triangles");
  text += line(inconsistent, "edge", "edges", "between triangles of opposite orientation");
  text += line(zero_area, "triangle", "triangles", "of zero area");
  text += line(unreferenced, "vertex", "vertices", "without a triangle");
  text += line(duplicates, "vertex", "vertices", "at the place of an earlier one");
  if (has_uv) text += fmt::format("  UV: {}, area {:.6g}\n", counted(charts, "chart"), uv_area);
  text += line(uv_outside, "triangle", "triangles", "outside the unit square of UV");
  if (!usable_uv()) text += uv_text();
  return text;
}

void require_uv(const Report& report, const std::string& name) {
  if (report.usable_uv()) return;
  throw config::Error(
      fmt::format("{} cannot be used with UV:\n{}  lay its charts out flat, side by side and facing one way, or choose a method that "
                  "needs no UV",
                  name, report.uv_text()));
}

void require_uv(const SurfaceMesh& mesh, const std::string& name) { require_uv(inspect(mesh), name); }

}  // namespace plisse::geometry

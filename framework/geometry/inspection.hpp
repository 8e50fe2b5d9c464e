// SPDX-License-Identifier: Apache-2.0
// What is wrong with a mesh: counts and the first offenders.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::geometry {

// One kind of defect: how many, and the first few by index: a triangle or vertex {i, -1}, an edge by its vertices, or a pair.
struct Defect {
  static constexpr std::size_t kept = 5;
  std::size_t count = 0;
  std::vector<std::array<int, 2>> first;

  void add(int i, int j = -1) {
    if (++count <= kept) first.push_back({i, j});
  }
  explicit operator bool() const { return count > 0; }
};

struct Report {
  std::size_t vertices = 0, triangles = 0;
  int components = 0;  // of triangles that share vertices
  int boundary_edges = 0, boundary_loops = 0;
  double area = 0;  // [m^2]

  Defect non_finite;    // vertices with a NaN or infinite coordinate
  Defect non_manifold;  // edges with more than two triangles
  Defect inconsistent;  // edges whose two triangles have opposite orientation
  Defect zero_area;     // triangles below 1e-12 times the squared bounding diagonal
  Defect unreferenced;  // vertices without a triangle
  Defect duplicates;    // pairs of vertices (later, earlier) at exactly the same place

  bool has_uv = false;
  bool single_uv = false;  // every corner has the same texture coordinates
  bool mirrored = false;   // most triangles run clockwise in UV
  int charts = 0;
  std::vector<int> chart;  // of each triangle
  double uv_area = 0;      // of all triangles, without sign
  Defect uv_non_finite;    // triangles
  Defect uv_zero_area;     // triangles below 1e-12 times the squared UV extent
  Defect uv_flipped;       // triangles whose signed UV area has not the sign of most; a triangle of almost zero area may be here, too
  Defect uv_outside;       // triangles with a corner outside [0, 1]^2
  Defect uv_overlaps;      // pairs of triangles that share a UV region wider than 1e-5 of the UV extent; counted up to 100 000

  bool closed() const { return boundary_edges == 0; }
  // The UV method needs UV on every triangle, all finite, of positive area, of one orientation, none on another.
  bool usable_uv() const { return has_uv && !single_uv && !uv_non_finite && !uv_zero_area && !uv_flipped && !uv_overlaps; }

  std::string summary() const;  // one line, without defects
  std::string text() const;     // the summary and a line for each defect, each ended
  std::string uv_text() const;  // only what keeps UV from being used, a line each
};

// Indices must be in range.
Report inspect(const SurfaceMesh& mesh);

// Throws config::Error with counts and first offenders when `mesh` has no usable UV; `name` stands for the mesh.
void require_uv(const SurfaceMesh& mesh, const std::string& name);
void require_uv(const Report& report, const std::string& name);

}  // namespace plisse::geometry

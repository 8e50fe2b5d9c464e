// SPDX-License-Identifier: Apache-2.0
#include "framework/report/deformation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "framework/geometry/half_edges.hpp"
#include "framework/geometry/seams.hpp"
#include "framework/report/percentile.hpp"

namespace plisse::report {
namespace {

using namespace geometry;

void require_same_mesh(const SurfaceMesh& reference, const SurfaceMesh& final) {
  if (reference.positions.size() != final.positions.size() || reference.triangles != final.triangles)
    throw std::invalid_argument("deformation: the surface at rest and the draped one are not the same mesh");
}

double area_of(const SurfaceMesh& mesh) {
  double area = 0;
  for (const Triangle& t : mesh.triangles) {
    const auto at = [&](std::size_t k) { return mesh.positions[std::size_t(t[k])]; };
    area += 0.5 * norm(area_vector(at(0), at(1), at(2)));
  }
  return area;
}

// |l' - l| / l of each edge, ascending.
std::vector<double> length_changes(const SurfaceMesh& reference, const SurfaceMesh& final) {
  std::vector<double> changes;
  for_each_edge(sorted_side_ends(reference.triangles), [&](const SideEnds& ends, std::size_t) {
    const auto length = [&](const SurfaceMesh& mesh) {
      return norm(mesh.positions[std::size_t(ends.high())] - mesh.positions[std::size_t(ends.low())]);
    };
    const double before = length(reference);
    if (before > 0) changes.push_back(std::abs(length(final) - before) / before);
  });
  std::sort(changes.begin(), changes.end());
  return changes;
}

// Vertices at exactly one place.  Those of a seam are copies of one another, or were welded.
std::vector<SeamSides> coincident(const std::vector<Point3>& positions) {
  std::vector<int> order(positions.size());
  std::iota(order.begin(), order.end(), 0);
  const auto at = [&](int v) -> const Point3& { return positions[std::size_t(v)]; };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return at(a) != at(b) ? at(a) < at(b) : a < b; });
  std::vector<SeamSides> groups;
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i + 1;
    while (end < order.size() && at(order[end]) == at(order[i])) ++end;
    if (end > i + 1) groups.emplace_back(order.begin() + std::ptrdiff_t(i), order.begin() + std::ptrdiff_t(end));
    i = end;
  }
  return groups;
}

}  // namespace

std::vector<Metric> deformation(const SurfaceMesh& reference, const SurfaceMesh& final) {
  require_same_mesh(reference, final);
  const double before = area_of(reference), after = area_of(final);
  const auto changes = length_changes(reference, final);
  std::vector<Metric> metrics;
  if (before > 0)
    metrics.push_back({"area_change", after / before - 1, "", "", std::int64_t(reference.triangles.size()),
                       "area of the result mesh over its area at rest, minus 1"});
  if (changes.empty()) return metrics;
  const auto edges = std::int64_t(changes.size());
  const double mean = std::accumulate(changes.begin(), changes.end(), 0.0) / double(edges);
  const std::string of = "|length change| / length at rest of the edges of the result mesh";
  metrics.push_back({"length_change_mean", mean, "", "lower", edges, "mean " + of});
  metrics.push_back({"length_change_p95", percentile(changes, 0.95), "", "lower", edges, "95th percentile of " + of});
  metrics.push_back({"length_change_max", changes.back(), "", "lower", edges, "largest " + of});
  return metrics;
}

std::vector<Metric> seam_gap(const std::vector<Point3>& draped, const std::vector<SeamSides>& points, const std::string& what) {
  double sum = 0, largest = 0;
  for (const SeamSides& sides : points) {
    double gap = 0;
    for (std::size_t a = 0; a < sides.size(); ++a)
      for (std::size_t b = a + 1; b < sides.size(); ++b)
        gap = std::max(gap, norm(draped.at(std::size_t(sides[b])) - draped.at(std::size_t(sides[a]))));
    sum += gap;
    largest = std::max(largest, gap);
  }
  const auto n = std::int64_t(points.size());
  const std::string of = "distance between the sides of a seam in the final surface; " + (points.empty() ? "there is no seam" : what);
  return {{"seam_gap_max", largest, "m", "lower", n, "largest " + of},
          {"seam_gap_mean", points.empty() ? 0 : sum / double(n), "m", "lower", n, "mean " + of}};
}

std::vector<Metric> seam_gap(const SurfaceMesh& reference, const SurfaceMesh& final) {
  require_same_mesh(reference, final);
  auto points = coincident(reference.positions);
  const std::size_t parted = points.size();
  for (const SeamVertex& seam : seams(reference).vertices) points.push_back({seam.vertex});
  return seam_gap(final.positions, points,
                  fmt::format("{} seam points are several vertices of the mesh, and {} are one vertex, whose sides cannot part", parted,
                              points.size() - parted));
}

std::size_t deformation_bytes(const MeshSize& size) {
  const std::size_t changes = 3 * size.triangles / 2 * sizeof(double);  // one an edge; twice that while the list grows
  return side_ends_bytes(size) + 2 * changes;
}

std::size_t seam_gap_bytes(const MeshSize& size) {
  const std::size_t order = size.points * sizeof(int);
  if (size.uv == 0) return order;
  constexpr std::size_t list = sizeof(std::vector<int>) + 48, node = 64;  // a short list and its heap block; an entry of a map
  return (size.uv + size.points) * sizeof(int) + std::max({node * size.uv, list * size.points, 3 * sizeof(HalfEdge) * size.triangles});
}

}  // namespace plisse::report

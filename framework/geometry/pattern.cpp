// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "framework/geometry/panel_mesh.hpp"
#include "framework/geometry/union_find.hpp"

namespace plisse::geometry {
namespace {

// The vertices of a panel's outline: those of edge e are first[e] to first[e + 1], where the last is the next edge's first.
struct Outline {
  std::vector<Point2> points;
  std::vector<std::size_t> first;

  std::size_t pieces(std::size_t edge) const { return first[edge + 1] - first[edge]; }
  // Vertex k of an edge, k up to its number of pieces.
  std::size_t vertex(std::size_t edge, std::size_t k) const { return (first[edge] + k) % points.size(); }
};

// Pieces of each edge of each panel: equally many on both sides of a seam.
std::vector<std::vector<int>> count_pieces(const Pattern& pattern, double edge) {
  std::vector<std::vector<int>> pieces;
  for (const Panel& panel : pattern.panels) {
    pieces.emplace_back();
    for (const Curve& curve : panel.outline) pieces.back().push_back(std::max(1, int(std::ceil(curve.length() / edge - 1e-9))));
  }
  for (const auto& [a, b] : pattern.seams)
    pieces[a.panel][a.edge] = pieces[b.panel][b.edge] = std::max(pieces[a.panel][a.edge], pieces[b.panel][b.edge]);
  return pieces;
}

Outline sample_outline(const Panel& panel, const std::vector<int>& pieces) {
  Outline outline;
  for (std::size_t e = 0; e < panel.outline.size(); ++e) {
    outline.first.push_back(outline.points.size());
    for (int k = 0; k < pieces[e]; ++k) outline.points.push_back(panel.outline[e].at(double(k) / pieces[e]));
  }
  outline.first.push_back(outline.points.size());
  return outline;
}

void append(SurfaceMesh& mesh, const PanelMesh& panel, const Panel& described, const Point2& corner) {
  const int first = int(mesh.uv.size());
  for (const Point2& p : panel.points) {
    mesh.uv.push_back(p + corner);
    mesh.positions.push_back(described.place(p));
  }
  for (Triangle t : panel.triangles) {
    for (int& v : t) v += first;
    mesh.triangles.push_back(t);
  }
}

// Gives one vertex to those that are sewn together, and numbers the rest anew.
void join(SurfaceMesh& mesh, UnionFind& sewn, double tolerance) {
  std::vector<int> number(mesh.positions.size(), -1);
  std::vector<Point3> positions;
  mesh.uv_triangles = mesh.triangles;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const auto root = std::size_t(sewn.find(int(v)));
    if (number[root] < 0) {
      number[root] = int(positions.size());
      positions.push_back(mesh.positions[v]);
    }
    number[v] = number[root];
    const double apart = norm(mesh.positions[v] - positions[std::size_t(number[v])]);
    if (apart > tolerance) throw std::logic_error(fmt::format("pattern: the sides of a seam are {} m apart in space", apart));
  }
  mesh.positions = std::move(positions);
  for (Triangle& t : mesh.triangles)
    for (int& v : t) v = number[std::size_t(v)];
}

}  // namespace

Curve::Curve(std::function<Point2(double)> at_parameter) : at_parameter_(std::move(at_parameter)), lengths_{0} {
  constexpr int pieces = 1024;
  Point2 before = at_parameter_(0);
  for (int i = 1; i <= pieces; ++i) {
    const Point2 next = at_parameter_(double(i) / pieces);
    lengths_.push_back(lengths_.back() + norm(next - before));
    before = next;
  }
}

Point2 Curve::at(double fraction) const {
  const double target = std::clamp(fraction, 0., 1.) * length();
  const auto after = std::clamp<std::ptrdiff_t>(std::upper_bound(lengths_.begin(), lengths_.end(), target) - lengths_.begin(), 1,
                                                std::ptrdiff_t(lengths_.size()) - 1);
  const double low = lengths_[std::size_t(after - 1)], high = lengths_[std::size_t(after)];
  const double within = high > low ? (target - low) / (high - low) : 0;
  return at_parameter_((double(after - 1) + within) / double(lengths_.size() - 1));
}

Curve line(const Point2& from, const Point2& to) {
  return Curve([=](double t) { return (1 - t) * from + t * to; });
}

Curve cubic(const Point2& a, const Point2& b, const Point2& c, const Point2& d) {
  return Curve([=](double t) {
    const double s = 1 - t;
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
  });
}

Curve reversed(const Curve& curve) {
  return Curve([curve](double t) { return curve.at(1 - t); });
}

Curve mirrored(const Curve& curve) {
  return Curve([curve](double t) {
    const Point2 p = curve.at(1 - t);
    return Point2{-p[0], p[1]};
  });
}

SurfaceMesh sew(const Pattern& pattern, double edge) {
  const auto pieces = count_pieces(pattern, edge);
  SurfaceMesh mesh;
  std::vector<Outline> outlines;
  std::vector<int> start;  // of each panel's vertices
  double right = 0;
  for (std::size_t i = 0; i < pattern.panels.size(); ++i) {
    outlines.push_back(sample_outline(pattern.panels[i], pieces[i]));
    start.push_back(int(mesh.uv.size()));
    const auto& points = outlines[i].points;
    const auto [left, far] = std::minmax_element(points.begin(), points.end());
    const double lowest =
        (*std::min_element(points.begin(), points.end(), [](const Point2& a, const Point2& b) { return a[1] < b[1]; }))[1];
    append(mesh, mesh_panel(points, edge), pattern.panels[i], {right - (*left)[0], -lowest});
    right += (*far)[0] - (*left)[0] + edge;
  }
  UnionFind sewn(mesh.positions.size());
  for (const auto& [a, b] : pattern.seams) {
    const std::size_t count = outlines[a.panel].pieces(a.edge);
    for (std::size_t k = 0; k <= count; ++k)
      sewn.unite(start[a.panel] + int(outlines[a.panel].vertex(a.edge, k)),
                 start[b.panel] + int(outlines[b.panel].vertex(b.edge, count - k)));
  }
  join(mesh, sewn, 0.1 * edge);
  return mesh;
}

std::string distortion_note(const SurfaceMesh& mesh) {
  std::vector<double> ratios;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto at = [&](std::size_t i) { return mesh.positions[std::size_t(mesh.triangles[t][i])]; };
      const auto flat = [&](std::size_t i) { return mesh.uv[std::size_t(mesh.uv_triangles[t][i])]; };
      ratios.push_back(norm(at((k + 1) % 3) - at(k)) / norm(flat((k + 1) % 3) - flat(k)));
    }
  std::sort(ratios.begin(), ratios.end());
  const auto percent = [&](double share) {
    const double ratio = ratios[std::size_t(share * double(ratios.size() - 1))];
    return std::round(100 * (ratio - 1)) + 0.;  // not -0
  };
  return fmt::format(
      "from the flat pattern into space lengths change by {:+.0f} to {:+.0f} %, nine in ten by {:+.0f} to {:+.0f} %; the shape in space is "
      "the "
      "one at rest",
      percent(0), percent(1), percent(0.05), percent(0.95));
}

}  // namespace plisse::geometry

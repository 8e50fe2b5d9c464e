// SPDX-License-Identifier: Apache-2.0
// A sewing pattern: flat panels with outlines of lines and curves, seams that join edges, and a place in space for each panel.  Edges that
// no seam joins are openings; a seam between two edges of one panel that meet at a point is a dart.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

// A plane curve given by a parameter from 0 to 1, walked by its length.
class Curve {
 public:
  explicit Curve(std::function<Point2(double)> at_parameter);

  double length() const { return lengths_.back(); }
  // The point after this fraction of the length.
  Point2 at(double fraction) const;

 private:
  std::function<Point2(double)> at_parameter_;
  std::vector<double> lengths_;  // from the start to evenly spaced parameters
};

Curve line(const Point2& from, const Point2& to);
Curve cubic(const Point2& from, const Point2& handle, const Point2& other_handle, const Point2& to);  // Bezier's
Curve reversed(const Curve& curve);
Curve mirrored(const Curve& curve);  // x becomes -x, and the direction is turned, so that outlines stay counterclockwise

struct Panel {
  std::string name;
  std::vector<Curve> outline;                  // counterclockwise, seen from outside the garment; each begins where the one before ends
  std::function<Point3(const Point2&)> place;  // into space
};

// One edge sewn to another, which runs the other way.
struct Seam {
  struct Side {
    std::size_t panel, edge;
  } first, second;
};

struct Pattern {
  std::vector<Panel> panels;
  std::vector<Seam> seams;
};

// The garment in space, sewn: one vertex on both sides of a seam, at the place the first side gives it, with a UV vertex for each panel. UV
// in metres: the panels side by side, `edge` apart.  Both sides of a seam are cut into equally many pieces of length `edge` [m] at most.
// Throws config::Error where the edge is too long for the outlines, std::logic_error where the sides of a seam are apart in space.
SurfaceMesh sew(const Pattern& pattern, double edge);

// How lengths of triangle sides change from UV in metres into space, for the user.
std::string distortion_note(const SurfaceMesh& mesh);

}  // namespace plisse::geometry

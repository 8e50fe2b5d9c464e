// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/tube.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include "framework/geometry/vector.hpp"

namespace plisse::geometry {
namespace {

constexpr double pi = std::numbers::pi;

// The flat panels side by side: line j of the polygon's edges, from its top corner to its bottom corner.
class Layout {
 public:
  explicit Layout(const Tube& tube) {
    const double top = 2 * pi * tube.top_radius / tube.sides, bottom = 2 * pi * tube.bottom_radius / tube.sides;
    const double half_gap = (bottom - top) / 2;
    const double turn = 2 * std::atan2(half_gap, tube.length);  // from one line to the next
    const double slant = std::hypot(half_gap, tube.length);
    Point2 corner{0, 0};
    for (int j = 0; j <= tube.sides; ++j) {
      const double line = (j - 0.5 * tube.sides) * turn, panel = line + 0.5 * turn;
      top_.push_back(corner);
      bottom_.push_back(corner + slant * Point2{std::sin(line), -std::cos(line)});
      corner = corner + top * Point2{std::cos(panel), std::sin(panel)};
    }
  }

  // s runs from 0 at the top to 1 at the bottom.
  Point2 at(int line, double s) const { return (1 - s) * top_[std::size_t(line)] + s * bottom_[std::size_t(line)]; }

 private:
  std::vector<Point2> top_, bottom_;
};

}  // namespace

double tube_height(const Tube& tube) {
  const double angle = pi / tube.sides;
  const double gap = (tube.bottom_radius - tube.top_radius) * angle / std::tan(angle);  // between the apothems
  return std::sqrt(tube.length * tube.length - gap * gap);
}

SurfaceMesh tube_mesh(const Tube& tube) {
  SurfaceMesh mesh;
  const Layout layout(tube);
  const double widening = (pi / tube.sides) / std::sin(pi / tube.sides), height = tube_height(tube);
  for (int row = 0; row <= tube.rows; ++row) {
    const double s = double(row) / tube.rows, radius = widening * ((1 - s) * tube.top_radius + s * tube.bottom_radius);
    for (int j = 0; j <= tube.sides; ++j) {
      mesh.uv.push_back(layout.at(j, s));
      const double angle = 2 * pi * j / tube.sides;
      if (j < tube.sides) mesh.positions.push_back({radius * std::cos(angle), radius * std::sin(angle), -s * height});
    }
  }
  const auto add = [&](std::array<std::array<int, 2>, 3> corners) {
    Triangle t, uv;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [row, j] = corners[k];
      t[k] = row * tube.sides + j % tube.sides;
      uv[k] = row * (tube.sides + 1) + j;
    }
    mesh.triangles.push_back(t);
    mesh.uv_triangles.push_back(uv);
  };
  for (int row = 0; row < tube.rows; ++row) {
    for (int j = 0; j < tube.sides; ++j) {
      const std::array<int, 2> a{row + 1, j}, b{row + 1, j + 1}, c{row, j + 1}, d{row, j};
      if ((row + j) % 2 == 0) {
        add({a, b, c});
        add({a, c, d});
      } else {
        add({a, b, d});
        add({b, c, d});
      }
    }
  }
  return mesh;
}

}  // namespace plisse::geometry

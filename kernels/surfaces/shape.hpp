// SPDX-License-Identifier: Apache-2.0
// A surface at rest as host code sees it, whatever it is made of: a chart (kernels/surfaces/surface.hpp), triangles or points.
#pragma once

#include "kernels/surfaces/points.hpp"

#include <array>
#include <vector>

namespace plisse::surfaces {

struct Box {
  Vec3<double> lower, upper;  // [m]
};

class SurfaceMap;

class Shape {
 public:
  struct Nearest {
    Frame<double> frame;
    double distance = 0;  // [m]
    int piece = 0;        // of Spread::piece
  };
  // Points spread over the whole surface, its rims included, and which of them are neighbours: the surface goes from one to the other.
  struct Spread {
    std::vector<Frame<double>> points;
    std::vector<std::array<int, 2>> links;
    std::vector<int> piece;  // of each point: the connected piece it lies on, from 0; empty where there is one
    double spacing = 0;  // of points without links: how far apart they are [m]
  };

  virtual ~Shape() = default;

  // [m^2]
  virtual double area() const = 0;
  // The point of the surface nearest to a place, which may be far off.
  virtual Nearest nearest(const Vec3<double>& x) const = 0;
  // max d . X over the surface, for a direction d.
  virtual double reach(const Vec3<double>& direction) const = 0;
  virtual Spread spread() const = 0;
  // The surface as a map of the unit square; null where it has none.
  virtual const SurfaceMap* chart() const { return nullptr; }

  Box bounds() const {
    return {{-reach({-1, 0, 0}), -reach({0, -1, 0}), -reach({0, 0, -1})}, {reach({1, 0, 0}), reach({0, 1, 0}), reach({0, 0, 1})}};
  }
};

// Draws points of a surface on the device.
template <class T> class FrameSource {
 public:
  virtual ~FrameSource() = default;

  // Writes the frames of points first .. first + n - 1 at places (2, N) of the unit square, column i for point first + i, and multiplies
  // their weights (shares of the unit square) by the area element there, which makes them shares of the area.
  virtual void frames(const Exec&, const Array2<T>& places, int first, int n, const SurfacePoints<T>& points) const = 0;
};

}  // namespace plisse::surfaces

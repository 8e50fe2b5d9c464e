// SPDX-License-Identifier: Apache-2.0
// The sides of all triangles, sorted so that the sides of one edge are neighbours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "framework/geometry/surface_mesh.hpp"

namespace plisse::geometry {

struct HalfEdge {
  int low, high;  // its vertices, low < high (equal only in a degenerate triangle)
  bool forward;   // the triangle runs from low to high
  int triangle;
  int corner;  // of the triangle at which the side starts

  int start() const { return forward ? low : high; }
  int end() const { return forward ? high : low; }
};

// 3 a triangle, sorted by (low, high, triangle, corner).
std::vector<HalfEdge> sorted_half_edges(const std::vector<Triangle>& triangles);

// Calls visit(first, last) with the half edges of each edge, in order.
template <class Visit>
void for_each_edge(const std::vector<HalfEdge>& sides, Visit visit) {
  for (std::size_t i = 0; i < sides.size();) {
    std::size_t end = i + 1;
    while (end < sides.size() && sides[end].low == sides[i].low && sides[end].high == sides[i].high) ++end;
    visit(sides.data() + i, sides.data() + end);
    i = end;
  }
}

// Where only the ends of the sides count: both of each in one number, 3 a triangle, sorted like the half edges in less than half the memory.
struct SideEnds {
  std::uint64_t both;
  int low() const { return int(both >> 32); }
  int high() const { return int(both & 0xffffffffu); }
  bool operator<(const SideEnds& other) const { return both < other.both; }
};
std::vector<SideEnds> sorted_side_ends(const std::vector<Triangle>& triangles);

// Calls visit(ends, number of sides) for each edge, in order.
template <class Visit>
void for_each_edge(const std::vector<SideEnds>& sides, Visit visit) {
  for (std::size_t i = 0; i < sides.size();) {
    std::size_t end = i + 1;
    while (end < sides.size() && sides[end].both == sides[i].both) ++end;
    visit(sides[i], end - i);
    i = end;
  }
}

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
// Makes the normals of a cloud point to the same side: each component of the graph of neighbours is walked along its minimum spanning tree,
// whose edges cost 1 - |n_i . n_j|, and a normal is turned where it disagrees with the one before.
// Reference: H. Hoppe, T. DeRose, T. Duchamp, J. McDonald, W. Stuetzle, "Surface reconstruction from unorganized points", SIGGRAPH 1992.
#pragma once

#include <vector>

#include "framework/geometry/neighbours.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

struct CloudComponents {
  std::vector<int> label;  // (N), from 0
  int count = 0;
};

// Turns unit normals.  The side of a component is that of most of `hints` (N; may be empty, zero where unknown); else outward, if it
// encloses a part of space; else up.
CloudComponents orient_normals(const std::vector<Point3>& points, const Neighbours& neighbours, const std::vector<Point3>& hints,
                               std::vector<Point3>& normals);

}  // namespace plisse::geometry

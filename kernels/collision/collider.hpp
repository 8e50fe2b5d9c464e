// SPDX-License-Identifier: Apache-2.0
// A collider answers, for a batch of positions: how far outside is each, and in which direction is out?
#pragma once

#include "kernels/core/component.hpp"
#include "kernels/core/types.hpp"
#include "kernels/core/vec.hpp"
#include "kernels/core/workspace.hpp"

#include <vector>

namespace plisse::collision {

// A closed triangle mesh, for colliders that are made of one; empty for analytic bodies.
struct Body {
  std::vector<double> positions;  // (V, 3) [m]
  std::vector<int> triangles;     // (F, 3), outward orientation
};

struct Context {
  Body body;
  int capacity = 0;  // the largest n of a query
  Workspace* workspace = nullptr;
};

// A component is a class template K<T> derived from Collider<T> with
//   static constexpr const char *name, *doc;   using Options = ...;  a plain struct with describe(V&), the same type for every T
//   static constexpr bool needs_body;          whether Options come with a mesh file, given as Context::body
//   K(const Options&, const Context&)          throws std::invalid_argument on impossible options
template <class T> class Collider {
 public:
  virtual ~Collider() = default;

  // For positions (3, 1, N): distance (N) = d . n [m], the signed distance along the normal to the closest feature (negative
  // inside), and that unit normal (3, N), pointing out.  The distance's derivative with respect to the position is the normal.
  virtual void query(const Exec&, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const = 0;
  // A triangle mesh of the body for pictures; large ones (a plane) are cut at `extent` [m] around the origin.
  virtual Body mesh(double extent) const = 0;
};

}  // namespace plisse::collision

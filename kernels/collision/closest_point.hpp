// SPDX-License-Identifier: Apache-2.0
// Signed distance to a triangle mesh: the closest point p over all triangles, the sign by the pseudo-normal of the face, edge or
// vertex that p lies on.  The normal is the direction from p (or to p, inside), and the pseudo-normal where x is on the surface.
#pragma once

#include "kernels/collision/body.hpp"
#include "kernels/collision/box_tree.hpp"
#include "kernels/collision/cell_grid.hpp"

namespace plisse::collision {

// A point of a triangle, and the feature it is on: 0 the face, 1-3 corners, 4-6 edges 0-1, 1-2, 2-0.
template <class T>
struct TrianglePoint {
  Vec3<T> point;
  int feature;
};

// The point of triangle a, b, c (with an area) closest to x.
// Reference: C. Ericson, "Real-Time Collision Detection", section 5.1.5.
template <class T>
KOKKOS_INLINE_FUNCTION TrianglePoint<T> closest_on_triangle(const Vec3<T>& x, const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c) {
  const Vec3<T> ab = b - a, ac = c - a, ax = x - a, bx = x - b, cx = x - c;
  const T d1 = dot(ab, ax), d2 = dot(ac, ax);
  if (d1 <= 0 && d2 <= 0) return {a, 1};
  const T d3 = dot(ab, bx), d4 = dot(ac, bx);
  if (d3 >= 0 && d4 <= d3) return {b, 2};
  const T vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0 && d1 > d3) return {a + (d1 / (d1 - d3)) * ab, 4};
  const T d5 = dot(ab, cx), d6 = dot(ac, cx);
  if (d6 >= 0 && d5 <= d6) return {c, 3};
  const T vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0 && d2 > d6) return {a + (d2 / (d2 - d6)) * ac, 6};
  const T va = d3 * d6 - d5 * d4, to_c = d4 - d3, to_b = d5 - d6;
  if (va <= 0 && to_c >= 0 && to_b >= 0 && to_c + to_b > 0) return {b + (to_c / (to_c + to_b)) * (c - b), 5};
  const T sum = va + vb + vc;
  if (!(sum > 0)) return {a, 1};
  return {a + (vb / sum) * ab + (vc / sum) * ac, 0};
}

// Squared distance of a point to a segment: `from` leads from the segment's start to the point, `along` to the segment's end.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T squared_to_segment(const Vec3<T>& from, const Vec3<T>& along) {
  const T t = dot(from, along) / dot(along, along), inside = t > 0 ? (t < 1 ? t : T(1)) : T(0);
  const Vec3<T> d = from - inside * along;
  return dot(d, d);
}

// Squared distance of x to triangle a, b, c (with an area), without branches.  Rounding can put it on another point of the triangle, never
// off it.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T squared_to_triangle(const Vec3<T>& x, const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c) {
  const Vec3<T> ab = b - a, bc = c - b, ca = a - c, ax = x - a, bx = x - b, cx = x - c, normal = cross(ab, bc);
  const T to_c = dot(cross(normal, ab), ax), to_a = dot(cross(normal, bc), bx), to_b = dot(cross(normal, ca), cx);
  const T share = 1 / (to_a + to_b + to_c);
  const Vec3<T> d = ax - (share * to_b) * ab + (share * to_c) * ca;
  const T e = squared_to_segment(ax, ab), f = squared_to_segment(bx, bc), g = squared_to_segment(cx, ca);
  const T edges = e < f ? e : f, edge = edges < g ? edges : g, face = dot(d, d);
  const bool above = (to_a >= 0) & (to_b >= 0) & (to_c >= 0);
  return above & (face < edge) ? face : edge;
}

template <class T>
struct TriangleFeature {
  static constexpr bool is_point = false;
  Array2<T> corner;  // (9, slots): a, b, c [m]

  KOKKOS_FUNCTION TrianglePoint<T> closest(int slot, const Vec3<T>& x) const {
    return closest_on_triangle(x, at(0, slot), at(3, slot), at(6, slot));
  }
  KOKKOS_FORCEINLINE_FUNCTION Vec3<T> at(int k, int slot) const { return {corner(k, slot), corner(k + 1, slot), corner(k + 2, slot)}; }
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int slot, const Vec3<T>& x) const {
    return squared_to_triangle(x, at(0, slot), at(3, slot), at(6, slot));
  }
};

// Searches start from the triangle nearest to the centre of the query's cell.
template <class T>
struct TriangleSearch {
  BoxTree<T> tree;
  CellGrid<T> cells;
  Array1<int> seed;  // (cells)
  TriangleFeature<T> feature;

  KOKKOS_FUNCTION int nearest(const Vec3<T>& x) const {
    bool inside;
    T squared;
    return tree.nearest(x, seed(cells.cell(x, inside)), feature, squared);
  }

  // Sets the seed of a cell, by a search from any triangle.
  KOKKOS_FUNCTION void operator()(int cell) const {
    T squared;
    seed(cell) = tree.nearest(cells.centre(cell), 0, feature, squared);
  }
};

template <class T>
class ClosestPoint {
 public:
  explicit ClosestPoint(const Body& sound_body);

  void query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const;

 private:
  TriangleSearch<T> search_;
  Array2<T> pseudo_normal_;  // (21, slots): of the seven features, unit length
  T on_surface_;             // distances that rounding alone makes [m]
};

}  // namespace plisse::collision

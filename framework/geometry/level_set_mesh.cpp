// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/level_set_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace plisse::geometry {
namespace {

using Index3 = std::array<int, 3>;
using Tetrahedron = std::array<std::size_t, 4>;  // nodes, right-handed

// A body-centred cubic lattice: the corners of cubes and their centres, with the values of a field there.  Each pair of neighbouring
// centres makes four tetrahedra with the edges of the face between them; all are congruent and together they are symmetric in every axis.
class Lattice {
 public:
  Lattice(const Field3& field, const Point3& low, const Point3& high, double cube) : cube_(cube) {
    for (std::size_t k = 0; k < 3; ++k) {
      corners_[k] = std::max(2, int(std::ceil((high[k] - low[k]) / cube))) + 1;
      origin_[k] = 0.5 * (low[k] + high[k]) - 0.5 * cube * (corners_[k] - 1);
    }
    for (int z = 0; z < corners_[2]; ++z)
      for (int y = 0; y < corners_[1]; ++y)
        for (int x = 0; x < corners_[0]; ++x)
          for (const double offset : {0., 0.5}) {
            places_.push_back({origin_[0] + cube * (x + offset), origin_[1] + cube * (y + offset), origin_[2] + cube * (z + offset)});
            values_.push_back(field(places_.back()));
          }
  }

  const Point3& place(std::size_t node) const { return places_[node]; }
  double value(std::size_t node) const { return values_[node]; }

  template <class Visit>
  void for_each_tetrahedron(Visit visit) const {
    for (int z = 0; z + 1 < corners_[2]; ++z)
      for (int y = 0; y + 1 < corners_[1]; ++y)
        for (int x = 0; x + 1 < corners_[0]; ++x)
          for (std::size_t axis = 0; axis < 3; ++axis) {
            const Index3 cube{x, y, z}, next = step(cube, axis);
            if (next[axis] + 1 >= corners_[axis]) continue;
            const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
            const std::size_t ring[4]{corner(next), corner(step(next, u)), corner(step(step(next, u), v)), corner(step(next, v))};
            for (std::size_t i = 0; i < 4; ++i) visit(Tetrahedron{corner(cube) + 1, ring[i], ring[(i + 1) % 4], corner(next) + 1});
          }
  }

 private:
  static Index3 step(Index3 i, std::size_t axis) {
    ++i[axis];
    return i;
  }
  // The centre of the cube above a corner is the next node.
  std::size_t corner(const Index3& i) const {
    return 2 * (std::size_t(i[0]) + std::size_t(corners_[0]) * (std::size_t(i[1]) + std::size_t(corners_[1]) * std::size_t(i[2])));
  }

  double cube_;
  Index3 corners_{};
  Point3 origin_{};
  std::vector<Point3> places_;
  std::vector<double> values_;
};

// The surface between the nodes inside and those outside, a triangle or two in each tetrahedron it passes through.
class Cut {
 public:
  explicit Cut(const Lattice& lattice) : lattice_(lattice) {
    lattice.for_each_tetrahedron([this](const Tetrahedron& t) { add(t); });
  }
  SurfaceMesh mesh;
  std::vector<std::array<int, 2>> edges;  // on the faces of tetrahedra: all but the diagonals, which would break the symmetry

 private:
  void add(const Tetrahedron& t) {
    int inside = 0;
    for (std::size_t i = 0; i < 4; ++i) inside |= (lattice_.value(t[i]) < 0) << i;
    if (inside == 0 || inside == 15) return;
    // Even permutations with the nodes on one side first.
    static constexpr std::array<std::array<std::size_t, 4>, 4> alone{{{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}}};
    static constexpr std::array<std::array<std::size_t, 4>, 6> pairs{
        {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}}};
    for (const auto& p : alone) {
      if (inside == 1 << p[0]) add_triangle({on(t[p[0]], t[p[1]]), on(t[p[0]], t[p[2]]), on(t[p[0]], t[p[3]])});
      if (inside == 15 - (1 << p[0])) add_triangle({on(t[p[0]], t[p[1]]), on(t[p[0]], t[p[3]]), on(t[p[0]], t[p[2]])});
    }
    for (const auto& p : pairs)
      if (inside == (1 << p[0] | 1 << p[1]))
        add_quad({on(t[p[0]], t[p[2]]), on(t[p[0]], t[p[3]]), on(t[p[1]], t[p[3]]), on(t[p[1]], t[p[2]])});
  }

  void add_triangle(const Triangle& t) {
    mesh.triangles.push_back(t);
    for (std::size_t k = 0; k < 3; ++k) edges.push_back({t[k], t[(k + 1) % 3]});
  }

  // Split by the shorter diagonal.
  void add_quad(const std::array<int, 4>& q) {
    for (std::size_t k = 0; k < 4; ++k) edges.push_back({q[k], q[(k + 1) % 4]});
    const auto at = [&](std::size_t i) { return mesh.positions[std::size_t(q[i])]; };
    const std::size_t k = norm(at(3) - at(1)) < norm(at(2) - at(0)) ? 1 : 0;
    mesh.triangles.push_back({q[k], q[k + 1], q[k + 2]});
    mesh.triangles.push_back({q[k], q[k + 2], q[(k + 3) % 4]});
  }

  // The vertex where the surface cuts an edge, kept away from its ends, so that no triangle is thin.
  int on(std::size_t a, std::size_t b) {
    const auto [it, is_new] = vertices_.try_emplace(std::minmax(a, b), int(mesh.positions.size()));
    if (is_new) {
      const double s = std::clamp(lattice_.value(a) / (lattice_.value(a) - lattice_.value(b)), 0.2, 0.8);
      mesh.positions.push_back((1 - s) * lattice_.place(a) + s * lattice_.place(b));
    }
    return it->second;
  }

  const Lattice& lattice_;
  std::map<std::pair<std::size_t, std::size_t>, int> vertices_;
};

// Moves every vertex half-way to the mean of its neighbours along these edges.
void relax(SurfaceMesh& mesh, const std::vector<std::array<int, 2>>& edges) {
  std::vector<Point3> sum(mesh.positions.size());
  std::vector<int> count(mesh.positions.size());
  for (const auto& edge : edges) {
    for (std::size_t k = 0; k < 2; ++k) {
      const auto at = std::size_t(edge[k]);
      sum[at] = sum[at] + mesh.positions[std::size_t(edge[1 - k])];
      ++count[at];
    }
  }
  for (std::size_t v = 0; v < sum.size(); ++v)
    if (count[v] > 0) mesh.positions[v] = 0.5 * mesh.positions[v] + (0.5 / count[v]) * sum[v];
}

}  // namespace

Point3 gradient(const Field3& field, const Point3& at, double h) {
  Point3 slope{};
  for (std::size_t k = 0; k < 3; ++k) {
    Point3 before = at, after = at;
    before[k] -= h;
    after[k] += h;
    slope[k] = (field(after) - field(before)) / (2 * h);
  }
  return slope;
}

Point3 projected(const Field3& field, const Point3& at, double reach, int steps) {
  Point3 p = at;
  for (int i = 0; i < steps; ++i) {
    const double value = field(p);
    if (std::abs(value) < 1e-12) break;
    const Point3 slope = gradient(field, p, 1e-6);
    const double squared = dot(slope, slope);
    if (!(squared > 1e-12)) break;
    p = p - (value / squared) * slope;
    const double moved = norm(p - at);
    if (moved > reach) return at + (reach / moved) * (p - at);
  }
  return p;
}

SurfaceMesh level_set_mesh(const Field3& field, const Point3& low, const Point3& high, double spacing) {
  constexpr double cubes = 2.3;  // edge length of the cubes over the mean edge length of the triangles
  constexpr int rounds = 6;
  Cut cut(Lattice(field, low, high, cubes * spacing));
  SurfaceMesh mesh = std::move(cut.mesh);
  for (int round = 0; round < rounds; ++round) {
    relax(mesh, cut.edges);
    for (Point3& p : mesh.positions) p = projected(field, p, spacing, round + 1 < rounds ? 1 : 8);
  }
  return mesh;
}

}  // namespace plisse::geometry

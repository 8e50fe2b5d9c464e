// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/subdivide.hpp"

#include "framework/geometry/half_edges.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace plisse::experiments {

namespace {

constexpr std::size_t most_triangles = 2'000'000;

using Edge = std::pair<int, int>;

// The index of an edge's middle, made by `add` when it is first asked for.
template <class Add> int middle(std::map<Edge, int>& known, int a, int b, const Add& add) {
  const Edge edge = std::minmax(a, b);
  const auto found = known.find(edge);
  return found != known.end() ? found->second : known[edge] = add(std::size_t(edge.first), std::size_t(edge.second));
}

// Four triangles for each, with middles by `add`.
template <class Add> std::vector<geometry::Triangle> split(const std::vector<geometry::Triangle>& triangles, const Add& add) {
  std::map<Edge, int> known;
  std::vector<geometry::Triangle> finer;
  for (const auto& [a, b, c] : triangles) {
    const int ab = middle(known, a, b, add), bc = middle(known, b, c, add), ca = middle(known, c, a, add);
    finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
  }
  return finer;
}

surfaces::Symmetric3<double> mean(const surfaces::Symmetric3<double>& a, const surfaces::Symmetric3<double>& b) {
  return {(a.xx + b.xx) / 2, (a.xy + b.xy) / 2, (a.xz + b.xz) / 2, (a.yy + b.yy) / 2, (a.yz + b.yz) / 2, (a.zz + b.zz) / 2};
}

Vec3<double> middle_of(const Vec3<double>& a, const Vec3<double>& normal_a, const Vec3<double>& b, const Vec3<double>& normal_b) {
  const auto e = b - a;
  return 0.5 * (a + b) + 0.125 * (dot(normal_b, e) * normal_b - dot(normal_a, e) * normal_a);
}

void halve(Subdivided& s) {
  auto& mesh = s.mesh;
  auto& [position, normal, weingarten] = s.points;
  mesh.triangles = split(mesh.triangles, [&](std::size_t a, std::size_t b) {
    const auto x = middle_of(position[a], normal[a], position[b], normal[b]), n = normal[a] + normal[b];
    const double length = norm(n);
    position.push_back(x);
    normal.push_back(length > 1e-9 ? (1 / length) * n : normal[a]);
    weingarten.push_back(mean(weingarten[a], weingarten[b]));
    mesh.positions.push_back({x.x, x.y, x.z});
    return int(position.size()) - 1;
  });
  if (mesh.uv_triangles.empty()) return;
  mesh.uv_triangles = split(mesh.uv_triangles, [&](std::size_t a, std::size_t b) {
    mesh.uv.push_back({(mesh.uv[a][0] + mesh.uv[b][0]) / 2, (mesh.uv[a][1] + mesh.uv[b][1]) / 2});
    return int(mesh.uv.size()) - 1;
  });
}

double mean_edge(const std::vector<geometry::Triangle>& triangles, const surfaces::PointData& points) {
  double sum = 0;
  for (const auto& t : triangles)
    for (std::size_t k = 0; k < 3; ++k) sum += norm(points.position[std::size_t(t[k])] - points.position[std::size_t(t[(k + 1) % 3])]);
  return sum / double(3 * triangles.size());
}

double longest_side(const surfaces::PointData& points) {
  auto low = points.position.front(), high = low;
  for (const auto& x : points.position) {
    low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
    high = {std::max(high.x, x.x), std::max(high.y, x.y), std::max(high.z, x.z)};
  }
  const auto size = high - low;
  return std::max({size.x, size.y, size.z});
}

}  // namespace

// How often triangles are halved.
int halvings(const std::vector<geometry::Triangle>& triangles, const surfaces::PointData& points, int resolution) {
  const double wanted = 1.01 * longest_side(points) / resolution;
  int count = 0;
  std::size_t faces = triangles.size();
  for (double edge = mean_edge(triangles, points); edge > wanted && 4 * faces <= most_triangles; edge /= 2, faces *= 4) ++count;
  return count;
}

// Vertices of triangles that were halved: each side has a middle, and is two sides then; each triangle has three more inside.
std::size_t vertices_after(std::size_t vertices, const std::vector<geometry::Triangle>& triangles, int halvings) {
  if (triangles.empty()) return vertices;
  std::size_t sides = 0, faces = triangles.size();
  geometry::for_each_edge(geometry::sorted_side_ends(triangles), [&](const geometry::SideEnds&, std::size_t) { ++sides; });
  for (int k = 0; k < halvings; ++k) {
    vertices += sides;
    sides = 2 * sides + 3 * faces;
    faces *= 4;
  }
  return vertices;
}

geometry::MeshSize subdivided_size(const geometry::SurfaceMesh& mesh, const surfaces::PointData& points, int resolution) {
  const int times = halvings(mesh.triangles, points, resolution);
  return {vertices_after(mesh.positions.size(), mesh.triangles, times), mesh.triangles.size() << (2 * times),
          vertices_after(mesh.uv.size(), mesh.uv_triangles, times)};
}

Subdivided subdivide(const geometry::SurfaceMesh& mesh, const surfaces::PointData& points, int resolution) {
  Subdivided s{mesh, points};
  s.mesh.fields.clear();
  for (int times = halvings(mesh.triangles, points, resolution); times > 0; --times) halve(s);
  return s;
}

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/cloud_orientation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "framework/geometry/union_find.hpp"

namespace plisse::geometry {
namespace {

constexpr double closed_share = 0.1;  // of the mean of n . (x - centre) over that of |x - centre|, from which a component has an outside

struct Edge {
  double cost;
  int a, b;
  bool operator<(const Edge& other) const { return std::tie(cost, a, b) < std::tie(other.cost, other.a, other.b); }
};

std::vector<Edge> edges(const Neighbours& neighbours, const std::vector<Point3>& normals) {
  std::vector<Edge> found;
  for (std::size_t i = 0; i < neighbours.points(); ++i)
    for (const int j : neighbours.of(i))
      found.push_back({1 - std::abs(dot(normals[i], normals[std::size_t(j)])), std::min(int(i), j), std::max(int(i), j)});
  std::sort(found.begin(), found.end());
  return found;
}

// Neighbours in the minimum spanning forest (Kruskal), and its components.
std::pair<std::vector<std::vector<int>>, CloudComponents> forest(const Neighbours& neighbours, const std::vector<Point3>& normals) {
  std::vector<std::vector<int>> tree(normals.size());
  UnionFind sets(normals.size());
  for (const Edge& e : edges(neighbours, normals)) {
    if (sets.find(e.a) == sets.find(e.b)) continue;
    sets.unite(e.a, e.b);
    tree[std::size_t(e.a)].push_back(e.b);
    tree[std::size_t(e.b)].push_back(e.a);
  }
  auto [label, count] = sets.labels();
  return {std::move(tree), {std::move(label), count}};
}

// All points that hang together with `root`, their normals turned to agree with its.
std::vector<int> walk(int root, const std::vector<std::vector<int>>& tree, std::vector<char>& seen, std::vector<Point3>& normals) {
  std::vector<int> component{root};
  seen[std::size_t(root)] = 1;
  for (std::size_t next = 0; next < component.size(); ++next) {
    const std::size_t i = std::size_t(component[next]);
    for (const int j : tree[i]) {
      if (seen[std::size_t(j)]) continue;
      seen[std::size_t(j)] = 1;
      Point3& n = normals[std::size_t(j)];
      if (dot(n, normals[i]) < 0) n = -1.0 * n;
      component.push_back(j);
    }
  }
  return component;
}

// Below 0: the component shows its wrong side.
double side(const std::vector<int>& component, const std::vector<Point3>& points, const std::vector<Point3>& hints,
            const std::vector<Point3>& normals) {
  Point3 centre{};
  for (const int i : component) centre = centre + (1 / double(component.size())) * points[std::size_t(i)];
  double hinted = 0, outward = 0, reach = 0, up = 0;
  for (const int i : component) {
    const Point3 &n = normals[std::size_t(i)], arm = points[std::size_t(i)] - centre;
    if (!hints.empty()) hinted += dot(n, hints[std::size_t(i)]);
    outward += dot(n, arm);
    reach += norm(arm);
    up += n[2];
  }
  if (hinted != 0) return hinted;
  return std::abs(outward) > closed_share * reach ? outward : up;
}

}  // namespace

CloudComponents orient_normals(const std::vector<Point3>& points, const Neighbours& neighbours, const std::vector<Point3>& hints,
                               std::vector<Point3>& normals) {
  auto [tree, components] = forest(neighbours, normals);
  std::vector<char> seen(points.size(), 0);
  for (std::size_t root = 0; root < points.size(); ++root) {
    if (seen[root]) continue;
    const std::vector<int> component = walk(int(root), tree, seen, normals);
    if (side(component, points, hints, normals) >= 0) continue;
    for (const int i : component) normals[std::size_t(i)] = -1.0 * normals[std::size_t(i)];
  }
  return std::move(components);
}

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
#include "kernels/collision/body.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

namespace plisse::collision {
namespace {

using Vec = Vec3<double>;

int vertices(const Body& body) { return int(body.positions.size() / 3); }
int triangles(const Body& body) { return int(body.triangles.size() / 3); }

// Twice the area times the normal.
Vec area_vector(const Body& body, int t) {
  const int* corner = body.triangles.data() + 3 * std::size_t(t);
  const Vec a = position(body, corner[0]);
  return cross(position(body, corner[1]) - a, position(body, corner[2]) - a);
}

Vec unit(const Vec& v) {
  const double length = norm(v);
  return length > 0 ? (1 / length) * v : Vec{};
}

double angle(const Vec& u, const Vec& v) { return std::atan2(norm(cross(u, v)), dot(u, v)); }

double size(const Body& body) {
  Vec low = position(body, 0), high = low;
  for (int i = 1; i < vertices(body); ++i) {
    const Vec p = position(body, i);
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  return norm(high - low);
}

struct Cell {
  long long x, y, z;
  bool operator==(const Cell&) const = default;
};

struct CellHash {
  std::size_t operator()(const Cell& c) const { return std::size_t(c.x * 73856093 ^ c.y * 19349663 ^ c.z * 83492791); }
};

// The first vertex of each group at the same place, up to `tolerance`: places are compared on a lattice, neighbours included.
std::vector<int> representatives(const Body& body, double tolerance) {
  std::unordered_map<Cell, int, CellHash> seen;
  std::vector<int> first(vertices(body), -1);
  const auto lattice = [&](double x) { return tolerance > 0 ? std::llround(x / tolerance) : 0; };
  for (int i = 0; i < vertices(body); ++i) {
    const Vec p = position(body, i);
    const Cell cell{lattice(p.x), lattice(p.y), lattice(p.z)};
    for (int k = 0; k < 27 && first[i] < 0; ++k) {
      const auto near = seen.find({cell.x + k % 3 - 1, cell.y + k / 3 % 3 - 1, cell.z + k / 9 - 1});
      if (near != seen.end()) first[i] = near->second;
    }
    if (first[i] < 0) seen[cell] = first[i] = i;
  }
  return first;
}

// Whether every edge is used once in each direction.
bool closed(const Body& body) {
  std::map<std::pair<int, int>, int> uses;
  for (int t = 0; t < triangles(body); ++t)
    for (int k = 0; k < 3; ++k) ++uses[{body.triangles[3 * t + k], body.triangles[3 * t + (k + 1) % 3]}];
  return std::all_of(uses.begin(), uses.end(), [&](const auto& use) {
    const auto back = uses.find({use.first.second, use.first.first});
    return use.second == 1 && back != uses.end() && back->second == 1;
  });
}

double volume(const Body& body) {
  const Vec origin = position(body, 0);
  double sum = 0;
  for (int t = 0; t < triangles(body); ++t) sum += dot(position(body, body.triangles[3 * t]) - origin, area_vector(body, t)) / 6;
  return sum;
}

}  // namespace

Body welded(const Body& body) {
  Body out;
  if (body.positions.empty()) return out;
  const double extent = size(body);
  const auto first = representatives(body, 1e-9 * extent);
  std::vector<int> index(vertices(body), -1);
  for (int t = 0; t < triangles(body); ++t) {
    std::array<int, 3> corner;
    for (int k = 0; k < 3; ++k) corner[k] = first[body.triangles[3 * t + k]];
    const Vec a = position(body, corner[0]);
    if (norm(cross(position(body, corner[1]) - a, position(body, corner[2]) - a)) <= 1e-15 * extent * extent) continue;
    for (const int c : corner) {
      if (index[c] < 0) {
        index[c] = vertices(out);
        out.positions.insert(out.positions.end(), body.positions.begin() + 3 * c, body.positions.begin() + 3 * c + 3);
      }
      out.triangles.push_back(index[c]);
    }
  }
  return out;
}

Body sound(const Body& body) {
  if (body.positions.size() % 3 != 0 || body.triangles.size() % 3 != 0)
    throw std::invalid_argument("the body's arrays are not made of triples: positions are (V, 3), triangles (F, 3)");
  const int count = vertices(body);
  for (std::size_t i = 0; i < body.triangles.size(); ++i)
    if (body.triangles[i] < 0 || body.triangles[i] >= count)
      throw std::invalid_argument("triangle " + std::to_string(i / 3) + " of the body names vertex " + std::to_string(body.triangles[i]) +
                                  ", but there are " + std::to_string(count) + ": repair the mesh");
  for (std::size_t i = 0; i < body.positions.size(); ++i)
    if (!std::isfinite(body.positions[i]))
      throw std::invalid_argument("vertex " + std::to_string(i / 3) + " of the body is not finite: repair the mesh");
  Body out = welded(body);
  if (out.triangles.empty()) throw std::invalid_argument("the body has no triangle with an area: give a closed triangle mesh");
  if (closed(out) && volume(out) < 0)
    throw std::invalid_argument("the body's triangles are oriented inwards (its volume would be " + std::to_string(volume(out)) +
                                " m^3): reverse the corner order of its faces");
  return out;
}

std::vector<Vec> area_weighted_normals(const Body& body) {
  std::vector<Vec> normals(vertices(body));
  for (int t = 0; t < triangles(body); ++t) {
    const Vec area = area_vector(body, t);
    for (int k = 0; k < 3; ++k) normals[body.triangles[3 * t + k]] += area;
  }
  for (auto& n : normals) n = unit(n);
  return normals;
}

std::vector<std::array<Vec, 7>> pseudo_normals(const Body& body) {
  std::vector<Vec> at_vertex(vertices(body));
  std::map<std::pair<int, int>, Vec> at_edge;
  for (int t = 0; t < triangles(body); ++t) {
    const Vec face = unit(area_vector(body, t));
    for (int k = 0; k < 3; ++k) {
      const int a = body.triangles[3 * t + k], b = body.triangles[3 * t + (k + 1) % 3], c = body.triangles[3 * t + (k + 2) % 3];
      at_vertex[a] += angle(position(body, b) - position(body, a), position(body, c) - position(body, a)) * face;
      at_edge[std::minmax(a, b)] += face;
    }
  }
  std::vector<std::array<Vec, 7>> normals(triangles(body));
  for (int t = 0; t < triangles(body); ++t) {
    normals[t][0] = unit(area_vector(body, t));
    for (int k = 0; k < 3; ++k) {
      const int a = body.triangles[3 * t + k], b = body.triangles[3 * t + (k + 1) % 3];
      normals[t][1 + k] = at_vertex[a];
      normals[t][4 + k] = at_edge[std::minmax(a, b)];
    }
  }
  return normals;
}

}  // namespace plisse::collision

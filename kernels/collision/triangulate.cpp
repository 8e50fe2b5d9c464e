// SPDX-License-Identifier: Apache-2.0
#include "kernels/collision/triangulate.hpp"

#include <cmath>
#include <map>
#include <numbers>

#include "kernels/collision/body.hpp"
#include "kernels/collision/shape.hpp"

namespace plisse::collision {
namespace {

using Vec = Vec3<double>;

int add(Body& body, const Vec& p) {
  body.positions.insert(body.positions.end(), {p.x, p.y, p.z});
  return int(body.positions.size() / 3) - 1;
}

void add(Body& body, int a, int b, int c) { body.triangles.insert(body.triangles.end(), {a, b, c}); }

Body icosahedron() {
  const double g = std::numbers::phi;
  Body body;
  body.positions = {-1, g, 0, 1, g, 0, -1, -g, 0, 1, -g, 0, 0, -1, g, 0, 1, g, 0, -1, -g, 0, 1, -g, g, 0, -1, g, 0, 1, -g, 0, -1, -g, 0, 1};
  body.triangles = {0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4,  11, 10, 2,  10, 7, 6, 7, 1, 8,
                    3, 9,  4, 3, 4, 2, 3, 2, 6, 3, 6, 8,  3, 8,  9,  4, 9, 5, 2, 4,  11, 6,  2,  10, 8,  6, 7, 9, 8, 1};
  return body;
}

// Every triangle becomes four; new vertices in the middle of the edges.
Body subdivided(const Body& coarse) {
  Body fine;
  fine.positions = coarse.positions;
  std::map<std::pair<int, int>, int> middle;
  const auto between = [&](int a, int b) {
    const auto [at, is_new] = middle.try_emplace(std::minmax(a, b), 0);
    if (is_new) at->second = add(fine, 0.5 * (position(coarse, a) + position(coarse, b)));
    return at->second;
  };
  for (std::size_t t = 0; t < coarse.triangles.size(); t += 3) {
    const int a = coarse.triangles[t], b = coarse.triangles[t + 1], c = coarse.triangles[t + 2];
    const int ab = between(a, b), bc = between(b, c), ca = between(c, a);
    add(fine, a, ab, ca);
    add(fine, b, bc, ab);
    add(fine, c, ca, bc);
    add(fine, ab, bc, ca);
  }
  return fine;
}

}  // namespace

Body icosphere(const Vec& center, double radius, int levels) {
  Body body = icosahedron();
  for (int level = 0; level < levels; ++level) body = subdivided(body);
  for (int i = 0; i < int(body.positions.size() / 3); ++i) {
    const Vec p = position(body, i), on_sphere = center + (radius / norm(p)) * p;
    for (int k = 0; k < 3; ++k) body.positions[3 * i + k] = on_sphere[k];
  }
  return body;
}

Body capsule(const Vec& a, const Vec& b, double radius, int segments, int rings) {
  const double length = norm(b - a);
  const Vec axis = length > 0 ? (1 / length) * (b - a) : Vec{0, 0, 1}, u = perpendicular(axis), v = cross(axis, u);
  Body body;
  const int bottom = add(body, a - radius * axis), first = bottom + 1;
  // circles from the pole of a over both equators to the pole of b
  const int circles = 2 * rings;
  for (int ring = 0; ring < circles; ++ring) {
    const bool upper = ring >= rings;
    const double latitude = 0.5 * std::numbers::pi * (upper ? double(ring - rings) / rings : double(ring + 1 - rings) / rings);
    const Vec middle = (upper ? b : a) + radius * std::sin(latitude) * axis;
    for (int s = 0; s < segments; ++s) {
      const double angle = 2 * std::numbers::pi * s / segments, r = radius * std::cos(latitude);
      add(body, middle + r * std::cos(angle) * u + r * std::sin(angle) * v);
    }
  }
  const int top = add(body, b + radius * axis);
  for (int s = 0; s < segments; ++s) {
    const int next = (s + 1) % segments;
    add(body, bottom, first + next, first + s);
    for (int ring = 0; ring + 1 < circles; ++ring) {
      const int low = first + ring * segments, high = low + segments;
      add(body, low + s, low + next, high + next);
      add(body, low + s, high + next, high + s);
    }
    const int last = first + (circles - 1) * segments;
    add(body, last + s, last + next, top);
  }
  return welded(body);
}

// A cube whose faces are grids in direction space: each direction n sits at sign(n) (h - r) + r n.  The grid lines 0- and 0+
// differ by sign alone; between them lie the flat parts.
Body rounded_box(const Vec& center, const Vec& half_size, double rounding, int steps) {
  const Vec core = half_size - Vec{rounding, rounding, rounding};
  const int lines = 2 * (steps + 1);
  const auto line = [&](int i) { return i <= steps ? -double(steps - i) / steps : double(i - steps - 1) / steps; };
  const auto side = [&](int i) { return i <= steps ? -1. : 1.; };
  Body body;
  for (int face = 0; face < 6; ++face) {
    const int w = face / 2, u = (w + 1) % 3, v = (w + 2) % 3;
    const double out = face % 2 == 0 ? 1 : -1;
    const int first = int(body.positions.size() / 3);
    for (int i = 0; i < lines; ++i)
      for (int j = 0; j < lines; ++j) {
        double direction[3], sign[3];
        direction[w] = sign[w] = out;
        direction[u] = std::tan(line(i) * std::numbers::pi / 4), sign[u] = side(i);
        direction[v] = std::tan(line(j) * std::numbers::pi / 4), sign[v] = side(j);
        const Vec n{direction[0], direction[1], direction[2]};
        const double scale = rounding / norm(n);
        add(body, center + Vec{sign[0] * core.x, sign[1] * core.y, sign[2] * core.z} + scale * n);
      }
    for (int i = 0; i + 1 < lines; ++i)
      for (int j = 0; j + 1 < lines; ++j) {
        const int p = first + i * lines + j, q = p + lines;
        if (out > 0) add(body, p, q, q + 1), add(body, p, q + 1, p + 1);
        else add(body, p, q + 1, q), add(body, p, p + 1, q + 1);
      }
  }
  return welded(body);
}

Body square(const Vec& center, const Vec& normal, double extent) {
  const Vec u = extent * perpendicular(normal), v = cross(normal, u);
  Body body;
  for (const auto& corner : {center - u - v, center + u - v, center + u + v, center - u + v}) add(body, corner);
  add(body, 0, 1, 2);
  add(body, 0, 2, 3);
  return body;
}

}  // namespace plisse::collision

// SPDX-License-Identifier: Apache-2.0
// A body made of triangles, read from a file: distance to its nearest vertex along that vertex's normal (as in "Spatially
// Adaptive Cloth Regression", eq. 26), or signed distance to the closest point of its surface.
#pragma once

#include <optional>
#include <string>

#include "kernels/collision/closest_point.hpp"
#include "kernels/collision/nearest_vertex.hpp"

namespace plisse::collision {

struct MeshOptions {
  enum class Unit { m, cm, mm, inch };
  enum class Up { x, y, z };
  enum class Query { nearest_vertex, closest_point };

  std::string file{};
  Unit unit = Unit::m;
  Up up = Up::z;
  std::vector<double> position{0, 0, 0};
  double scale = 1;
  Query query = Query::nearest_vertex;

  template <class V>
  void describe(V& v) {
    v.option("file", file).required().file().doc("closed triangle mesh, oriented outwards (OBJ or PLY)");
    v.choice("unit", unit, {{"m", Unit::m}, {"cm", Unit::cm}, {"mm", Unit::mm}, {"inch", Unit::inch}}).doc("length unit of the file");
    v.choice("up", up, {{"x", Up::x}, {"y", Up::y}, {"z", Up::z}}).doc("axis of the file that points up; it becomes z");
    v.option("position", position).length(3, 3).unit("m").doc("where the file's origin goes");
    v.option("scale", scale).above(0).doc("size factor about the file's origin");
    v.choice("query", query, {{"nearest_vertex", Query::nearest_vertex}, {"closest_point", Query::closest_point}})
        .doc("distance to the nearest vertex along its normal, or to the closest point of the surface");
  }
};

// A body as read from the file, brought to metres, z up, scaled and moved as the options say.  The collider expects it so.
Body placed(const MeshOptions& options, Body body);

template <class T>
class Mesh : public Collider<T> {
 public:
  static constexpr const char *name = "mesh", *doc = "a closed triangle mesh";
  static constexpr bool needs_body = true;
  using Options = MeshOptions;

  Mesh(const Options& options, const Context& context);

  void query(const Exec& exec, const Jets<T>& positions, int n, const Array1<T>& distance, const Array2<T>& normal) const override;
  Body mesh(double /*extent*/) const override { return body_; }

 private:
  Body body_;
  std::optional<NearestVertex<T>> vertices_;
  std::optional<ClosestPoint<T>> surface_;
};

}  // namespace plisse::collision

PLISSE_COMPONENT(collision::Mesh)

// SPDX-License-Identifier: Apache-2.0
// A sleeve: a cylinder of cloth, {type: sleeve, radius: 0.08, length: 0.4, axis: x}.  UV is the rectangle it is rolled from.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "framework/config/registry.hpp"
#include "framework/geometry/garment.hpp"
#include "framework/geometry/tube.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {
namespace {

enum class Axis { x, y, z };

struct SleeveOptions {
  double radius = 0.08, length = 0.4;
  Axis axis = Axis::x;
  std::vector<double> position{0, 0, 0};
  int resolution = 96;
  LookupOptions lookup;

  template <class V>
  void describe(V& v) {
    v.option("radius", radius).unit("m").above(0).doc("radius");
    v.option("length", length).unit("m").above(0).doc("length along the axis");
    v.choice("axis", axis, {{"x", Axis::x}, {"y", Axis::y}, {"z", Axis::z}}).doc("direction of the axis");
    v.option("position", position).unit("m").length(3, 3).doc("middle of the sleeve");
    v.option("resolution", resolution).range(8, 4096).doc("sides around; cells along the axis are about as long as wide");
    lookup.describe(v);
  }
};

// Cyclic, so that the orientation stays.
Point3 turn_z_to(Axis axis, const Point3& p) {
  switch (axis) {
    case Axis::x:
      return {p[2], p[0], p[1]};
    case Axis::y:
      return {p[1], p[2], p[0]};
    case Axis::z:
      break;
  }
  return p;
}

Garment make_sleeve(const SleeveOptions& o) {
  const double width = 2 * std::numbers::pi * o.radius / o.resolution;
  SurfaceMesh mesh = tube_mesh({o.radius, o.radius, o.length, o.resolution, std::max(1, int(std::lround(o.length / width)))});
  for (Point3& p : mesh.positions)
    p = turn_z_to(o.axis, p + Point3{0, 0, 0.5 * o.length}) + Point3{o.position[0], o.position[1], o.position[2]};
  return make_garment(std::move(mesh), o.lookup);
}

const bool registered = config::register_component<SleeveOptions>(
    "garments", "sleeve", "a cylinder, cut open once and laid flat in UV",
    GarmentFactory([](const void* options) { return make_sleeve(*static_cast<const SleeveOptions*>(options)); }));

}  // namespace
}  // namespace plisse::geometry

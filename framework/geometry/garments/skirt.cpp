// SPDX-License-Identifier: Apache-2.0
// A skirt: a cone frustum hanging down from its waist, {type: skirt, waist_radius: 0.12, hem_radius: 0.3, length: 0.5}.  UV is the annular
// sector it is cut from.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "framework/config/registry.hpp"
#include "framework/geometry/garment.hpp"
#include "framework/geometry/tube.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {
namespace {

struct SkirtOptions {
  double waist_radius = 0.12, hem_radius = 0.3, length = 0.5;
  std::vector<double> position{0, 0, 0};
  int resolution = 128;
  LookupOptions lookup;

  template <class V>
  void describe(V& v) {
    v.option("waist_radius", waist_radius).unit("m").above(0).doc("radius of the upper rim");
    v.option("hem_radius", hem_radius).unit("m").above(0).doc("radius of the lower rim");
    v.option("length", length).unit("m").above(0).doc("from waist to hem, along the cloth");
    v.option("position", position).unit("m").length(3, 3).doc("centre of the waist; the skirt hangs below");
    v.option("resolution", resolution).range(8, 4096).doc("sides of the waist; cells down the skirt are about as long as wide");
    lookup.describe(v);
    v.rule("length", [this] {
      if (length > std::abs(hem_radius - waist_radius)) return std::string();
      return fmt::format("a skirt of length {} cannot span radii from {} to {}; make it longer than {}", length, waist_radius, hem_radius,
                         std::abs(hem_radius - waist_radius));
    });
  }
};

Garment make_skirt(const SkirtOptions& o) {
  const double width = std::numbers::pi * (o.waist_radius + o.hem_radius) / o.resolution;
  SurfaceMesh mesh = tube_mesh({o.waist_radius, o.hem_radius, o.length, o.resolution, std::max(1, int(std::lround(o.length / width)))});
  for (Point3& p : mesh.positions) p = p + Point3{o.position[0], o.position[1], o.position[2]};
  return make_garment(std::move(mesh), o.lookup);
}

const bool registered = config::register_component<SkirtOptions>(
    "garments", "skirt", "a cone frustum, cut open once and laid flat in UV",
    GarmentFactory([](const void* options) { return make_skirt(*static_cast<const SkirtOptions*>(options)); }));

}  // namespace
}  // namespace plisse::geometry

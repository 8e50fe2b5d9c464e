// SPDX-License-Identifier: Apache-2.0
// A flat round cloth in the xy-plane, {type: disk, radius: 0.5, position: [0, 0, 0]}.  Its rim is a polygon of exactly the disk's area.
#include <cmath>
#include <numbers>
#include <vector>

#include "framework/config/registry.hpp"
#include "framework/geometry/garment.hpp"

namespace plisse::geometry {
namespace {

struct DiskOptions {
  double radius = 0.5;
  std::vector<double> position{0, 0, 0};
  int resolution = 32;
  LookupOptions lookup;

  template <class V>
  void describe(V& v) {
    v.option("radius", radius).unit("m").above(0).doc("radius");
    v.option("position", position).unit("m").length(3, 3).doc("centre");
    v.option("resolution", resolution).range(2, 1024).doc("rings of triangles; the rim has six sides a ring");
    lookup.describe(v);
  }
};

// Ring r has 6 r vertices; sextant s of ring r holds vertices s r .. (s + 1) r of it.
class DiskMesh {
 public:
  DiskMesh(double radius, const std::vector<double>& centre, int rings) {
    const double side_angle = 2 * std::numbers::pi / (6 * rings);
    const double outer = radius * std::sqrt(side_angle / std::sin(side_angle));
    add_vertex(0, 0, centre);
    for (int r = 1; r <= rings; ++r) {
      for (int k = 0; k < 6 * r; ++k) {
        const double angle = 2 * std::numbers::pi * k / (6 * r), distance = outer * r / rings;
        add_vertex(distance * std::cos(angle), distance * std::sin(angle), centre);
      }
    }
    for (int r = 1; r <= rings; ++r)
      for (int s = 0; s < 6; ++s) add_sextant(r, s);
    mesh.uv_triangles = mesh.triangles;
  }

  SurfaceMesh mesh;

 private:
  void add_vertex(double x, double y, const std::vector<double>& centre) {
    mesh.positions.push_back({centre[0] + x, centre[1] + y, centre[2]});
    mesh.uv.push_back({x, y});
  }

  static int vertex(int ring, int k) { return ring == 0 ? 0 : 1 + 3 * ring * (ring - 1) + k % (6 * ring); }

  void add_sextant(int r, int s) {
    for (int k = 0; k < r; ++k) {
      const int outer = s * r + k, inner = s * (r - 1) + k;
      mesh.triangles.push_back({vertex(r - 1, inner), vertex(r, outer), vertex(r, outer + 1)});
      if (k + 1 < r) mesh.triangles.push_back({vertex(r - 1, inner), vertex(r, outer + 1), vertex(r - 1, inner + 1)});
    }
  }
};

const bool registered =
    config::register_component<DiskOptions>("garments", "disk", "a flat round cloth", GarmentFactory([](const void* options) {
                                              const auto& o = *static_cast<const DiskOptions*>(options);
                                              return make_garment(DiskMesh(o.radius, o.position, o.resolution).mesh, o.lookup);
                                            }));

}  // namespace
}  // namespace plisse::geometry

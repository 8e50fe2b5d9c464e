// SPDX-License-Identifier: Apache-2.0
// A garment from an OBJ or PLY file, {type: mesh, file: tshirt.obj, up: y, unit: cm}.
#include <string>
#include <vector>

#include "framework/config/registry.hpp"
#include "framework/geometry/garment.hpp"
#include "framework/geometry/garment_mesh.hpp"

namespace plisse::geometry {
namespace {

struct MeshOptions {
  std::string file;
  io::ReadOptions read;
  std::vector<double> position{0, 0, 0};
  LookupOptions lookup;

  template <class V>
  void describe(V& v) {
    v.option("file", file).required().file().doc("OBJ or PLY file of the garment at rest");
    v.choice("unit", read.unit, {{"m", io::Unit::m}, {"dm", io::Unit::dm}, {"cm", io::Unit::cm}, {"mm", io::Unit::mm}})
        .doc("unit of the file's coordinates");
    v.choice("up", read.up, {{"x", io::Up::x}, {"y", io::Up::y}, {"z", io::Up::z}}).doc("the file's axis that points up");
    v.option("scale", read.scale).above(0).doc("further factor on the coordinates");
    v.option("position", position).unit("m").length(3, 3).doc("added to the coordinates, after everything else");
    lookup.describe(v);
  }
};

const bool registered =
    config::register_component<MeshOptions>("garments", "mesh", "a garment read from a mesh file", GarmentFactory([](const void* options) {
                                              const auto& o = *static_cast<const MeshOptions*>(options);
                                              return read_garment(o.file, o.read, {o.position[0], o.position[1], o.position[2]}, o.lookup);
                                            }));

}  // namespace
}  // namespace plisse::geometry

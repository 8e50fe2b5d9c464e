// SPDX-License-Identifier: Apache-2.0
// A garment given by points, {type: point_cloud, file: scan.ply, unit: mm} or {type: point_cloud, of: {type: tshirt}, points: 20000}.
#include "framework/geometry/point_cloud.hpp"

#include <string>
#include <utility>

#include "framework/config/registry.hpp"
#include "framework/geometry/cloud_garment.hpp"
#include "framework/io/point_reader.hpp"

namespace plisse::geometry {
namespace {

struct PointCloudOptions : CloudGarmentOptions {
  template <class V>
  void describe(V& v) {
    CloudGarmentOptions::describe(v, "points of the garment at rest: PLY, OBJ, or a text of x y z [nx ny nz] lines");
  }
};

PointSet read_cloud(const PointCloudOptions& o, std::vector<std::string>& notes) {
  const io::PointTable table = io::read_points(o.file);
  PointSet set;
  set.positions = table.vectors(table.find("x"), table.find("y"), table.find("z"));
  const double factor = io::metres(o.read.unit) * o.read.scale;
  for (Point3& p : set.positions) p = factor * io::turn_up(p, o.read.up);
  const int nx = table.find("nx"), ny = table.find("ny"), nz = table.find("nz");
  if (nx >= 0 && ny >= 0 && nz >= 0) {
    set.normals = table.vectors(nx, ny, nz);
    for (Point3& n : set.normals) n = io::turn_up(n, o.read.up);
  }
  if (table.faces > 0) notes.push_back(std::to_string(table.faces) + " faces of the file are not used; {type: mesh} reads them");
  if (table.find("scale_0") >= 0 && table.find("rot_0") >= 0)
    notes.push_back("the file holds 3-D Gaussians, of which only the centres are used; {type: gaussians} reads their axes, too");
  return set;
}

Garment make_point_cloud(const PointCloudOptions& o) {
  std::vector<std::string> notes;
  PointSet set;
  if (o.file.empty()) {
    const SurfaceSamples samples = sample_garment(o.samples);
    set.positions = samples.positions;
    set.sides = samples.normals;
    if (std::string note = sampling_note(samples, o.cloud.neighbours); !note.empty()) notes.push_back(std::move(note));
  } else {
    set = read_cloud(o, notes);
  }
  Garment garment = garment_of(reference_cloud(o.name(), set, o.cloud), o.position);
  garment.notes.insert(garment.notes.begin(), notes.begin(), notes.end());
  return garment;
}

const bool registered = config::register_component<PointCloudOptions>(
    "garments", "point_cloud", "a garment given by points: a scan, or samples of another garment",
    GarmentFactory([](const void* options) { return make_point_cloud(*static_cast<const PointCloudOptions*>(options)); }));

}  // namespace
}  // namespace plisse::geometry

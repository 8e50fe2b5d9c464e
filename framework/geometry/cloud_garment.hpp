// SPDX-License-Identifier: Apache-2.0
// What garments given by points have in common: where their file lies in space, and how normals and curvature are found.
#pragma once

#include <string>
#include <vector>

#include "framework/geometry/garment.hpp"
#include "framework/geometry/point_cloud.hpp"
#include "framework/geometry/surface_samples.hpp"
#include "framework/io/mesh_reader.hpp"

namespace plisse::geometry {

struct CloudGarmentOptions {
  std::string file;
  SampleOptions samples;
  io::ReadOptions read;
  std::vector<double> position{0, 0, 0};
  CloudOptions cloud;

  template <class V>
  void describe(V& v, const char* files) {
    v.option("file", file).file().doc(files);
    samples.describe(v);
    v.choice("unit", read.unit, {{"m", io::Unit::m}, {"dm", io::Unit::dm}, {"cm", io::Unit::cm}, {"mm", io::Unit::mm}})
        .doc("unit of the file's coordinates");
    v.choice("up", read.up, {{"x", io::Up::x}, {"y", io::Up::y}, {"z", io::Up::z}}).doc("the file's axis that points up");
    v.option("scale", read.scale).above(0).doc("further factor on the coordinates");
    v.option("position", position).unit("m").length(3, 3).doc("added to the coordinates, after everything else");
    v.option("neighbours", cloud.neighbours).range(8, 200).doc("points around each that tell its normal and curvature");
    v.choice("curvature", cloud.curvature, {{"none", CloudCurvature::none}, {"quadratic", CloudCurvature::quadratic}})
        .doc("of the cloth at rest: taken for flat, or from a quadratic fit to the neighbours");
    v.rule("file", [this] { return samples.choice(file); });
  }

  // How messages call the garment.
  std::string name() const { return file.empty() ? "the cloud of '" + samples.of.type + "'" : file; }
};

// Moves the cloud by `position` [m] and adds a note on its size.
Garment garment_of(Cloud cloud, const std::vector<double>& position);

// A note where the neighbourhoods of the samples are smaller than the triangles they lie on, so that curvature shows at their edges only;
// else empty.
std::string sampling_note(const SurfaceSamples& samples, int neighbours);

}  // namespace plisse::geometry

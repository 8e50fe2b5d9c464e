// SPDX-License-Identifier: Apache-2.0
// A garment given by 3-D Gaussians, {type: gaussians, file: splats.ply, min_opacity: 0.1} or {type: gaussians, of: {type: tshirt}}.
#include "framework/geometry/gaussians.hpp"

#include <utility>

#include "framework/config/registry.hpp"
#include "framework/geometry/cloud_garment.hpp"
#include "framework/geometry/neighbours.hpp"

namespace plisse::geometry {
namespace {

struct GaussiansOptions : CloudGarmentOptions {
  Scales scales = Scales::detect;
  double min_opacity = 0;

  template <class V>
  void describe(V& v) {
    CloudGarmentOptions::describe(v, "PLY file of 3-D Gaussians: x y z, scale_0..2, rot_0..3, opacity");
    v.choice("scales", scales, {{"detect", Scales::detect}, {"log", Scales::log}, {"linear", Scales::linear}})
        .doc(
            "what scale_0..2 hold: logarithms of standard deviations, or these; detect: logarithms, unless all are positive, which is "
            "refused");
    v.option("min_opacity", min_opacity).range(0, 1).doc("Gaussians more transparent than this are left out");
  }
};

GaussianSet sampled_gaussians(const SampleOptions& samples, int neighbourhood) {
  const SurfaceSamples found = sample_garment(samples);
  double spacing = 0;
  const Neighbours neighbours(found.positions, 4);
  for (std::size_t i = 0; i < neighbours.points(); ++i) spacing += neighbours.distances(i).back() / double(neighbours.points());
  GaussianSet set = gaussians_at(found, spacing, samples.seed);
  if (std::string note = sampling_note(found, neighbourhood); !note.empty()) set.notes.push_back(std::move(note));
  return set;
}

Garment make_gaussians(const GaussiansOptions& o) {
  const GaussianSet set =
      o.file.empty() ? sampled_gaussians(o.samples, o.cloud.neighbours) : read_gaussians(o.file, o.read, o.scales, o.min_opacity);
  return garment_of(reference_gaussians(o.name(), set, o.cloud), o.position);
}

const bool registered = config::register_component<GaussiansOptions>(
    "garments", "gaussians", "a garment given by 3-D Gaussians: a file, or Gaussians on another garment",
    GarmentFactory([](const void* options) { return make_gaussians(*static_cast<const GaussiansOptions*>(options)); }));

}  // namespace
}  // namespace plisse::geometry

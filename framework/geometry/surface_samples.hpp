// SPDX-License-Identifier: Apache-2.0
// Random points on a mesh, as a scanner would find them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/config/options.hpp"
#include "framework/geometry/garment.hpp"
#include "framework/geometry/surface_mesh.hpp"
#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

struct SurfaceSamples {
  std::vector<Point3> positions;  // (N) [m]
  std::vector<Point3> normals;    // (N) unit, interpolated between the vertices
  std::size_t triangles = 0;      // of the mesh
};

// One point in each of `count` shares of equal area, shifted along its normal by a normal deviate of `noise` [m].  The mesh must fit
// mesh_reference().
SurfaceSamples sample_surface(const SurfaceMesh& mesh, int count, std::uint64_t seed, double noise = 0);

// Points instead of a file: {of: {type: tshirt}, points: 20000, seed: 0, noise: 0}.
struct SampleOptions {
  config::Component of;
  int points = 20000;
  std::uint64_t seed = 0;
  double noise = 0;

  template <class V>
  void describe(V& v) {
    v.component("of", of, "garments").doc("a garment with a mesh, to be sampled instead of reading a file");
    v.option("points", points).range(4, 1e8).doc("samples on it");
    v.option("seed", seed).doc("of the samples");
    v.option("noise", noise).unit("m").at_least(0).doc("standard deviation of their distance from the surface");
  }
  // A rule on the options: either a file, or a garment to sample.
  std::string choice(const std::string& file) const;
};

// Builds the garment and samples it.  Throws config::Error where it has no mesh.
SurfaceSamples sample_garment(const SampleOptions& options);

}  // namespace plisse::geometry

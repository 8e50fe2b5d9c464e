// SPDX-License-Identifier: Apache-2.0
// A garment at rest: components of registry kind "garments".  SI units, z up.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "framework/geometry/reference.hpp"
#include "framework/geometry/rest_surface.hpp"
#include "framework/geometry/surface_mesh.hpp"

namespace plisse::geometry {

struct Garment {
  SurfaceMesh mesh;                // positions welded, one orientation, manifold; without triangles where `points` stand for the garment
  std::vector<ReferencePoint> points;  // a garment that is given by points: clouds, Gaussians, distance fields
  std::vector<int> piece;              // of each of these: the connected piece it lies on, from 0; empty where that is unknown
  RestSurfaceData rest;            // empty where has_uv is false
  bool has_uv = false;             // false: require_uv(mesh, name) says why
  std::vector<std::string> notes;  // what was changed or is worth knowing, for the user
};

// The factory type of registry kind "garments": builds from the garment's option struct.  Throws config::Error.
using GarmentFactory = std::function<Garment(const void* options)>;

// Options every garment has.
struct LookupOptions {
  Lookup lookup = Lookup::exact;
  int map_resolution = 1024;

  template <class V>
  void describe(V& v) {
    v.choice("lookup", lookup, {{"exact", Lookup::exact}, {"map", Lookup::map}})
        .doc("rest positions from the triangles of the garment, or from an image of positions made once");
    v.option("map_resolution", map_resolution).range(16, 8192).doc("texels per side of that image (lookup: map)");
  }
};

// A garment from a generated mesh with UV of any size: UV becomes one isotropic scale of it in the unit square, then the rest surface is
// built.
Garment make_garment(SurfaceMesh mesh, const LookupOptions& lookup);

// Moves UV to the origin and scales its longer extent to 1.
void fit_uv(SurfaceMesh& mesh);

}  // namespace plisse::geometry

// SPDX-License-Identifier: Apache-2.0
// A shell at rest, as a configuration gives it: an analytic surface or a garment made of triangles or points.
#pragma once

#include "framework/config/options.hpp"
#include "framework/geometry/garment.hpp"
#include "framework/geometry/mesh_size.hpp"
#include "kernels/surfaces/shape.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plisse::experiments {

// A mesh of the surface at rest, with what is known of the surface at each of its points.
struct RestMesh {
  geometry::SurfaceMesh mesh;
  std::vector<surfaces::Frame<double>> frames;  // (V)
};

template <class T> class RestShape {
 public:
  virtual ~RestShape() = default;

  virtual const surfaces::Shape& shape() const = 0;
  virtual const surfaces::FrameSource<T>& source() const = 0;
  // About `resolution` cells along the longest side.
  virtual RestMesh mesh(int resolution) const = 0;
  // Of that mesh, without making it.
  virtual geometry::MeshSize mesh_size(int resolution) const = 0;
  // The garment it was made of; null for an analytic surface.
  virtual const geometry::Garment* garment() const { return nullptr; }
};

struct RestOptions {
  config::Component surface, garment;  // one of the two
  config::Component output;            // a garment whose mesh shows the result of one that is given by points; may be empty
  std::vector<double> warp{0, 0, 1};   // direction of warp threads, projected on the surface of a garment
};

// Throws config::Error on impossible options.
template <class T> std::unique_ptr<RestShape<T>> make_rest_shape(const RestOptions& options);

// The garment of a component.  Throws config::Error.
geometry::Garment make_garment(const config::Component& component);

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// What is measured on a solved shell.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/components/shell_setup.hpp"
#include "experiments/components/space_field.hpp"
#include "framework/geometry/surface_mesh.hpp"
#include "framework/run/experiment.hpp"

namespace plisse::experiments {

// Displacement jets of a field at any number of points of a surface at rest.
template <class T>
class ShellSampler {
 public:
  ShellSampler(const SpaceField<T>& field, Workspace& workspace);

  // Calls visit(first, points, jets, n) for batches of the frames; arrays hold the batch's points first.
  template <class Visit>
  void visit(const Array1<T>& parameters, const std::vector<surfaces::Frame<double>>& frames, const Visit& visit) const;
  Vec3<double> displacement(const Array1<T>& parameters, const surfaces::Frame<double>& frame) const;  // [m]

 private:
  int load_batch(const std::vector<surfaces::Frame<double>>& frames, std::size_t first) const;

  Exec exec_;
  const SpaceField<T>& field_;
  surfaces::SurfacePoints<T> points_;
  Jets<T> jets_;
};

// The surface as a mesh with fields displacement [m], strain (norm of the membrane strain), membrane_strain and bending_strain
// (components 11, 12, 22), membrane_force [N/m] and bending_moment [N]; positions deformed, and the mirror images added.
template <class T>
geometry::SurfaceMesh shell_mesh(const ShellSampler<T>& sampler, const shell::Elasticity<T>& elasticity, const Array1<T>& parameters,
                                 RestMesh rest, Workspace& workspace);

// The mesh with its images across mirror planes; vector fields are reflected.  [first component of "displacement" is x]
geometry::SurfaceMesh with_images(geometry::SurfaceMesh mesh, const std::vector<boundary::MirrorPlane>& planes);

// How far a state is from equilibrium: the virtual work of all forces over the virtual work of the internal forces before its parts cancel
// (the sum of the absolute works at all points), each as the root of the sum of squares over smooth random virtual displacements that
// respect boundary conditions and symmetry.
template <class T>
class Residual {
 public:
  Residual(const SpaceDomain<T>& domain, int functions, int capacity, std::uint64_t seed, Workspace& workspace);
  double operator()(const ShellEnergy<T>& energy, const Jets<T>& jets, const Jets<T>& adjoint);
  int functions() const { return 3 * field_.functions(); }

 private:
  enum class Sum { signed_parts, absolute_parts };
  double work(const ShellEnergy<T>& energy, const Jets<T>& adjoint, Sum sum);

  Exec exec_;
  SpaceField<T> field_;
  Array1<T> parameters_, phi_;
};

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// The elastic energy of a shell: sum_p weight_p psi(strains(frame_p, jet_p)), psi the quadratic law of a material.
#pragma once

#include "kernels/core/reduce.hpp"
#include "kernels/materials/material.hpp"
#include "kernels/shell/potential.hpp"
#include "kernels/shell/strain.hpp"

namespace plisse::shell {

template <class T>
class Elasticity : public Potential<T> {
 public:
  // For batches of up to `capacity` points.
  Elasticity(StrainMeasure measure, const materials::Material<T>& material, int capacity, Workspace& workspace);

  bool quadratic() const override { return measure_ == StrainMeasure::linear; }
  double evaluate(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                  const Jets<T>& adjoint) const override;
  void add_hessian(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                   const Array2<T>& hessian) const override;

  // The same with the stress resultants of its geometric part given, as adjoints of the strains, in place of those of the jets.  With
  // resultants extrapolated along the last step, Newton's method takes a few iterations where thin shells turn far: those of a
  // displacement that is only about right are dominated by a stretch that is not there (mixed integration point method).
  // Reference: D. Magisano, L. Leonetti, G. Garcea, "How to improve efficiency and robustness of the Newton method in geometrically
  // non-linear structural problem discretized via displacement-based finite elements", Comput. Methods Appl. Mech. Eng. 313, 2017.
  void add_hessian(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                   const Array2<T>& hessian, const Array2<T>& stresses) const;
  // stresses (6, N): of the strains at jets, extrapolated linearly by `step` times the direction (3, 6, N).
  void extrapolate(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, const Jets<T>& direction,
                   double step, const Array2<T>& stresses) const;

  // Parts of the last evaluate() [J].
  double membrane() const { return membrane_; }
  double bending() const { return bending_; }

  // out (6, N): e11, e12, e22 [1], k11, k12, k22 [1/m] at the same columns as the jets.
  void strains(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, const Array2<T>& out) const;
  // out (6, N): forces n11, n12, n22 [N/m] and moments m11, m12, m22 [N] per length: components of symmetric tensors.
  void resultants(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, const Array2<T>& out) const;

  StrainMeasure measure() const { return measure_; }
  const materials::Stiffness<T>& stiffness() const { return stiffness_; }

 private:
  StrainMeasure measure_;
  materials::Stiffness<T> stiffness_;
  Array2<T> energy_;  // (2, N) [J/m^2]: membrane, bending
  OrderedSum sum_;
  mutable double membrane_ = 0, bending_ = 0;
};

}  // namespace plisse::shell

// SPDX-License-Identifier: Apache-2.0
// A shell as a configuration gives it: surface, material, strain measure, loads and quadrature; and its energy at a batch of points.
#pragma once

#include "experiments/components/loads.hpp"
#include "experiments/components/materials.hpp"
#include "experiments/components/quadratures.hpp"
#include "experiments/components/surfaces.hpp"
#include "framework/run/experiment.hpp"
#include "kernels/shell/elasticity.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace plisse::experiments {

struct ShellSetup {
  config::Component surface = preset("surfaces", "plane");
  config::Component material = preset("materials", "isotropic");
  shell::StrainMeasure strain = shell::StrainMeasure::exact;
  std::vector<config::Component> loads;
  config::Component quadrature = preset("quadratures", "stratified");
  int edge_points = 16;

  template <class V> void describe(V& v) {
    v.component("surface", surface, "surfaces").doc("the shell at rest");
    v.component("material", material, "materials").required().doc("stiffness and mass of the sheet");
    v.choice("strain", strain,
             {{"exact", shell::StrainMeasure::exact}, {"linear", shell::StrainMeasure::linear}, {"printed", shell::StrainMeasure::printed}})
        .doc("exact: any rotation; linear: small displacements; printed: the linearised director of NeuralGarSim");
    v.component_list("loads", loads, "loads").doc("forces on surface, edges and points");
    v.component("quadrature", quadrature, "quadratures").doc("points at which the energy is summed");
    v.option("edge_points", edge_points).range(1, 1000).doc("Gauss points along an edge that carries a load");
  }
};

// A batch of points (those of a quadrature, then those of edge and point loads) with the energy of the shell there.
template <class T> class ShellEnergy {
 public:
  // Throws config::Error on impossible options, and where a load acts off the surface or on an edge that is none.
  ShellEnergy(const ShellSetup& setup, const config::Component& quadrature, std::uint64_t seed, Workspace& workspace);

  int points() const { return total_; }  // of a batch, with those of edges and single points
  int surface_points() const { return quadrature_->points(); }
  bool fixed() const { return quadrature_->fixed(); }
  bool quadratic() const;
  const surfaces::Surface<T>& surface() const { return *surface_; }
  const materials::Material<T>& material() const { return *material_; }
  const shell::Elasticity<T>& elasticity() const { return *elasticity_; }

  // The surface points of a step.
  void draw(const Exec& exec, std::int64_t step);
  const surfaces::SurfacePoints<T>& batch() const { return batch_; }

  // Raw terms [J] of displacement jets (3, 6, N): membrane, bending, and minus the work of every load under `load` times the loads.
  // Where `adjoint` is not empty, overwrites it with factor times the derivatives of their sum.
  std::vector<double> evaluate(const Exec& exec, const Jets<T>& jets, double load, double factor, const Jets<T>& adjoint) const;
  // Overwrites hessian (324, N) with the second derivatives at every point; stresses (6, N) as in Elasticity, or empty.
  void hessian(const Exec& exec, const Jets<T>& jets, double load, const Array2<T>& hessian, const Array2<T>& stresses = {}) const;
  // The jets of an accepted state.
  void accept(const Exec& exec, const Jets<T>& jets);
  std::vector<std::pair<std::string, Array1<T>>> state() const;

  const std::vector<std::string>& names() const { return names_; }
  // A natural size of the energy [J]: what the loads do along displacements of `displacement`, or the energy of bending the
  // surface to its own size where there are no loads.
  double unit(const Exec& exec, double displacement) const;

 private:
  struct Acting {
    std::unique_ptr<shell::Load<T>> load;
    shell::Sites sites;
  };

  void add_load(const config::Component& component, const std::string& path, int edge_points, Workspace& workspace);
  void place_load(Acting& acting, const std::string& path, int edge_points);

  std::unique_ptr<surfaces::Surface<T>> surface_;
  std::unique_ptr<materials::Material<T>> material_;
  std::unique_ptr<quadrature::Quadrature<T>> quadrature_;
  std::vector<Acting> loads_;
  std::vector<std::string> names_;
  int total_ = 0;
  std::int64_t drawn_ = -1;
  std::unique_ptr<shell::Elasticity<T>> elasticity_;
  surfaces::SurfacePoints<T> batch_;
  Array2<T> chart_;  // (2, N)
};

}  // namespace plisse::experiments

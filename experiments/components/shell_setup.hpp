// SPDX-License-Identifier: Apache-2.0
// A shell as a configuration gives it: surface or garment, material, strain measure, loads and quadrature; and its energy at a batch of
// points.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiments/components/loads.hpp"
#include "experiments/components/materials.hpp"
#include "experiments/components/obstacle.hpp"
#include "experiments/components/quadratures.hpp"
#include "experiments/components/rest_shape.hpp"
#include "framework/run/experiment.hpp"
#include "kernels/shell/contact.hpp"
#include "kernels/shell/elasticity.hpp"

namespace plisse::experiments {

struct ShellSetup {
  config::Component surface, garment;
  std::vector<double> warp{0, 0, 1};
  config::Component material = preset("materials", "isotropic");
  shell::StrainMeasure strain = shell::StrainMeasure::exact;
  std::vector<config::Component> loads;
  config::Component collider;
  shell::ContactOptions contact;
  config::Component quadrature = preset("quadratures", "stratified");
  int edge_points = 16;

  template <class V>
  void describe(V& v) {
    v.component("surface", surface, "surfaces").doc("the shell at rest, as an analytic surface");
    v.component("garment", garment, "garments").doc("the shell at rest, as a garment: triangles, points, Gaussians or a distance field");
    v.option("warp", warp).length(3, 3).doc("direction of the warp threads of a garment, projected on it; x or y where the cloth is level");
    v.component("material", material, "materials").required().doc("stiffness and mass of the sheet");
    v.choice("strain", strain,
             {{"exact", shell::StrainMeasure::exact}, {"linear", shell::StrainMeasure::linear}, {"printed", shell::StrainMeasure::printed}})
        .doc("exact: any rotation; linear: small displacements; printed: the linearised director of NeuralGarSim");
    v.component_list("loads", loads, "loads").doc("forces on surface, edges and points");
    v.component("collider", collider, "colliders").doc("a body that the shell stays out of; none where absent");
    v.group("contact", contact).doc("how the body pushes");
    v.component("quadrature", quadrature, "quadratures").doc("points at which the energy is summed");
    v.option("edge_points", edge_points).range(1, 1000).doc("Gauss points along an edge that carries a load");
    v.rule("surface", [this] {
      return bool(surface) != bool(garment) ? std::string()
             : surface                      ? "is given, and so is 'garment'; keep the one that is the shell"
                                            : "is not given, nor is 'garment'; give one of them, such as surface: {type: plane}";
    });
    v.rule("warp", [this] {
      return warp[0] == 0 && warp[1] == 0 && warp[2] == 0 ? std::string("has length zero; give a direction") : std::string();
    });
  }
};

// A batch of points (those of a quadrature, then those of edge and point loads) with the energy of the shell there.
template <class T>
class ShellEnergy {
 public:
  // Throws config::Error on impossible options, and where a load acts off the surface or on an edge that is none.
  ShellEnergy(const ShellSetup& setup, std::shared_ptr<const RestShape<T>> rest, const Obstacle& obstacle,
              const config::Component& quadrature, std::uint64_t seed, Workspace& workspace);

  int points() const { return total_; }  // of a batch, with those of edges and single points
  int surface_points() const { return quadrature_->points(); }
  bool fixed() const { return quadrature_->fixed(); }
  bool quadratic() const;
  const surfaces::Shape& shape() const { return rest_->shape(); }
  const materials::Material<T>& material() const { return *material_; }
  const shell::Elasticity<T>& elasticity() const { return *elasticity_; }

  // The surface points of a step.
  void draw(const Exec& exec, std::int64_t step);
  const surfaces::SurfacePoints<T>& batch() const { return batch_; }

  // Raw terms [J] of displacement jets (3, 6, N): membrane, bending, minus the work of every load under `load` times the loads, and the
  // penalty of a contact where there is a body.
  // Where `adjoint` is not empty, overwrites it with factor times the derivatives of their sum.
  std::vector<double> evaluate(const Exec& exec, const Jets<T>& jets, double load, double factor, const Jets<T>& adjoint) const;
  // Overwrites hessian (324, N) with the second derivatives at every point; stresses (6, N) as in Elasticity, or empty.
  void hessian(const Exec& exec, const Jets<T>& jets, double load, const Array2<T>& hessian, const Array2<T>& stresses = {}) const;
  // The jets of an accepted state.
  void accept(const Exec& exec, const Jets<T>& jets);
  std::vector<std::pair<std::string, Array1<T>>> state() const;

  const std::vector<std::string>& names() const { return names_; }
  std::size_t load_terms() const { return loads_.size(); }
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

  std::shared_ptr<const RestShape<T>> rest_;
  std::unique_ptr<materials::Material<T>> material_;
  std::unique_ptr<quadrature::Quadrature<T>> quadrature_;
  std::vector<Acting> loads_;
  std::vector<std::string> names_;
  int total_ = 0;
  std::int64_t drawn_ = -1;
  std::unique_ptr<shell::Elasticity<T>> elasticity_;
  std::unique_ptr<collision::Collider<T>> collider_;
  std::unique_ptr<shell::Contact<T>> contact_;  // null without a body
  surfaces::SurfacePoints<T> batch_;
  Array2<T> chart_;  // (2, N)
};

}  // namespace plisse::experiments

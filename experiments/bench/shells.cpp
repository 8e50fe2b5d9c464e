// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only 'shell_energy*,shell_hessian,surface_*,boundary_*'
//
// A Kirchhoff-Love shell at 16 384 points of a cylinder: frames of its points, hard boundary conditions, elastic energy with its adjoint
// for both strains, and the energy's Hessian.  Operations as the headers write the formulas, each subexpression once:
//   linear   151 a point: strains 40, resultants 30, energies 12, adjoint 69
//   exact    315 a point: strains 127, resultants 30, energies 12, adjoint 146
// and none where they are not counted.  Bytes: frames, weights and jets once, adjoints and Hessians read and written.
#include "experiments/bench/kernel_benchmark.hpp"
#include "kernels/boundary/dirichlet.hpp"
#include "kernels/materials/isotropic.hpp"
#include "kernels/quadrature/stratified.hpp"
#include "kernels/shell/elasticity.hpp"
#include "kernels/surfaces/cylinder.hpp"

namespace plisse::experiments {

namespace {

constexpr double radius = 0.5, length = 1;  // [m]

// Points of a cylinder, as a quadrature draws them; run() finds their frames.
template <class T>
class CylinderPoints : public KernelBenchmark {
 public:
  explicit CylinderPoints(int n)
      : surface_({radius, length, {0, 360}, {}}),
        places_(columns<T>(2, n)),
        share_(numbers<T>(n)),
        points_("plisse::bench::points", n, workspace_) {
    quadrature::Stratified<T>({n}, {0, random::Stream::quadrature, 1, &workspace_}).draw(exec_, 0, places_, share_);
    count(0, bytes_of(places_, points_.frame) + 2 * bytes_of(points_.weight));
    launch();
  }
  std::uint64_t digest() const override { return digest_of(points_.frame, points_.weight); }
  const surfaces::SurfacePoints<T>& points() const { return points_; }

 protected:
  void launch() final {
    Kokkos::deep_copy(exec_, points_.weight, share_);
    surface_.frames(exec_, places_, 0, points_.capacity(), points_);
  }

 private:
  surfaces::Cylinder<T> surface_;
  Array2<T> places_;  // (2, N)
  Array1<T> share_;   // (N)
  surfaces::SurfacePoints<T> points_;
};

class BoundaryConditions : public KernelBenchmark {
 public:
  BoundaryConditions()
      : cylinder_(batch),
        dirichlet_(holds(), {{}, {}}, {}, batch, workspace_),
        field_(random_jets<float>(3, 6, batch)),
        held_(jets<float>(3, 6, batch)) {
    count(0, bytes_of(cylinder_.points().frame) + 4 * bytes_of(field_));  // the field and its adjoint before and after
  }
  std::uint64_t digest() const override { return digest_of(held_); }

 protected:
  void launch() override {
    Kokkos::deep_copy(exec_, held_, field_);
    dirichlet_.prepare(exec_, cylinder_.points(), 0, batch);
    dirichlet_.apply(exec_, batch, held_);
    dirichlet_.adjoint(exec_, batch, held_);
  }

 private:
  // Both ends.
  static std::vector<boundary::Hold<float>> holds() {
    std::vector<boundary::Hold<float>> both(2);
    for (int k = 0; k < 2; ++k) {
      both[k].region.shape = boundary::RegionShape::plane;
      both[k].region.a = {0, float(k * length), 0};
      both[k].region.b = {0, 1, 0};
      both[k].width = 0.1f;
      both[k].saturates = both[k].clamped = true;
    }
    return both;
  }

  CylinderPoints<float> cylinder_;
  boundary::Dirichlet<float> dirichlet_;
  Jets<float> field_, held_;  // (3, 6, N)
};

materials::IsotropicOptions rubber() { return {1e6, 0.3, 1e-3, 0}; }

class ShellEnergy : public KernelBenchmark {
 public:
  ShellEnergy(shell::StrainMeasure measure, double operations)
      : cylinder_(batch),
        elasticity_(measure, materials::Isotropic<float>(rubber(), {}), batch, workspace_),
        jets_(random_jets<float>(3, shell::channels, batch, -0.1, 0.1)),
        adjoint_(jets<float>(3, shell::channels, batch)) {
    count(operations * batch, bytes_of(cylinder_.points().frame, cylinder_.points().weight, jets_) + 2 * bytes_of(adjoint_));
  }
  std::uint64_t digest() const override { return digest_of(adjoint_, value_); }

 protected:
  void launch() override { value_ = elasticity_.evaluate(exec_, cylinder_.points(), {0, batch}, jets_, 1, adjoint_); }

 private:
  CylinderPoints<float> cylinder_;
  shell::Elasticity<float> elasticity_;
  Jets<float> jets_, adjoint_;  // (3, 6, N)
  double value_ = 0;
};

class ShellHessian : public KernelBenchmark {
 public:
  ShellHessian()
      : cylinder_(points),
        elasticity_(shell::StrainMeasure::exact, materials::Isotropic<double>(rubber(), {}), points, workspace_),
        jets_(random_jets<double>(3, shell::channels, points, -0.1, 0.1)),
        hessian_(columns<double>(shell::jet_size * shell::jet_size, points)) {
    count(0, bytes_of(cylinder_.points().frame, cylinder_.points().weight, jets_) + 2 * bytes_of(hessian_));
  }
  std::uint64_t digest() const override { return digest_of(hessian_); }

 protected:
  void launch() override { elasticity_.add_hessian(exec_, cylinder_.points(), {0, points}, jets_, 1, hessian_); }

 private:
  static constexpr int points = 2048;
  CylinderPoints<double> cylinder_;
  shell::Elasticity<double> elasticity_;
  Jets<double> jets_;       // (3, 6, N)
  Array2<double> hessian_;  // (324, N)
};

[[maybe_unused]] const bool registered[] = {
    register_kernel<CylinderPoints<float>>("surface_frames", "frames at 16 384 points of a cylinder", batch),
    register_kernel<BoundaryConditions>("boundary_conditions", "clamped ends of a cylinder at 16 384 points: factors, field, adjoint"),
    register_kernel<ShellEnergy>("shell_energy_linear", "linear shell energy and its adjoint at 16 384 points",
                                 shell::StrainMeasure::linear, 151.0),
    register_kernel<ShellEnergy>("shell_energy_exact", "exact shell energy and its adjoint at 16 384 points", shell::StrainMeasure::exact,
                                 315.0),
    register_kernel<ShellHessian>("shell_hessian", "exact shell energy's Hessian at 2048 points, double precision")};

}  // namespace

}  // namespace plisse::experiments

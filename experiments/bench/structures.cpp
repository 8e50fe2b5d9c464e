// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only 'structure*,loss_*'
//
// 16 384 local structures on a square cloth: building them, and each loss with its adjoint at a displacement of a tenth of their size.
// Operations are those of a loss as its header writes it, a root or a division counted as one:
//   strain      38 an edge: 2 lengths 18, strain 2, force 7, energy 2, adjoint 9
//   bend        160 a pair of faces: edges and normals 54, bend 27, foot points and slope 22, gradients 33, adjoint 24
//   gravity     11 a structure
//   collision   15 a vertex: the distance to a ball; those inside do more
//   regression  17 a point
// Bytes: what a loss needs of the positions at rest and now and of the weights, once, and of the adjoint, which it reads and writes.
#include "experiments/bench/kernel_benchmark.hpp"
#include "experiments/components/scene.hpp"
#include "kernels/collision/sphere.hpp"
#include "kernels/losses/bend.hpp"
#include "kernels/losses/collision.hpp"
#include "kernels/losses/gravity.hpp"
#include "kernels/losses/local_structure.hpp"
#include "kernels/losses/regression.hpp"
#include "kernels/losses/strain.hpp"
#include "kernels/sampling/uniform.hpp"

namespace plisse::experiments {

namespace {

constexpr int columns_in_all = losses::structure_vertices * columns_for<float>(batch);
constexpr double edge = 0.01;  // [UV], and [m] on a square of 1 m

class BuildStructures : public KernelBenchmark {
 public:
  BuildStructures()
      : surface_(Scene(SceneOptions()).rest_surface<float>()),
        samples_{columns<float>(2, batch), numbers<float>(batch)},
        structures_(losses::make_structures<float>(batch, workspace_)) {
    sampling::Uniform<float>({batch}, {surface_, 0, &workspace_}).draw(exec_, 0, samples_);
    count(0, bytes_of(samples_.uv, samples_.weight, structures_.uv, structures_.valid, structures_.rest, structures_.weight));
    launch();
  }

  std::uint64_t digest() const override { return digest_of(structures_.uv, structures_.valid, structures_.rest); }
  const losses::Structures<float>& structures() const { return structures_; }

 protected:
  void launch() final { losses::build_structures(exec_, surface_, samples_.uv, samples_.weight, batch, edge, 0, 0, structures_); }

 private:
  sampling::RestSurface<float> surface_;
  sampling::Samples<float> samples_;
  losses::Structures<float> structures_;
};

// What a loss does to a structure.
struct Work {
  double operations;
  int rest, positions;  // numbers that are read; as many adjoints as positions are read and written
};

template <template <class> class Component>
class LossOnStructures : public KernelBenchmark {
 public:
  explicit LossOnStructures(const Work& work)
      : sphere_({{0.5, 0.5, -0.2}, 0.25}, {{}, columns_in_all, &workspace_}),
        loss_({}, {&sphere_, batch, columns_in_all, 0, &workspace_}),
        positions_(random_jets<float>(3, 1, columns_in_all, -edge / 10, edge / 10)),
        adjoint_(jets<float>(3, 1, columns_in_all)) {
    add_rest(built_.structures().rest, positions_);
    count(batch * work.operations, double(batch) * sizeof(float) * (work.rest + 3 * work.positions + 1));
  }

  std::uint64_t digest() const override { return digest_of(adjoint_, value_); }

 protected:
  void launch() override { value_ = loss_.evaluate(exec_, built_.structures(), positions_, 1, adjoint_, {}); }

 private:
  static void add_rest(const Jets<float>& rest, const Jets<float>& positions) {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rest);
    const auto moved = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), positions);
    for (std::size_t i = 0; i < moved.size(); ++i) moved.data()[i] += host.data()[i];
    Kokkos::deep_copy(positions, moved);
  }

  BuildStructures built_;
  collision::Sphere<float> sphere_;
  Component<float> loss_;
  Jets<float> positions_, adjoint_;  // (3, 1, 6 S) [m]
  double value_ = 0;
};

class RegressionOnPoints : public KernelBenchmark {
 public:
  RegressionOnPoints()
      : loss_({}, {nullptr, batch, batch, 0, &workspace_}),
        points_{batch, random_jets<float>(3, 1, batch), numbers<float>(batch)},
        positions_(random_jets<float>(3, 1, batch)),
        adjoint_(jets<float>(3, 1, batch)) {
    Kokkos::deep_copy(points_.weight, 1.0f / batch);
    count(17.0 * batch, bytes_of(points_.target, points_.weight, positions_) + 2 * bytes_of(adjoint_));
  }

  std::uint64_t digest() const override { return digest_of(adjoint_, value_); }

 protected:
  void launch() override { value_ = loss_.evaluate(exec_, points_, positions_, 1, adjoint_, {}); }

 private:
  losses::Regression<float> loss_;
  losses::Points<float> points_;
  Jets<float> positions_, adjoint_;  // (3, 1, N) [m]
  double value_ = 0;
};

[[maybe_unused]] const bool registered[] = {
    register_kernel<BuildStructures>("structures", "building 16 384 local structures"),
    register_kernel<LossOnStructures<losses::Strain>>("loss_strain", "strain of 16 384 structures and its adjoint", Work{3 * 38, 9, 9}),
    register_kernel<LossOnStructures<losses::Bend>>("loss_bend", "bending of 16 384 structures and its adjoint", Work{3 * 160, 0, 18}),
    register_kernel<LossOnStructures<losses::Gravity>>("loss_gravity", "weight of 16 384 structures and its adjoint", Work{11, 0, 3}),
    register_kernel<LossOnStructures<losses::Collision>>("loss_collision", "16 384 structures in a ball, and the adjoint of their depth",
                                                         Work{6 * 15, 0, 18}),
    register_kernel<RegressionOnPoints>("loss_regression", "squared error at 16 384 points and its adjoint")};

}  // namespace

}  // namespace plisse::experiments

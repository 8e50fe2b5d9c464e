// SPDX-License-Identifier: Apache-2.0
// The adaptive sampler of "Spatially Adaptive Cloth Regression" (sections 3.2 and 3.4): N_a = floor(mu N) points after a grid of
// probabilities that follows the loss, the other N - N_a uniform in the charts, then Lloyd's relaxation of all of them.
// uniform_share is 1 - mu.
#pragma once

#include <optional>

#include "kernels/sampling/lloyd.hpp"
#include "kernels/sampling/probability_grid.hpp"
#include "kernels/sampling/sampler.hpp"

PLISSE_COMPONENT(sampling::Adaptive)

namespace plisse::sampling {

struct AdaptiveOptions {
  int points = 4096;
  double uniform_share = 0.5;
  std::vector<int> cells{64};
  double momentum = 0.9;
  double floor = 0.01;
  int update_every = 1;
  int lloyd = 2;
  int lloyd_points = 8;
  LloydDensity lloyd_density = LloydDensity::uniform;
  bool importance_weights = false;

  template <class V>
  void describe(V& v) {
    v.option("points", points).at_least(1).doc("samples drawn per step");
    v.option("uniform_share", uniform_share).range(0, 1).doc("share of the samples that is uniform; the others follow the loss");
    v.option("cells", cells).at_least(1).length(1, 2).doc("cells of the probability grid along u and v; one number for both");
    v.option("momentum", momentum).range(0, 1).doc("how much of the old probability an update keeps (gamma)");
    v.option("floor", floor).range(0, 1).doc("smallest probability of a cell, relative to the uniform one");
    v.option("update_every", update_every).at_least(1).doc("steps from one update of the probability to the next");
    v.option("lloyd", lloyd).at_least(0).doc("sweeps of Lloyd's relaxation");
    v.option("lloyd_points", lloyd_points).at_least(1).doc("quadrature points per sample that stand for the Voronoi regions");
    v.choice("lloyd_density", lloyd_density, {{"uniform", LloydDensity::uniform}, {"probability", LloydDensity::probability}})
        .doc("weight of the Voronoi regions' centroids: area, as in the paper, or the sampling density, which relaxation then keeps");
    v.option("importance_weights", importance_weights)
        .doc("weigh each sample by the inverse of its density, so that the mean over the surface is unbiased (exact without relaxation)");
  }
};

template <class T>
class Adaptive : public Sampler<T> {
 public:
  static constexpr const char* name = "adaptive";
  static constexpr const char* doc = "points denser where the loss is high, relaxed by Lloyd's method";
  using Options = AdaptiveOptions;

  Adaptive(const Options& options, const Context<T>& context);

  int points() const override { return options_.points; }
  int adaptive_points() const { return adaptive_points_; }  // N_a, the first of all
  void draw(const Exec& exec, std::int64_t step, const Samples<T>& samples) override;

  Array2<T> probes() const override { return probes_; }
  bool wants_probes(std::int64_t step) const override { return step % options_.update_every == 0; }
  void observe(const Exec& exec, const Array1<T>& loss) override { density_.observe(exec, loss); }

  std::vector<std::pair<std::string, Array1<T>>> state() const override { return {{"density", density_.probability()}}; }
  Array2<T> density() const override { return density_.dense(); }

  // The two halves of draw() before relaxation, and the weights after it.
  void draw_points(const Exec& exec, std::int64_t step, const Array2<T>& uv) const;
  void relax(const Exec& exec, std::int64_t step, const Array2<T>& uv);
  void weigh(const Exec& exec, const Samples<T>& samples) const;

 private:
  double uniform_share() const { return 1 - double(adaptive_points_) / options_.points; }  // after rounding to whole points

  Options options_;
  std::uint64_t seed_;
  int adaptive_points_;
  ChartCells<T> cells_;
  Array2<T> probes_;  // (2, K)
  ProbabilityGrid<T> density_;
  std::optional<Lloyd<T>> lloyd_;
  OrderedSum sum_;
};

}  // namespace plisse::sampling

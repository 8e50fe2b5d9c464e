// SPDX-License-Identifier: Apache-2.0
// Jittered points: the charts, walked along a Hilbert curve, are cut into N strata of equal UV area, with one point uniform in
// each.  Strata are compact, so that means over smooth functions have far less variance than with independent points.
#pragma once

#include "kernels/sampling/chart_cells.hpp"
#include "kernels/sampling/sampler.hpp"

PLISSE_COMPONENT(sampling::Stratified)

namespace plisse::sampling {

struct StratifiedOptions {
  int points = 4096;

  template <class V>
  void describe(V& v) {
    v.option("points", points).at_least(1).doc("samples drawn per step, one per stratum");
  }
};

template <class T>
class Stratified : public Sampler<T> {
 public:
  static constexpr const char* name = "stratified";
  static constexpr const char* doc = "one point at random in each of as many equal parts of the charts";
  using Options = StratifiedOptions;

  Stratified(const Options& options, const Context<T>& context);

  int points() const override { return points_; }
  void draw(const Exec& exec, std::int64_t step, const Samples<T>& samples) override;

  // At most at one time while one with that many points is made [byte].
  static std::size_t bytes(const ChartPolygons& charts, int points);

 private:
  int points_;
  std::uint64_t seed_;
  ChartCells<T> cells_;  // along a Hilbert curve, a few to a stratum
};

}  // namespace plisse::sampling

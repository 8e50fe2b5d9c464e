// SPDX-License-Identifier: Apache-2.0
// Points uniform in the charts by UV area, independent of one another.
#pragma once

#include "kernels/sampling/chart_cells.hpp"
#include "kernels/sampling/sampler.hpp"

PLISSE_COMPONENT(sampling::Uniform)

namespace plisse::sampling {

struct UniformOptions {
  int points = 4096;

  template <class V>
  void describe(V& v) {
    v.option("points", points).at_least(1).doc("samples drawn per step");
  }
};

template <class T>
class Uniform : public Sampler<T> {
 public:
  static constexpr const char* name = "uniform";
  static constexpr const char* doc = "independent points, uniform in the charts";
  using Options = UniformOptions;

  Uniform(const Options& options, const Context<T>& context);

  int points() const override { return points_; }
  void draw(const Exec& exec, std::int64_t step, const Samples<T>& samples) override;

 private:
  int points_;
  std::uint64_t seed_;
  ChartCells<T> cells_;
};

}  // namespace plisse::sampling

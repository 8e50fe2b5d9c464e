// SPDX-License-Identifier: Apache-2.0
// Regression on known positions: sum_s weight_s |x_s - y_s|^2 [m^2], the mean squared distance to the targets y.
#pragma once

#include "kernels/losses/assembly.hpp"

namespace plisse::losses {

struct RegressionOptions {
  double weight = 1;

  template <class V>
  void describe(V& v) {
    v.option("weight", weight).at_least(0).doc("factor of this term in the total");
  }
};

template <class T>
class Regression : public Loss<T> {
 public:
  static constexpr const char *name = "regression", *doc = "mean squared distance to known positions", *unit = "m^2";
  using Options = RegressionOptions;

  Regression(const Options& options, const Context<T>& context);

  bool supports_points() const override { return true; }
  double evaluate(const Exec& exec, const Points<T>& points, const Jets<T>& positions, double factor, const Jets<T>& adjoint,
                  const Array1<T>& density) const override;

 private:
  Assembly<T> assembly_;
};

}  // namespace plisse::losses

PLISSE_COMPONENT(losses::Regression)

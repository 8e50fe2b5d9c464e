// SPDX-License-Identifier: Apache-2.0
// Adam: with gradient g, step t = 1, 2, ...
//   m <- b1 m + (1 - b1) g,   v <- b2 v + (1 - b2) g^2,   x <- x - rate (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + epsilon)
// Reference: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", ICLR 2015.
#pragma once

#include "kernels/core/reduce.hpp"
#include "kernels/optim/optimizer.hpp"
#include "kernels/optim/schedule.hpp"

namespace plisse::optim {

struct AdamOptions {
  double learning_rate = 1e-3;
  double beta1 = 0.9, beta2 = 0.999;
  double epsilon = 1e-8;
  Schedule schedule = Schedule::constant;
  double final_fraction = 0.01;
  double clip = 0;

  template <class V>
  void describe(V& v) {
    v.option("learning_rate", learning_rate).above(0).doc("step size at the start");
    v.option("beta1", beta1).at_least(0).below(1).doc("decay of the mean of the gradient");
    v.option("beta2", beta2).at_least(0).below(1).doc("decay of the mean of its square");
    v.option("epsilon", epsilon).above(0).doc("added to the root of the mean square");
    v.choice("schedule", schedule, {{"constant", Schedule::constant}, {"exponential", Schedule::exponential}, {"cosine", Schedule::cosine}})
        .doc("learning rate over the run");
    v.option("final_fraction", final_fraction).range(1e-12, 1).doc("learning rate at the end over that at the start, unless constant");
    v.option("clip", clip).at_least(0).doc("largest norm of the gradient, longer ones are shortened; 0: no limit");
  }
};

template <class T>
class Adam : public Optimizer<T> {
 public:
  static constexpr const char *name = "adam", *doc = "adaptive moments";
  using Options = AdamOptions;

  Adam(const Options& options, const Context& context);

  Step step(const Exec& exec, std::int64_t step, Function<T>& function, const Array1<T>& parameters, const Array1<T>& gradient) override;
  // parameters (P) -= the update that gradient (P) asks for.
  Step update(const Exec& exec, std::int64_t step, const Array1<T>& parameters, const Array1<T>& gradient);
  std::vector<std::pair<std::string, Array1<T>>> state() const override { return {{"adam.mean", mean_}, {"adam.square", square_}}; }

 private:
  Options options_;
  std::int64_t steps_;
  int size_;
  Array1<T> mean_, square_;  // (P)
  OrderedSum sum_;
};

}  // namespace plisse::optim

PLISSE_COMPONENT(optim::Adam)

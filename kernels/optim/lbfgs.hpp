// SPDX-License-Identifier: Apache-2.0
// L-BFGS: the direction -H g, where H approximates the inverse Hessian from the last m pairs s = x_(k+1) - x_k, y = g_(k+1) - g_k by the
// two-loop recursion, then a step that fulfils the strong Wolfe conditions.
// Reference: J. Nocedal, S. Wright, "Numerical optimization", 2nd edition, algorithms 7.4, 7.5, 3.5 and 3.6.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/reduce.hpp"
#include "kernels/optim/function.hpp"
#include "kernels/optim/line_search.hpp"
#include "kernels/optim/optimizer.hpp"

namespace plisse::optim {

struct LbfgsOptions {
  int history = 20;
  double gradient_tolerance = 1e-8;
  double function_tolerance = 1e-12;
  double sufficient_decrease = 1e-4, curvature = 0.9;
  int max_evaluations = 25;
  double first_step = 0.1;

  template <class V>
  void describe(V& v) {
    v.option("history", history).range(1, 1000).doc("pairs of steps and gradient changes that are remembered");
    v.option("gradient_tolerance", gradient_tolerance).at_least(0).doc("stop below this norm of the gradient, over that at the start");
    v.option("function_tolerance", function_tolerance).at_least(0).doc("stop below this relative change of the function in an iteration");
    v.option("sufficient_decrease", sufficient_decrease).above(0).below(1).doc("c1 of the strong Wolfe conditions");
    v.option("curvature", curvature).above(0).below(1).doc("c2 of the strong Wolfe conditions, above c1");
    v.option("max_evaluations", max_evaluations).range(1, 1000).doc("evaluations of the function in one line search");
    v.option("first_step", first_step).above(0).doc("length of the first trial step, in parameters");
  }
};

struct LbfgsReport {
  double value;          // of the function at the parameters now
  double gradient_norm;  // there
  double step;           // multiple of the direction that was taken; 0: none
  int evaluations;       // of the function in this iteration
  bool restarted;        // the memory was dropped: a line search failed, and steepest descent was tried
  std::string stop;      // empty, or why there is no point in going on
};

// All that an iteration takes over from the last one, besides the arrays of state().
struct LbfgsCounters {
  std::int64_t iterations = 0;
  int pairs = 0, next = 0;          // pairs remembered, slot of the next one
  double value = 0;                 // of the function at the parameters
  double first_gradient_norm = -1;  // -1: nothing evaluated yet
  double last_length = 0;           // of the last step, in parameters
  std::vector<double> rho;          // (history): 1 / (s . y) of each slot
};

template <class T>
class Lbfgs : public Optimizer<T> {
 public:
  static constexpr const char *name = "lbfgs", *doc = "limited-memory quasi-Newton method on fixed samples";
  using Options = LbfgsOptions;

  // Throws std::invalid_argument where options are impossible.
  Lbfgs(const Options& options, std::size_t parameters, Workspace& workspace);
  Lbfgs(const Options& options, const Context& context) : Lbfgs(options, context.parameters, *context.workspace) {}

  bool fixed_samples() const override { return true; }
  Step step(const Exec& exec, std::int64_t step, Function<T>& function, const Array1<T>& parameters, const Array1<T>& gradient) override;

  // One iteration on parameters (P); they stay at the best point found.  After a stop another call tries again.
  LbfgsReport iterate(const Exec& exec, Function<T>& function, const Array1<T>& parameters);

  // With both put back, and the parameters, a run goes on to the same bits.
  std::vector<std::pair<std::string, Array1<T>>> state() const override;
  std::vector<double> numbers() const override;
  void set_numbers(const std::vector<double>& numbers) override;
  const LbfgsCounters& counters() const { return counters_; }
  void restore(const LbfgsCounters& counters);

 private:
  struct Attempt {
    LineResult line;
    bool moved;
  };

  Array1<T> slot(const Array1<T>& pairs, int k) const;
  void find_direction(const Exec& exec);
  Attempt search(const Exec& exec, Function<T>& function, const Array1<T>& parameters);
  void remember(const Exec& exec, const Array1<T>& parameters);
  std::string reason_to_stop(double gradient_norm, double value_before) const;

  Options options_;
  int size_;
  Array1<T> steps_, changes_;                               // (history * P): s and y, slot after slot
  Array1<T> gradient_, old_gradient_, origin_, direction_;  // (P)
  OrderedSum sum_;
  LbfgsCounters counters_;
};

}  // namespace plisse::optim

PLISSE_COMPONENT(optim::Lbfgs)

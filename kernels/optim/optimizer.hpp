// SPDX-License-Identifier: Apache-2.0
// An optimizer: one step on the flat parameter array of a function, which it evaluates as often as it needs to.
#pragma once

#include "kernels/core/component.hpp"
#include "kernels/core/workspace.hpp"
#include "kernels/optim/function.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace plisse::optim {

struct Context {
  std::size_t parameters = 0;  // P
  std::int64_t steps = 0;      // length of the whole run, for schedules
  Workspace* workspace = nullptr;
  int coefficients = 0;        // of the last linear layer; 0 where the function has no such view (Function::ritz)
};

struct Step {
  double gradient_norm;       // before clipping
  double learning_rate;       // or the multiple of the direction that was taken
  std::string stop{};         // not empty: this was the last step, and why
  bool failed = false;        // it stopped without a solution
};

// A component is a class template O<T> derived from Optimizer<T> with name, doc, Options and O(const Options&, const Context&).
template <class T> class Optimizer {
 public:
  virtual ~Optimizer() = default;
  // True where the function must stay the same from step to step: samples are drawn once.
  virtual bool fixed_samples() const { return false; }
  // `step` counts from 0; gradient (P) is scratch.  Where the function's first value or its gradient is not finite, parameters (P) stay.
  virtual Step step(const Exec&, std::int64_t step, Function<T>& function, const Array1<T>& parameters, const Array1<T>& gradient) = 0;
  // What must survive a restart: arrays, and numbers.  set_numbers() throws std::invalid_argument on another count.
  virtual std::vector<std::pair<std::string, Array1<T>>> state() const = 0;
  virtual std::vector<double> numbers() const { return {}; }
  virtual void set_numbers(const std::vector<double>& /*numbers*/) {}
};

}  // namespace plisse::optim

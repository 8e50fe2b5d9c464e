// SPDX-License-Identifier: Apache-2.0
// A first-order optimizer: one update of the flat parameter array from its gradient.
#pragma once

#include "kernels/core/component.hpp"
#include "kernels/core/types.hpp"
#include "kernels/core/workspace.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace plisse::optim {

struct Context {
  std::size_t parameters = 0;  // P
  std::int64_t steps = 0;      // length of the whole run, for schedules
  Workspace* workspace = nullptr;
};

struct Step {
  double gradient_norm;  // before clipping
  double learning_rate;
};

// A component is a class template O<T> derived from Optimizer<T> with name, doc, Options and O(const Options&, const Context&).
template <class T> class Optimizer {
 public:
  virtual ~Optimizer() = default;
  // parameters (P) -= update(gradient (P)); `step` counts from 0.  With a non-finite gradient norm nothing is updated and the
  // norm is returned as it is.
  virtual Step step(const Exec&, std::int64_t step, const Array1<T>& parameters, const Array1<T>& gradient) = 0;
  virtual std::vector<std::pair<std::string, Array1<T>>> state() const = 0;
};

}  // namespace plisse::optim

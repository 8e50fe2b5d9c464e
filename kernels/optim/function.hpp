// SPDX-License-Identifier: Apache-2.0
// A differentiable function of a flat parameter array, always the same one: no samples drawn anew between two calls.
#pragma once

#include "kernels/core/types.hpp"

namespace plisse::optim {

class RitzProblem;

template <class T>
class Function {
 public:
  virtual ~Function() = default;
  // The value at parameters (P); overwrites gradient (P).  A value that is not finite tells that the function does not exist there.
  virtual double evaluate(const Exec&, const Array1<T>& parameters, const Array1<T>& gradient) = 0;
  // The same function of the last linear layer's coefficients alone; null where there is no such view.
  virtual RitzProblem* ritz() { return nullptr; }
};

}  // namespace plisse::optim

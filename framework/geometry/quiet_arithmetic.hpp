// SPDX-License-Identifier: Apache-2.0
// While one lives, floating-point exceptions do not trap; then their state is what it was before.  For libraries whose bounds and predicates
// divide by zero on the way to a right answer.
#pragma once

#include <cfenv>

namespace plisse::geometry {

class QuietArithmetic {
 public:
  QuietArithmetic() { std::feholdexcept(&before_); }
  ~QuietArithmetic() { std::fesetenv(&before_); }
  QuietArithmetic(const QuietArithmetic&) = delete;
  QuietArithmetic& operator=(const QuietArithmetic&) = delete;

 private:
  std::fenv_t before_;
};

}  // namespace plisse::geometry

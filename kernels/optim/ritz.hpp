// SPDX-License-Identifier: Apache-2.0
// Ritz: with everything before the last linear layer frozen, the displacement is linear in that layer's coefficients, and the energy's
// minimum over them is found by Newton's method, in one solve where the energy is quadratic (kernels/optim/newton.hpp).
#pragma once

#include "kernels/optim/newton.hpp"
#include "kernels/optim/optimizer.hpp"

#include <optional>

namespace plisse::optim {

// A Newton problem whose unknowns are part of a parameter array.
class RitzProblem : public NewtonProblem {
 public:
  // The hidden parameters are those of `parameters` from here on; they must not change until the next call.
  virtual void attach(const Array1<double>& parameters) = 0;
  virtual std::vector<double> coefficients(const Array1<double>& parameters) const = 0;
  virtual void set_coefficients(const std::vector<double>& coefficients, const Array1<double>& parameters) const = 0;
};

template <class T>
class Ritz : public Optimizer<T> {
 public:
  static constexpr const char *name = "ritz", *doc = "the last linear layer by Newton's method; one solve for quadratic energies";
  using Options = NewtonOptions;

  // Throws std::invalid_argument where options are impossible, in float, and where the experiment offers no last linear layer; and
  // std::length_error where the matrix would not fit into memory.
  Ritz(const Options& options, const Context& context);

  bool fixed_samples() const override { return true; }
  // One Newton iteration.  The first one of a run starts from the coefficients in `parameters`.
  Step step(const Exec&, std::int64_t step, Function<T>& function, const Array1<T>& parameters, const Array1<T>& gradient) override;
  std::vector<std::pair<std::string, Array1<T>>> state() const override { return {}; }
  std::vector<double> numbers() const override;
  void set_numbers(const std::vector<double>& numbers) override;

 private:
  Newton newton_;
  std::size_t unknowns_;
  std::optional<NewtonState> state_;
};

}  // namespace plisse::optim

PLISSE_COMPONENT(optim::Ritz)

// SPDX-License-Identifier: Apache-2.0
#include "kernels/optim/ritz.hpp"

#include <stdexcept>
#include <type_traits>

namespace plisse::optim {
namespace {

template <class T>
int unknowns(const Context& context) {
  if (context.coefficients == 0)
    throw std::invalid_argument("solves for the last linear layer of a shell's energy, which this experiment does not have; take adam or lbfgs");
  if (!std::is_same_v<T, double>)
    throw std::invalid_argument("needs precision: double, as bending stiffness lies far below the rounding errors of float");
  const auto n = std::size_t(context.coefficients);
  context.workspace->claim("plisse::ritz::stiffness", n * n * sizeof(double));
  return context.coefficients;
}

}  // namespace

template <class T>
Ritz<T>::Ritz(const Options& options, const Context& context) : newton_(options, unknowns<T>(context)), unknowns_(std::size_t(context.coefficients)) {}

template <class T>
Step Ritz<T>::step(const Exec&, std::int64_t, Function<T>& function, const Array1<T>& parameters, const Array1<T>&) {
  if constexpr (std::is_same_v<T, double>) {
    RitzProblem* const problem = function.ritz();
    if (!problem) throw std::logic_error("ritz: the function has no last linear layer");
    problem->attach(parameters);
    if (!state_) state_ = newton_.begin(*problem, problem->coefficients(parameters));
    const auto report = newton_.iterate(*problem, *state_);
    problem->set_coefficients(state_->c, parameters);
    return {report.gradient_norm, report.step, report.stop, report.failed};
  } else {
    throw std::logic_error("ritz: float");
  }
}

// Vectors follow the scalars, each after its length.
template <class T>
std::vector<double> Ritz<T>::numbers() const {
  if (!state_) return {};
  const auto& s = *state_;
  std::vector<double> numbers{s.load,         s.settled_load,  s.increment,      double(s.load_step), double(s.iteration), double(s.iterations),
                              s.shift,        s.start_energy,  s.last_predicted, s.anchor_energy,     s.anchor_predicted,  double(s.astray),
                              double(s.backtrack)};
  for (const auto* v : {&s.c, &s.settled, &s.anchor}) {
    numbers.push_back(double(v->size()));
    numbers.insert(numbers.end(), v->begin(), v->end());
  }
  return numbers;
}

template <class T>
void Ritz<T>::set_numbers(const std::vector<double>& numbers) {
  state_.reset();
  if (numbers.empty()) return;
  std::size_t at = 0;
  const auto next = [&] {
    if (at >= numbers.size()) throw std::invalid_argument("the saved state of ritz is incomplete");
    return numbers[at++];
  };
  NewtonState s;
  s.load = next();
  s.settled_load = next();
  s.increment = next();
  s.load_step = std::int64_t(next());
  s.iteration = std::int64_t(next());
  s.iterations = std::int64_t(next());
  s.shift = next();
  s.start_energy = next();
  s.last_predicted = next();
  s.anchor_energy = next();
  s.anchor_predicted = next();
  s.astray = int(next());
  s.backtrack = next() != 0;
  for (auto* v : {&s.c, &s.settled, &s.anchor}) {
    v->resize(std::size_t(next()));
    for (auto& x : *v) x = next();
  }
  if (s.c.size() != unknowns_) throw std::invalid_argument("the saved state of ritz belongs to another number of unknowns");
  state_ = std::move(s);
}

template class Ritz<float>;
template class Ritz<double>;

}  // namespace plisse::optim

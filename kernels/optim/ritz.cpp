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

template <class T>
std::vector<double> Ritz<T>::numbers() const {
  if (!state_) return {};
  const auto& s = *state_;
  std::vector<double> numbers{s.load,  s.settled_load, s.increment,       double(s.load_step), double(s.iteration), double(s.iterations),
                              s.shift, s.start_energy, s.last_predicted, s.last_step};
  numbers.insert(numbers.end(), s.c.begin(), s.c.end());
  numbers.insert(numbers.end(), s.settled.begin(), s.settled.end());
  return numbers;
}

template <class T>
void Ritz<T>::set_numbers(const std::vector<double>& numbers) {
  state_.reset();
  if (numbers.empty()) return;
  constexpr std::size_t scalars = 10;
  if (numbers.size() < scalars + unknowns_) throw std::invalid_argument("the saved state of ritz belongs to another number of unknowns");
  NewtonState s;
  s.load = numbers[0];
  s.settled_load = numbers[1];
  s.increment = numbers[2];
  s.load_step = std::int64_t(numbers[3]);
  s.iteration = std::int64_t(numbers[4]);
  s.iterations = std::int64_t(numbers[5]);
  s.shift = numbers[6];
  s.start_energy = numbers[7];
  s.last_predicted = numbers[8];
  s.last_step = numbers[9];
  const auto c = numbers.begin() + scalars, settled = c + std::ptrdiff_t(unknowns_);
  s.c.assign(c, settled);
  s.settled.assign(settled, numbers.end());
  state_ = s;
}

template class Ritz<float>;
template class Ritz<double>;

}  // namespace plisse::optim

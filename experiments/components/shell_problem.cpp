// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/shell_problem.hpp"

#include <algorithm>
#include <type_traits>

namespace plisse::experiments {

template <class T>
ShellProblem<T>::ShellProblem(std::unique_ptr<ShellEnergy<T>> energy, std::unique_ptr<SpaceField<T>> field, const Options& options,
                              Workspace& workspace)
    : energy_(std::move(energy)),
      field_(std::move(field)),
      options_(options),
      jets_(workspace.take<T>("plisse::shell::jets", 3, 6, std::size_t(energy_->points()))),
      adjoint_(workspace.take<T>("plisse::shell::adjoint", 3, 6, std::size_t(energy_->points()))) {
  energy_->draw(exec_, 0);
  unit_ = energy_->unit(exec_, options.scale);
  if constexpr (std::is_same_v<T, double>)
    if (options.ritz && field_->functions() > 0) ritz_ = std::make_unique<ShellRitz>(*energy_, *field_, workspace);
}

template <class T>
void ShellProblem<T>::initialise(const Array1<T>& parameters, std::uint64_t seed) const {
  field_->initialise(parameters, seed);
  if (options_.from_rest) field_->set_coefficients(std::vector<double>(3 * std::size_t(field_->functions()), 0.0), parameters);
}

template <class T>
void ShellProblem<T>::set_progress(double progress) {
  field_->set_progress(progress);
  if (options_.load_ramp == 0) return;
  load_ = std::min(progress / options_.load_ramp, 1.0);
  field_->set_load(exec_, load_);
}

template <class T>
void ShellProblem<T>::begin_step(std::int64_t step) {
  energy_->draw(exec_, step);
  values_.clear();
}

template <class T>
double ShellProblem<T>::evaluate(const Exec& exec, const Array1<T>& parameters, const Array1<T>& gradient) {
  const int n = energy_->points();
  field_->forward(exec, parameters, energy_->batch(), 0, n, jets_, true);
  values_ = energy_->evaluate(exec, jets_, load_, 1 / unit_, adjoint_);
  Kokkos::deep_copy(exec, gradient, T(0));
  field_->backward(exec, parameters, n, adjoint_, gradient);
  double total = 0;
  for (const double value : values_) total += value;
  return total / unit_;
}

template <class T>
std::vector<run::Term> ShellProblem<T>::terms() const {
  const auto& values = ritz_ && values_.empty() ? ritz_->terms() : values_;
  std::vector<run::Term> terms;
  for (std::size_t k = 0; k < values.size(); ++k) terms.push_back({energy_->names()[k], values[k], values[k] / unit_});
  return terms;
}

template <class T>
std::vector<std::pair<std::string, Array1<T>>> ShellProblem<T>::state() const {
  auto state = energy_->state();
  if constexpr (std::is_same_v<T, double>)
    if (ritz_)
      for (auto& part : ritz_->state()) state.push_back(part);
  return state;
}

template class ShellProblem<float>;
template class ShellProblem<double>;

}  // namespace plisse::experiments

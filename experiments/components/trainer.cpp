// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/trainer.hpp"

namespace plisse::experiments {

template <class T>
double FieldProblem<T>::evaluate(const Exec& exec, const Array1<T>& parameters, const Array1<T>& gradient) {
  Kokkos::deep_copy(exec, gradient, T(0));
  values_ = objective_->evaluate(exec, step_, *field_, parameters, gradient);
  double total = 0;
  for (std::size_t i = 0; i < values_.size(); ++i) total += objective_->terms()[i].weight * values_[i];
  return total;
}

template <class T>
std::vector<run::Term> FieldProblem<T>::terms() const {
  std::vector<run::Term> terms;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const auto& term = objective_->terms()[i];
    terms.push_back({term.name, values_[i], term.weight * values_[i]});
  }
  return terms;
}

template <class T>
Trainer<T>::Trainer(std::unique_ptr<Field<T>> field, std::unique_ptr<Objective<T>> objective, const config::Component& optimizer,
                    const TrainOptions& options, std::uint64_t seed, Workspace& workspace)
    : Training<T>(std::make_unique<FieldProblem<T>>(std::move(field), std::move(objective)), {{optimizer, options.epochs}}, seed,
                  workspace) {
  const auto* const sampler = this->objective().sampler();
  if (this->fixed_samples() && sampler && !sampler->state().empty())
    throw config::Error("optimizer '" + optimizer.type +
                        "': needs the same samples at every step, and this sampler follows the loss; take uniform or stratified");
}

template class FieldProblem<float>;
template class FieldProblem<double>;
template class Trainer<float>;
template class Trainer<double>;

}  // namespace plisse::experiments

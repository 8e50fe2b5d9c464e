// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/trainer.hpp"

#include "experiments/components/device.hpp"

#include <cmath>

namespace plisse::experiments {

template <class T>
Trainer<T>::Trainer(std::unique_ptr<Field<T>> field, std::unique_ptr<Objective<T>> objective, const config::Component& optimizer,
                    const TrainOptions& options, std::uint64_t seed, Workspace& workspace)
    : options_(options), field_(std::move(field)), objective_(std::move(objective)) {
  const auto size = field_->layout().size();
  parameters_ = workspace.take<T>("plisse::trainer::parameters", size);
  gradient_ = workspace.take<T>("plisse::trainer::gradient", size);
  optimizer_ = make_optimizer<T>(optimizer, {size, options.epochs, &workspace});
  field_->initialise(parameters_, seed);
}

template <class T> run::StepReport Trainer<T>::step(std::int64_t index) {
  Kokkos::deep_copy(exec_, gradient_, T(0));
  const auto values = objective_->evaluate(exec_, index, *field_, parameters_, gradient_);
  run::StepReport report;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& term = objective_->terms()[i];
    report.terms.push_back({term.name, values[i], term.weight * values[i]});
    report.total += term.weight * values[i];
  }
  if (!std::isfinite(report.total)) return report;
  const auto step = optimizer_->step(exec_, index, parameters_, gradient_);
  report.gradient_norm = step.gradient_norm;
  report.learning_rate = step.learning_rate;
  return report;
}

template <class T> void Trainer<T>::save(run::Archive& archive) const {
  put(archive, "parameters", parameters_);
  for (const auto& [name, array] : optimizer_->state()) put(archive, "optimizer/" + name, array);
  for (const auto& [name, array] : objective_->state()) put(archive, "sampler/" + name, array);
}

template <class T> void Trainer<T>::load(const run::Archive& archive) {
  get(archive, "parameters", parameters_);
  for (const auto& [name, array] : optimizer_->state()) get(archive, "optimizer/" + name, array);
  for (const auto& [name, array] : objective_->state()) get(archive, "sampler/" + name, array);
}

template <class T> run::Archive Trainer<T>::model() const {
  run::Archive model;
  const auto host = to_host(parameters_);
  for (const auto& slice : field_->layout().slices()) {
    const auto first = host.begin() + std::ptrdiff_t(slice.offset);
    model.put(slice.name, {slice.shape, std::vector<T>(first, first + std::ptrdiff_t(slice.size())), {}});
  }
  return model;
}

template <class T> run::Budget Trainer<T>::budget(const Workspace& workspace) const {
  std::size_t state = 0;
  for (const auto& [name, array] : optimizer_->state()) state += array.size();
  const auto count = parameters_.size();
  return {std::int64_t(count), std::int64_t(count * sizeof(T)), std::int64_t((2 * count + state) * sizeof(T)), std::int64_t(workspace.bytes())};
}

template class Trainer<float>;
template class Trainer<double>;

}  // namespace plisse::experiments

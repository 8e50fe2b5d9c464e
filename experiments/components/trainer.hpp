// SPDX-License-Identifier: Apache-2.0
// A field over UV trained on an objective.
#pragma once

#include "experiments/components/objective.hpp"
#include "experiments/components/training.hpp"

namespace plisse::experiments {

// The weighted sum of an objective's terms for a field over UV.
template <class T>
class FieldProblem : public Problem<T> {
 public:
  FieldProblem(std::unique_ptr<Field<T>> field, std::unique_ptr<Objective<T>> objective)
      : field_(std::move(field)), objective_(std::move(objective)) {}

  const nn::ParameterLayout& layout() const override { return field_->layout(); }
  void initialise(const Array1<T>& parameters, std::uint64_t seed) const override { field_->initialise(parameters, seed); }
  bool follows_progress() const override { return field_->follows_progress(); }
  void set_progress(double progress) override { field_->set_progress(progress); }
  void begin_step(std::int64_t step) override { step_ = step; }
  double evaluate(const Exec& exec, const Array1<T>& parameters, const Array1<T>& gradient) override;
  std::vector<run::Term> terms() const override;
  std::vector<std::pair<std::string, Array1<T>>> state() const override { return objective_->state(); }

  const Field<T>& field() const { return *field_; }
  const Objective<T>& objective() const { return *objective_; }

 private:
  std::unique_ptr<Field<T>> field_;
  std::unique_ptr<Objective<T>> objective_;
  std::int64_t step_ = 0;
  Values values_;
};

template <class T>
class Trainer : public Training<T> {
 public:
  // Throws config::Error where the optimizer wants fixed samples and the sampler moves them.
  Trainer(std::unique_ptr<Field<T>> field, std::unique_ptr<Objective<T>> objective, const config::Component& optimizer,
          const TrainOptions& options, std::uint64_t seed, Workspace& workspace);

  const Field<T>& field() const { return field_problem().field(); }
  const Objective<T>& objective() const { return field_problem().objective(); }

 private:
  const FieldProblem<T>& field_problem() const { return static_cast<const FieldProblem<T>&>(this->problem()); }
};

}  // namespace plisse::experiments

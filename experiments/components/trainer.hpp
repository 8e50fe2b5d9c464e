// SPDX-License-Identifier: Apache-2.0
// A field trained on an objective by an optimizer: the part every neural experiment shares.
#pragma once

#include "experiments/components/objective.hpp"
#include "experiments/components/optimizers.hpp"
#include "framework/run/experiment.hpp"

#include <cstdint>
#include <memory>

namespace plisse::experiments {

struct TrainOptions {
  std::int64_t epochs = 1000;
  config::Duration checkpoint_every{60};

  template <class V> void describe(V& v) {
    v.option("epochs", epochs).at_least(1).doc("optimizer steps");
    v.option("checkpoint_every", checkpoint_every).above(0).doc("time between checkpoints");
  }
};

enum class Precision { single, twice };

template <class V> void describe_precision(V& v, Precision& precision) {
  v.choice("precision", precision, {{"float", Precision::single}, {"double", Precision::twice}}).doc("scalar type of all kernels");
}

template <class T> class Trainer {
 public:
  Trainer(std::unique_ptr<Field<T>> field, std::unique_ptr<Objective<T>> objective, const config::Component& optimizer, const TrainOptions& options,
          std::uint64_t seed, Workspace& workspace);

  run::StepReport step(std::int64_t index);
  void save(run::Archive& archive) const;
  void load(const run::Archive& archive);

  const Field<T>& field() const { return *field_; }
  const Objective<T>& objective() const { return *objective_; }
  const Array1<T>& parameters() const { return parameters_; }
  const TrainOptions& options() const { return options_; }
  // Parameters by slice, with their shapes.
  run::Archive model() const;
  run::Budget budget(const Workspace& workspace) const;

 private:
  Exec exec_;
  TrainOptions options_;
  std::unique_ptr<Field<T>> field_;
  std::unique_ptr<Objective<T>> objective_;
  Array1<T> parameters_, gradient_;
  std::unique_ptr<optim::Optimizer<T>> optimizer_;
};

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// Optimizers at work on a problem, one stage after another: the part every experiment with parameters shares.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiments/components/optimizers.hpp"
#include "framework/run/experiment.hpp"
#include "kernels/nn/parameters.hpp"

namespace plisse::experiments {

struct TrainOptions {
  std::int64_t epochs = 1000;
  config::Duration checkpoint_every{60};

  template <class V>
  void describe(V& v) {
    v.option("epochs", epochs).at_least(1).doc("optimizer steps, at most");
    v.option("checkpoint_every", checkpoint_every).above(0).doc("time between checkpoints");
  }
};

enum class Precision { single, twice };

template <class V>
void describe_precision(V& v, Precision& precision) {
  v.choice("precision", precision, {{"float", Precision::single}, {"double", Precision::twice}}).doc("scalar type of all kernels");
}

// What is minimised: a function of the parameters, drawn anew at every step unless an optimizer wants it fixed.
template <class T>
class Problem : public optim::Function<T> {
 public:
  virtual const nn::ParameterLayout& layout() const = 0;
  virtual void initialise(const Array1<T>& parameters, std::uint64_t seed) const = 0;
  // Whether the function depends on how much of the training is done, and where that stands: 0 at its start, 1 from its end on.
  virtual bool follows_progress() const { return false; }
  virtual void set_progress(double) {}
  // The samples of a step, for all evaluations until the next call.
  virtual void begin_step(std::int64_t step) = 0;
  // Raw and weighted terms of the last evaluation.
  virtual std::vector<run::Term> terms() const = 0;
  // Coefficients of a last linear layer that ritz() solves for; 0 without one.
  virtual int coefficients() const { return 0; }
  // Memory that its first step touches and keeps [byte].
  virtual std::int64_t bytes_of_steps() const { return 0; }
  // What must survive a restart.
  virtual std::vector<std::pair<std::string, Array1<T>>> state() const { return {}; }
};

struct Stage {
  config::Component optimizer;
  std::int64_t steps;
};

template <class T>
class Training {
 public:
  // Throws config::Error where the problem follows the progress and the first optimizer minimises one fixed function.
  Training(std::unique_ptr<Problem<T>> problem, std::vector<Stage> stages, std::uint64_t seed, Workspace& workspace);

  std::int64_t steps() const;
  // The problem's progress is that of the steps done, before a step and after it: results depend on the configuration and on their number.
  // Throws std::runtime_error where an optimizer ends without a solution.
  run::StepReport step(std::int64_t index);
  void save(run::Archive& archive) const;
  void load(const run::Archive& archive);

  // Whether the first stage wants the same samples at every step.
  bool fixed_samples() const { return optimizers_.front()->fixed_samples(); }
  Problem<T>& problem() const { return *problem_; }
  const Array1<T>& parameters() const { return parameters_; }
  // Parameters by slice, with their shapes.
  run::Archive model() const;
  run::Budget budget(const Workspace& workspace) const;
  // Of steps, checkpoint and model; evaluation and meshes are the experiment's to add.
  run::HostMemory host_memory() const;

 private:
  optim::Optimizer<T>& optimizer() const { return *optimizers_[stage_]; }
  // After that many steps: the share of all steps up to optimizers that want the same function at every step, which take it as it is in
  // the end.
  double progress(std::int64_t done) const;

  Exec exec_;
  std::unique_ptr<Problem<T>> problem_;
  std::vector<Stage> stages_;
  Array1<T> parameters_, gradient_;
  std::vector<std::unique_ptr<optim::Optimizer<T>>> optimizers_;
  std::size_t stage_ = 0;
  std::int64_t stage_start_ = 0, done_ = 0;
};

}  // namespace plisse::experiments

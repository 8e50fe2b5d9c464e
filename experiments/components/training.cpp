// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/training.hpp"

#include <cmath>
#include <stdexcept>

#include "experiments/components/device.hpp"

namespace plisse::experiments {

template <class T>
Training<T>::Training(std::unique_ptr<Problem<T>> problem, std::vector<Stage> stages, std::uint64_t seed, Workspace& workspace)
    : problem_(std::move(problem)), stages_(std::move(stages)) {
  const auto size = problem_->layout().size();
  parameters_ = workspace.take<T>("plisse::training::parameters", size);
  gradient_ = workspace.take<T>("plisse::training::gradient", size);
  for (const auto& stage : stages_)
    optimizers_.push_back(make_optimizer<T>(stage.optimizer, {size, stage.steps, &workspace, problem_->coefficients()}));
  if (problem_->follows_progress() && fixed_samples())
    throw config::Error("optimizer '" + stages_.front().optimizer.type +
                        "': needs the same function at every step, but coarse_to_fine changes it as levels switch on, and load_ramp as "
                        "loads grow; set both to "
                        "0, or train with adam first");
  problem_->initialise(parameters_, seed);
  problem_->set_progress(progress(0));
}

template <class T>
std::int64_t Training<T>::steps() const {
  std::int64_t steps = 0;
  for (const auto& stage : stages_) steps += stage.steps;
  return steps;
}

template <class T>
double Training<T>::progress(std::int64_t done) const {
  std::int64_t moving = 0;
  for (std::size_t s = 0; s < stages_.size() && !optimizers_[s]->fixed_samples(); ++s) moving += stages_[s].steps;
  return done < moving && !optimizer().fixed_samples() ? double(done) / double(moving) : 1;
}

template <class T>
run::StepReport Training<T>::step(std::int64_t index) {
  const auto stage_step = index - stage_start_;
  problem_->begin_step(optimizer().fixed_samples() ? 0 : index);
  const auto step = optimizer().step(exec_, stage_step, *problem_, parameters_, gradient_);
  if (step.failed) throw std::runtime_error(stages_[stage_].optimizer.type + ": " + step.stop);
  run::StepReport report;
  report.terms = problem_->terms();
  for (const auto& term : report.terms) report.total += term.weighted;
  report.gradient_norm = step.gradient_norm;
  report.learning_rate = step.learning_rate;
  const bool ended = !step.stop.empty() || stage_step + 1 >= stages_[stage_].steps, last = stage_ + 1 == stages_.size();
  if (ended && last) {
    report.stop = step.stop;
    if (step.stop.empty() && optimizer().fixed_samples())
      report.stop =
          stages_[stage_].optimizer.type + " has not converged in the " + std::to_string(stages_[stage_].steps) + " steps it was given";
  } else if (ended) {
    ++stage_;
    stage_start_ = index + 1;
  }
  done_ = ended && last ? steps() : index + 1;
  problem_->set_progress(progress(done_));
  return report;
}

template <class T>
void Training<T>::save(run::Archive& archive) const {
  put(archive, "parameters", parameters_);
  archive.put("stage", {{3}, std::vector<std::int64_t>{std::int64_t(stage_), stage_start_, done_}, {}});
  for (const auto& [name, array] : optimizer().state()) put(archive, "optimizer/" + name, array);
  if (const auto numbers = optimizer().numbers(); !numbers.empty()) archive.put("optimizer/numbers", {{numbers.size()}, numbers, {}});
  for (const auto& [name, array] : problem_->state()) put(archive, "problem/" + name, array);
}

template <class T>
void Training<T>::load(const run::Archive& archive) {
  get(archive, "parameters", parameters_);
  const auto& stage = std::get<std::vector<std::int64_t>>(archive.get("stage").data);
  if (stage.size() < 2 || stage[0] < 0 || std::size_t(stage[0]) >= stages_.size())
    throw std::runtime_error("the checkpoint is of a run with other stages");
  stage_ = std::size_t(stage[0]);
  stage_start_ = stage[1];
  done_ = stage.size() > 2 ? stage[2] : steps();  // of runs from before levels could switch on
  problem_->set_progress(progress(done_));
  for (const auto& [name, array] : optimizer().state()) get(archive, "optimizer/" + name, array);
  if (archive.has("optimizer/numbers")) optimizer().set_numbers(std::get<std::vector<double>>(archive.get("optimizer/numbers").data));
  for (const auto& [name, array] : problem_->state()) get(archive, "problem/" + name, array);
}

template <class T>
run::Archive Training<T>::model() const {
  run::Archive model;
  const auto host = to_host(parameters_);
  for (const auto& slice : problem_->layout().slices()) {
    const auto first = host.begin() + std::ptrdiff_t(slice.offset);
    model.put(slice.name, {slice.shape, std::vector<T>(first, first + std::ptrdiff_t(slice.size())), {}});
  }
  return model;
}

template <class T>
run::Budget Training<T>::budget(const Workspace& workspace) const {
  std::size_t state = 0;
  for (const auto& optimizer : optimizers_)
    for (const auto& [name, array] : optimizer->state()) state += array.size();
  const auto count = parameters_.size();
  return {std::int64_t(count), std::int64_t(count * sizeof(T)), std::int64_t((2 * count + state) * sizeof(T)),
          std::int64_t(workspace.bytes())};
}

template <class T>
run::HostMemory Training<T>::host_memory() const {
  std::size_t state = parameters_.size();
  for (const auto& optimizer : optimizers_)
    for (const auto& [name, array] : optimizer->state()) state += array.size();
  for (const auto& [name, array] : problem_->state()) state += array.size();
  run::HostMemory memory;
  memory.steps = problem_->bytes_of_steps();
  memory.state = std::int64_t(state * sizeof(T));
  memory.outcome = std::int64_t(parameters_.size() * sizeof(T));
  return memory;
}

template class Training<float>;
template class Training<double>;

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// An experiment that takes no time: a chaotic recurrence, so that any bit lost between two steps shows in the end.
#pragma once

#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "framework/config/config.hpp"
#include "framework/config/registry.hpp"
#include "framework/run/driver.hpp"

namespace plisse::tests {

struct RecurrenceOptions {
  int steps = 100, size = 20, sleep_us = 0, nan_at = -1, throw_at = -1, exhaust_at = -1, converge_at = -1, evaluate_every = 0;
  bool impossible = false, unmeasurable = false;
  double checkpoint_every = 1e9;
  template <class V>
  void describe(V& v) {
    v.option("steps", steps).at_least(0).doc("length of the run");
    v.option("size", size).at_least(1).doc("length of the state");
    v.option("sleep_us", sleep_us).doc("pause in every step");
    v.option("nan_at", nan_at).doc("step whose term bend is not a number");
    v.option("throw_at", throw_at).doc("step that throws");
    v.option("exhaust_at", exhaust_at).doc("step that runs out of memory");
    v.option("converge_at", converge_at).doc("step that is the last one");
    v.option("evaluate_every", evaluate_every).doc("steps between measurements");
    v.option("impossible", impossible).doc("refuse to be built");
    v.option("unmeasurable", unmeasurable).doc("fail in evaluate");
    v.option("checkpoint_every", checkpoint_every).at_least(0).unit("s").doc("time between checkpoints");
  }
};

class Recurrence : public run::Experiment {
 public:
  explicit Recurrence(const RecurrenceOptions& options) : options_(options), x_(std::size_t(options.size)) {
    if (options.impossible) throw config::Error("recurrence: impossible is set");
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = 0.1 + 0.8 * double(i) / double(x_.size());
  }
  std::int64_t steps() const override { return options_.steps; }
  double checkpoint_interval() const override { return options_.checkpoint_every; }
  std::int64_t evaluation_interval() const override { return options_.evaluate_every; }
  std::vector<run::Metric> measurements() override { return {{"mean", mean(), "m", "lower", std::int64_t(x_.size()), "mean of the state"}}; }
  run::Budget budget() const override { return {options_.size, 8 * options_.size, 16 * options_.size, 24 * options_.size}; }
  std::vector<std::string> notes() const override { return {"nothing to note"}; }

  // Called before every step, in place of a user who presses keys.
  std::function<void(std::int64_t)> before_step;
  static inline std::function<void(std::int64_t)> global_before_step;

  run::StepReport step(std::int64_t index) override {
    if (global_before_step) global_before_step(index);
    if (options_.sleep_us > 0) std::this_thread::sleep_for(std::chrono::microseconds(options_.sleep_us));
    if (index == options_.throw_at) throw std::runtime_error("the solver lost its way");
    if (index == options_.exhaust_at) throw std::bad_alloc();
    if (index == options_.nan_at) return report(std::numeric_limits<double>::quiet_NaN());
    for (double& x : x_) x = 3.99 * x * (1 - x);
    ++count_;
    auto result = report(x_[1 % x_.size()]);
    if (index == options_.converge_at) result.stop = "the test has converged";
    return result;
  }
  void save(run::Archive& archive) const override {
    archive.put("recurrence/x", {{x_.size()}, x_, {{"unit", "m"}}});
    archive.put("count", {{}, std::vector<std::int64_t>{count_}, {}});
    archive.put("single", {{1, 2}, std::vector<float>{float(x_[0]), 1.5f}, {}});
    archive.put("bytes", {{3}, std::vector<std::uint8_t>{1, 2, 255}, {}});
  }
  void load(const run::Archive& archive) override {
    const auto& x = archive.get("recurrence/x");
    if (x.shape != std::vector<std::size_t>{x_.size()}) throw std::runtime_error("recurrence/x has another length");
    x_ = std::get<std::vector<double>>(x.data);
    count_ = std::get<std::vector<std::int64_t>>(archive.get("count").data)[0];
  }
  run::Outcome evaluate() override {
    if (options_.unmeasurable) throw std::runtime_error("no measure");
    run::Outcome outcome;
    outcome.metrics = {{"mean", mean(), "m", "lower", std::int64_t(x_.size()), "mean of the state"},
                       {"count", double(count_), "", "", 1, "steps"}};
    outcome.reference = outcome.final = surface(4);
    outcome.body = surface(2);
    outcome.model.put("recurrence/x", {{x_.size()}, x_, {}});
    outcome.encoding = "none";
    outcome.sampling.put("density", {{2, 2}, std::vector<double>(4, 0.25), {}});
    return outcome;
  }
  geometry::SurfaceMesh surface(int n) override {
    geometry::SurfaceMesh mesh;
    auto& strain = mesh.fields["strain"];
    for (int k = 0; k < n * n; ++k) {
      mesh.positions.push_back({k % n / double(n - 1), k / n / double(n - 1), x_[0]});
      strain.values.push_back(x_[std::size_t(k) % x_.size()]);
    }
    for (int k = 0; k + n + 1 < n * n; ++k)
      if (k % n < n - 1) mesh.triangles.insert(mesh.triangles.end(), {{k, k + 1, k + n}, {k + 1, k + n + 1, k + n}});
    return mesh;
  }

 private:
  double mean() const {
    double sum = 0;
    for (const double x : x_) sum += x;
    return sum / double(x_.size());
  }
  run::StepReport report(double bend) const { return {x_[0] + 2 * bend, {{"strain", x_[0], x_[0]}, {"bend", bend, 2 * bend}}, 0.5, 1e-3}; }

  RecurrenceOptions options_;
  std::vector<double> x_;
  std::int64_t count_ = 0;
};

inline void register_recurrence() {
  static const bool once = config::register_component<RecurrenceOptions>(
      "experiments", "recurrence", "a chaotic recurrence", run::ExperimentFactory([](const void* options) {
        return std::make_unique<Recurrence>(*static_cast<const RecurrenceOptions*>(options));
      }));
  (void)once;
}

// "steps: 10" and the like on top of the defaults.
inline config::RunConfig recurrence(const std::string& yaml = {}) {
  register_recurrence();
  auto config = config::load_text("experiment: recurrence\n" + yaml + "\n", "recurrence.yaml", ".", {});
  config.slug = "recurrence";
  return config;
}

}  // namespace plisse::tests

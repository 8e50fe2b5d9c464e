// SPDX-License-Identifier: Apache-2.0
// What the framework asks of an experiment.  It steps, saves itself, and says what came out; the framework does the rest
// (folder, log, checkpoints, signals, progress, result file).
#pragma once

#include "framework/config/config.hpp"
#include "framework/geometry/surface_mesh.hpp"
#include "framework/run/archive.hpp"

#include <any>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plisse::run {

struct Term {
  std::string name;
  double raw, weighted;
};

struct StepReport {
  double total = 0;              // weighted sum
  std::vector<Term> terms;       // in a fixed order, the same every step
  double gradient_norm = 0, learning_rate = 0;
  std::string stop{};            // not empty: this was the last step, and why (converged, no descent, ...)
};

struct Metric {
  std::string name;
  double value;
  std::string unit, better;      // better: "lower", "higher" or ""
  std::int64_t samples;          // how many points it was measured on
  std::string definition;
};

struct Budget {
  std::int64_t parameters = 0;
  std::int64_t bytes_inference = 0;   // parameters alone
  std::int64_t bytes_training = 0;    // parameters, gradient, optimizer state
  std::int64_t bytes_workspace = 0;   // everything a run holds on the device
};

// What a run takes on the host beyond what its experiment holds once it is built [byte].
struct HostMemory {
  std::int64_t steps = 0;       // first touched by steps, and kept
  std::int64_t evaluation = 0;  // at most at one time in evaluate()
  std::int64_t outcome = 0;     // meshes and parameters it leaves, from which the result file is written
  std::int64_t state = 0;       // what save() leaves, from which a checkpoint is written
};

// What a run leaves behind.
struct Outcome {
  std::vector<Metric> metrics;
  geometry::SurfaceMesh reference, final;      // with fields displacement, mean_curvature, strain, penetration where they exist
  std::optional<geometry::SurfaceMesh> body;   // the collider, for pictures
  Archive model;                               // /model/parameters/NAME
  std::string encoding;                        // attribute of the model group
  Archive sampling;                            // /sampling/{density,points} where adaptive
};

class Experiment {
 public:
  virtual ~Experiment() = default;

  virtual std::int64_t steps() const = 0;                  // length of the whole run
  virtual double checkpoint_interval() const = 0;          // [s]
  virtual Budget budget() const = 0;
  // By sizes, without doing any of it; zeros where none of it is large.
  virtual HostMemory host_memory() const { return {}; }
  // Notes about the set-up for the user (initial penetration, clamped points); shown once before the run.
  virtual std::vector<std::string> notes() const { return {}; }
  // One optimizer step.  A non-finite term is reported in the result, never thrown; the parameters are then unchanged.
  virtual StepReport step(std::int64_t index) = 0;
  // Everything the next steps depend on.  load() throws std::runtime_error on an archive of another shape.
  virtual void save(Archive& archive) const = 0;
  virtual void load(const Archive& archive) = 0;
  // Measures and meshes of the present state, at the configured resolution.
  virtual Outcome evaluate() = 0;
  // Steps between measurements() while the run goes on; 0: none are taken.
  virtual std::int64_t evaluation_interval() const { return 0; }
  // Some of the metrics of evaluate(), of the present state: the same ones every time.
  virtual std::vector<Metric> measurements() { return {}; }
  // Final surface at another resolution, with its fields, and the body.
  virtual geometry::SurfaceMesh surface(int resolution) = 0;
  virtual std::optional<geometry::SurfaceMesh> body() const { return {}; }
};

// The factory type of registry kind "experiments": builds from the experiment's option struct.  Throws config::Error.
using ExperimentFactory = std::function<std::unique_ptr<Experiment>(const void* options)>;

}  // namespace plisse::run

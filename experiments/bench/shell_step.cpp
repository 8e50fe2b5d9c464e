// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only shell_step
//
// A whole training step of the experiment `shell` as configs/papers/neuralgarsim/benchmarks/plate_adam.yaml sets it up: points, field with
// boundary conditions, energy, adjoint, Adam.
#include "experiments/bench/benchmarks.hpp"

namespace plisse::experiments {

namespace {

constexpr int points = 1000, channels = 6;

constexpr const char* plate = R"(
experiment: shell
precision: float
surface: {type: plane, size: 100}
material: {type: isotropic, young: 1.0e7, poisson: 0, thickness: 1}
strain: linear
loads:
  - {type: force, value: [0, 0, -1]}
boundary:
  - {where: {type: plane, point: [0, 0, 0], normal: [1, 0, 0]}}
  - {where: {type: plane, point: [100, 0, 0], normal: [1, 0, 0]}}
  - {where: {type: plane, point: [0, 0, 0], normal: [0, 1, 0]}}
  - {where: {type: plane, point: [0, 100, 0], normal: [0, 1, 0]}}
field:
  network: {width: 256, hidden_layers: 5, activation: sine, omega: 5}
  scale: 0.5
quadrature: {type: stratified, points: 1000}
optimizer: {type: adam, learning_rate: 1.0e-3, schedule: cosine}
train: {epochs: 1000000000}
)";

class ShellStep : public TrainingStep {
 public:
  ShellStep() : TrainingStep("shell_step", plate, network_operations({3, 256, 256, 256, 256, 256, 3}, points, channels)) {}
};

[[maybe_unused]] const bool registered =
    register_step<ShellStep>("shell_step", "training step of a shell: SIREN 5 x 256, 1000 points, all of it");

}  // namespace

}  // namespace plisse::experiments

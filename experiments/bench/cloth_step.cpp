// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only cloth_step,cloth_step_16k
//
// A whole training step of the experiment `cloth` with 4096 and with 16 384 local structures: samples, structures, grid encoder with its
// network, all losses, adjoint, Adam.
#include <fmt/format.h>

#include "experiments/bench/benchmarks.hpp"
#include "kernels/losses/local_structure.hpp"

namespace plisse::experiments {

namespace {

std::string drape(int structures) {
  return fmt::format(R"(
experiment: cloth
precision: float
scene:
  garment: {{type: square, size: 1.0, position: [0, 0, 0]}}
  collider: {{type: sphere, center: [0.5, 0.5, -0.30], radius: 0.25}}
  boundary:
    - {{where: {{type: sphere, center: [0.5, 0.5, 0], radius: 0.01}}, fix: [x, y], falloff: 0.05}}
field:
  encoder: {{type: grid, resolution: 100, levels: 2, features: 3}}
  network: {{width: 64, hidden_layers: 3, activation: relu}}
  scale: 0.2
elements: {{type: local_structure, size: 0.01}}
sampler: {{type: uniform, points: {}}}
losses: {{strain: 1.0, bend: 5.0e-4, gravity: 0.05, collision: {{weight: 200.0, epsilon: 4.0e-3}}}}
optimizer: {{type: adam, learning_rate: 5.0e-3}}
train: {{epochs: 1000000000}}
)",
                     structures);
}

template <int structures>
class ClothStep : public TrainingStep {
 public:
  ClothStep()
      : TrainingStep("cloth_step", drape(structures),
                     network_operations({6, 64, 64, 64, 3}, losses::structure_vertices * structures, 1)) {}
};

[[maybe_unused]] const bool registered[] = {
    register_step<ClothStep<4096>>("cloth_step", "training step of a cloth: grid network, 4096 local structures, all of it"),
    register_step<ClothStep<16384>>("cloth_step_16k", "the same with 16 384 local structures")};

}  // namespace

}  // namespace plisse::experiments

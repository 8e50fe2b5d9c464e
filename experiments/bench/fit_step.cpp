// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only mlp_step,positional_step,grid_step
//
// Whole training steps of the experiment `surface_fit` with the three networks of Table 1 on 16 384 points: samples, targets, encoder,
// network, squared error, adjoint, Adam.
// Reference: "Spatially Adaptive Cloth Regression with Implicit Neural Representations", Table 1.
#include <fmt/format.h>

#include "experiments/bench/benchmarks.hpp"

namespace plisse::experiments {

namespace {

constexpr int points = 16384;

// A row of Table 1: three hidden layers of `width` behind `encoder`, which makes `inputs` features of a point.
struct FitNetwork {
  const char *name, *encoder;
  int inputs, width;

  std::string yaml() const {
    return fmt::format(R"(
experiment: surface_fit
precision: float
field:
  encoder: {}
  network: {{width: {}, hidden_layers: 3, activation: relu}}
sampler: {{type: uniform, points: {}}}
losses: {{regression: 1.0}}
optimizer: {{type: adam, learning_rate: 1.0e-3}}
train: {{epochs: 1000000000}}
)",
                       encoder, width, points);
  }
  double operations() const { return network_operations({inputs, width, width, width, 3}, points, 1); }
};

constexpr FitNetwork mlp{"mlp_step", "{type: identity}", 2, 152};
constexpr FitNetwork positional{"positional_step", "{type: frequency, frequencies: 4}", 18, 148};
constexpr FitNetwork grid{"grid_step", "{type: grid, resolution: 100, levels: 2, features: 3}", 6, 64};

template <const FitNetwork& network>
class FitStep : public TrainingStep {
 public:
  FitStep() : TrainingStep(network.name, network.yaml(), network.operations()) {}
};

[[maybe_unused]] const bool registered[] = {
    register_step<FitStep<mlp>>(mlp.name, "training step of Table 1's MLP, 152 wide, 16 384 points"),
    register_step<FitStep<positional>>(positional.name, "training step of Table 1's positional encoding, 148 wide, 16 384 points"),
    register_step<FitStep<grid>>(grid.name, "training step of Table 1's grid encoding, 64 wide, 16 384 points")};

}  // namespace

}  // namespace plisse::experiments

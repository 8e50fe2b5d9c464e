// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only siren_step
//
// The network's part of a shell's training step: SIREN with 5 hidden layers of 256 on the jets of 1000 points in space, forward, backward
// and the update by Adam.
#include "experiments/bench/benchmarks.hpp"
#include "experiments/bench/inputs.hpp"
#include "kernels/nn/mlp.hpp"
#include "kernels/optim/adam.hpp"

namespace plisse::experiments {

namespace {

constexpr int inputs = 3, outputs = 3, channels = 6, points = 1000;
constexpr double learning_rate = 1e-9;  // the network stays what it is, however often it steps

nn::NetworkOptions siren() { return {256, 5, nn::Activation::sine, {30}, {}}; }

class SirenStep : public run::Benchmark {
 public:
  SirenStep()
      : network_(siren(), inputs, outputs, points, channels, layout_, workspace_),
        adam_({learning_rate}, {layout_.size(), 0, &workspace_}),
        parameters_(workspace_.take<float>("plisse::bench::parameters", layout_.size())),
        gradient_(workspace_.take<float>("plisse::bench::gradient", layout_.size())),
        input_(workspace_.take<float>("plisse::bench::input", inputs, channels, points)),
        output_(workspace_.take<float>("plisse::bench::output", outputs, channels, points)),
        output_adjoint_(workspace_.take<float>("plisse::bench::output_adjoint", outputs, channels, points)) {
    network_.initialise(parameters_, 0);
    fill(input_, 1);
    fill(output_adjoint_, 2);
  }

  double operations() const override {
    std::vector<int> widths{inputs};
    for (const int width : siren().hidden()) widths.push_back(width);
    widths.push_back(outputs);
    return network_operations(widths, points, channels);
  }
  double bytes() const override { return adam_bytes(double(layout_.size()), sizeof(float)); }
  void run() override {
    network_.forward(exec_, parameters_, input_, points, channels, output_, true);
    Kokkos::deep_copy(exec_, gradient_, 0.0f);
    network_.backward(exec_, parameters_, input_, points, channels, output_adjoint_, gradient_, Jets<float>());
    adam_.update(exec_, step_++, parameters_, gradient_);
    Kokkos::fence();
  }
  std::uint64_t digest() const override { return digest_of(output_, gradient_, parameters_); }

 private:
  Exec exec_;
  Workspace workspace_;
  nn::ParameterLayout layout_;
  nn::Mlp<float> network_;
  optim::Adam<float> adam_;
  Array1<float> parameters_, gradient_;          // (P)
  Jets<float> input_, output_, output_adjoint_;  // (3, C, N)
  std::int64_t step_ = 0;
};

[[maybe_unused]] const bool registered =
    register_step<SirenStep>("siren_step", "SIREN 5 x 256 on 1000 points with 6 channels: forward, backward, Adam");

}  // namespace

}  // namespace plisse::experiments

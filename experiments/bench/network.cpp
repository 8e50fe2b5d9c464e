// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only 'network_*'
//
// The fused network alone: forward, and forward with the gradient.  With P weights, N points and C channels, a pass forward takes 2 N P C
// operations and a gradient 6 N P C.  Bytes: input and output (and its adjoint), parameters (and gradient), each once.
#include "experiments/bench/kernel_benchmark.hpp"
#include "kernels/nn/mlp.hpp"

namespace plisse::experiments {

namespace {

struct NetworkSize {
  nn::NetworkOptions options;
  int inputs, channels, points;
  static constexpr int outputs = 3;

  std::vector<int> widths() const {
    std::vector<int> all{inputs};
    for (const int width : options.hidden()) all.push_back(width);
    all.push_back(outputs);
    return all;
  }
};

const NetworkSize relu{{152, 3, nn::Activation::relu, {30}, {}}, 2, 1, batch};
const NetworkSize siren{{256, 5, nn::Activation::sine, {30}, {}}, 3, 6, 1000};

enum class Pass { forward, gradient };

template <class T>
class Network : public KernelBenchmark {
 public:
  Network(const NetworkSize& size, Pass pass)
      : size_(size),
        pass_(pass),
        network_(size.options, size.inputs, NetworkSize::outputs, size.points, size.channels, layout_, workspace_),
        parameters_(numbers<T>(layout_.size())),
        gradient_(numbers<T>(pass == Pass::gradient ? layout_.size() : 0)),
        input_(random_jets<T>(size.inputs, size.channels, size.points)),
        output_(jets<T>(NetworkSize::outputs, size.channels, size.points)),
        output_adjoint_(random_jets<T>(NetworkSize::outputs, size.channels, pass == Pass::gradient ? size.points : 0)) {
    network_.initialise(parameters_, 0);
    const double operations = network_operations(size.widths(), size.points, size.channels);
    count(pass == Pass::gradient ? operations : operations / 3, bytes_of(parameters_, gradient_, input_, output_, output_adjoint_));
  }

  std::uint64_t digest() const override { return digest_of(output_, gradient_); }

 protected:
  void launch() override {
    network_.forward(exec_, parameters_, input_, size_.points, size_.channels, output_, pass_ == Pass::gradient);
    if (pass_ == Pass::forward) return;
    Kokkos::deep_copy(exec_, gradient_, T(0));
    network_.backward(exec_, parameters_, input_, size_.points, size_.channels, output_adjoint_, gradient_, Jets<T>());
  }

 private:
  NetworkSize size_;
  Pass pass_;
  nn::ParameterLayout layout_;
  nn::Mlp<T> network_;
  Array1<T> parameters_, gradient_;              // (P)
  Jets<T> input_, output_, output_adjoint_;      // (inputs or outputs, C, N)
};

[[maybe_unused]] const bool registered[] = {
    register_kernel<Network<float>>("network_relu", "network 2-152-152-152-3, relu, 16 384 points: forward", relu, Pass::forward),
    register_kernel<Network<float>>("network_relu_gradient", "the same, forward and gradient", relu, Pass::gradient),
    register_kernel<Network<double>>("network_relu_double", "the same in double precision", relu, Pass::gradient),
    register_kernel<Network<float>>("network_sine", "network 3-256(5 times)-3, sine, 1000 points with 6 channels: forward", siren,
                                    Pass::forward),
    register_kernel<Network<float>>("network_sine_gradient", "the same, forward and gradient", siren, Pass::gradient)};

}  // namespace

}  // namespace plisse::experiments

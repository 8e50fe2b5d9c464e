// SPDX-License-Identifier: Apache-2.0
// A multilayer perceptron on jets, forward and backward, fused: a tile of points goes through all layers in cache.
//   s_0 = x,   z_l = W_l s_(l-1) + b_l,   s_l = sigma(z_l) for the hidden layers,   y = z_L
// Every channel of a jet goes through the same matrices; biases act on values alone (kernels/nn/tile_activation.hpp).
//
// forward() keeps z_l (relu: s_l) of all hidden layers for backward(): N sum(H) C numbers.  Recomputing them in backward() takes a
// third more arithmetic and no traffic; storing was 1.05 times as fast a step for 6-64-64-64-3 and 1.13 times for 2-152-152-152-3
// (AVX-512 core, relu, float), measured before products asked early for what is kept, which speeds up storing alone.
// The points are split into a fixed number of partitions.  Each sums its weight gradient in its own copy, tile after tile, and the
// copies are added in order: results are the same bits for any number of threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/core/types.hpp"
#include "kernels/core/workspace.hpp"
#include "kernels/nn/network_options.hpp"
#include "kernels/nn/parameters.hpp"

namespace plisse::nn {

// One layer on the device; offsets count numbers.
template <class T>
struct Layer {
  int in, out;
  std::size_t weight, bias;                           // in the flat parameters: W (out, in), b (out)
  std::size_t packed_transpose, packed, packed_bias;  // W^T (in, stride(out)), W (out, stride(in)), b (stride(out))
  std::size_t gradient, bias_gradient;                // in a partition's copy
  bool gradient_transposed;                           // W~ is kept as (in, stride(out)), else as (out, stride(in))
  std::size_t kept;                                   // columns of kept activations before this layer's
  T omega;
};

template <class T>
class Mlp {
 public:
  // Declares its slices "<prefix>.<layer>.weight" (out, in) and "<prefix>.<layer>.bias" (out) in `layout`.
  // capacity: the largest n of a call; channels: the largest C of a call (1, 3 or 6).
  // Throws std::invalid_argument on impossible options.
  Mlp(const NetworkOptions& options, int inputs, int outputs, int capacity, int channels, ParameterLayout& layout, Workspace& workspace,
      const std::string& prefix = "network");

  int inputs() const { return widths_.front(); }
  int outputs() const { return widths_.back(); }
  Activation activation() const { return activation_; }

  // Sets the network's slices of `parameters` (P).  He-uniform for relu, gelu and softplus, Xavier-uniform for tanh, SIREN for sine;
  // biases 0 (sine: uniform in +-1/sqrt(in)).  The output layer is a tenth of its usual size, so that the first displacement is small.
  void initialise(const Array1<T>& parameters, std::uint64_t seed) const;

  // output (outputs, C, N) of input (inputs, C, N) at the first n points.  keep: remember what backward() needs.
  void forward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& input, int n, int channels, const Jets<T>& output,
               bool keep) const;

  // After a forward() with the same parameters, input, n and channels, and keep: adds to gradient (P), and writes input_adjoint
  // (inputs, C, N) unless that is empty.
  void backward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& input, int n, int channels, const Jets<T>& output_adjoint,
                const Array1<T>& gradient, const Jets<T>& input_adjoint) const;

 private:
  void check(int n, int channels) const;

  std::vector<int> widths_;  // inputs, hidden layers, outputs
  std::vector<double> omega_;
  Activation activation_;
  int capacity_, channels_;
  std::size_t gradient_size_ = 0;  // of a partition's copy
  std::size_t kept_columns_ = 0;
  int all_outputs_ = 0;  // outputs of all layers
  std::vector<Layer<T>> layers_;
  Array1<Layer<T>> device_layers_;
  Array1<T> packed_;   // weights and biases, padded
  Array1<T> kept_;     // (tiles, kept columns, rows of a tile)
  Array2<T> partial_;  // (partitions, gradient_size)
};

}  // namespace plisse::nn

// SPDX-License-Identifier: Apache-2.0
#include "kernels/nn/mlp.hpp"

#include <cmath>
#include <stdexcept>

#include "kernels/core/copies.hpp"
#include "kernels/nn/mlp_kernels.hpp"

namespace plisse::nn {

namespace {

void validate(const NetworkOptions& options, int inputs, int outputs, int capacity, int channels) {
  const auto refuse = [](const std::string& why) { throw std::invalid_argument("network: " + why); };
  if (options.widths.empty() && options.hidden_layers < 0)
    refuse("hidden_layers is " + std::to_string(options.hidden_layers) + ", but must be at least 0");
  for (const int w : options.hidden())
    if (w < 1) refuse("a hidden layer has width " + std::to_string(w) + ", but must have at least 1");
  for (const double w : options.omega)
    if (!(w > 0) || !std::isfinite(w)) refuse("omega is " + std::to_string(w) + ", but must be a finite number above 0");
  if (const auto mistake = options.omega_mistake(); !mistake.empty()) refuse("omega " + mistake);
  if (inputs < 1 || outputs < 1)
    refuse("has " + std::to_string(inputs) + " inputs and " + std::to_string(outputs) + " outputs, but needs one of each");
  if (capacity < 1) refuse("capacity is " + std::to_string(capacity) + ", but must be at least 1");
  if (channels != 1 && channels != 3 && channels != 6) refuse("jets have 1, 3 or 6 channels, not " + std::to_string(channels));
}

// Calls visit(layer, m) for every output m of every layer, in one kernel.
template <class T, class Visit>
void for_outputs(const char* label, const Exec& exec, const Array1<Layer<T>>& layers, int outputs, const Visit& visit) {
  Kokkos::parallel_for(
      label, Range(exec, 0, outputs), KOKKOS_LAMBDA(int m) {
        int l = 0;
        for (; m >= layers(l).out; ++l) m -= layers(l).out;
        visit(layers(l), m);
      });
}

// Copies the weights of an output into the padded arrays of one direction.
template <class T>
struct PackForward {
  Array1<T> parameters, packed;

  KOKKOS_FUNCTION void operator()(const Layer<T>& layer, int m) const {
    const T* const row = parameters.data() + layer.weight + std::size_t(m) * layer.in;
    T* const to = packed.data() + layer.packed_transpose + m;
    for (int k = 0; k < layer.in; ++k) to[std::size_t(k) * tile::stride<T>(layer.out)] = row[k];
    packed(layer.packed_bias + m) = parameters(layer.bias + m);
  }
};

template <class T>
struct PackBackward {
  Array1<T> parameters, packed;

  KOKKOS_FUNCTION void operator()(const Layer<T>& layer, int m) const {
    const T* const row = parameters.data() + layer.weight + std::size_t(m) * layer.in;
    T* const to = packed.data() + layer.packed + std::size_t(m) * tile::stride<T>(layer.in);
    for (int k = 0; k < layer.in; ++k) to[k] = row[k];
  }
};

// gradient += the padded sum of all partitions
template <class T>
struct AddGradient {
  Array2<T> partial;
  Array1<T> gradient;

  KOKKOS_FUNCTION void operator()(const Layer<T>& layer, int m) const {
    const T* const sum = &partial(0, layer.gradient);
    T* const row = gradient.data() + layer.weight + std::size_t(m) * layer.in;
    if (layer.gradient_transposed) {
      for (int k = 0; k < layer.in; ++k) row[k] += sum[std::size_t(k) * tile::stride<T>(layer.out) + m];
    } else {
      for (int k = 0; k < layer.in; ++k) row[k] += sum[std::size_t(m) * tile::stride<T>(layer.in) + k];
    }
    gradient(layer.bias + m) += partial(0, layer.bias_gradient + m);
  }
};

}  // namespace

template <class T>
Mlp<T>::Mlp(const NetworkOptions& options, int inputs, int outputs, int capacity, int channels, ParameterLayout& layout,
            Workspace& workspace, const std::string& prefix)
    : activation_(options.activation), capacity_(capacity), channels_(channels) {
  validate(options, inputs, outputs, capacity, channels);
  widths_ = options.hidden();
  const auto hidden = widths_.size();
  omega_.assign(hidden, 1);
  if (activation_ == Activation::sine)
    for (std::size_t l = 0; l < hidden; ++l) omega_[l] = options.omega[options.omega.size() == 1 ? 0 : l];
  widths_.insert(widths_.begin(), inputs);
  widths_.push_back(outputs);

  std::size_t packed = 0;
  for (std::size_t l = 0; l + 1 < widths_.size(); ++l) {
    Layer<T> layer{};
    layer.in = widths_[l];
    layer.out = widths_[l + 1];
    const auto name = prefix + "." + std::to_string(l);
    const std::size_t in = layer.in, out = layer.out, ld_in = tile::stride<T>(layer.in), ld_out = tile::stride<T>(layer.out);
    layer.weight = layout.add(name + ".weight", {out, in});
    layer.bias = layout.add(name + ".bias", {out});
    layer.packed_transpose = packed;
    layer.packed = layer.packed_transpose + in * ld_out;
    layer.packed_bias = layer.packed + out * ld_in;
    packed = layer.packed_bias + ld_out;
    layer.gradient_transposed = in * tile::padded<T>(layer.out) <= out * tile::padded<T>(layer.in);
    layer.gradient = gradient_size_;
    layer.bias_gradient = layer.gradient + (layer.gradient_transposed ? in * ld_out : out * ld_in);
    gradient_size_ = layer.bias_gradient + ld_out;
    layer.kept = kept_columns_;
    if (l < hidden) {
      kept_columns_ += ld_out;
      layer.omega = T(omega_[l]);
    }
    layers_.push_back(layer);
    all_outputs_ += layer.out;
  }
  device_layers_ = workspace.take<Layer<T>>("plisse::nn::layers", layers_.size());
  const auto host = Kokkos::create_mirror_view(device_layers_);
  for (std::size_t l = 0; l < layers_.size(); ++l) host(l) = layers_[l];
  Kokkos::deep_copy(device_layers_, host);

  std::size_t kept = 0, partitions = 0;
  for (const int c : {1, 3, 6}) {
    if (c > channels) continue;
    const Tiling tiling(capacity, c, Scratch<T>::row_bytes(widths_));
    kept = std::max(kept, std::size_t(tiling.tiles) * tiling.tile_rows() * kept_columns_);
    partitions = std::max(partitions, std::size_t(tiling.partitions));
  }
  packed_ = workspace.take<T>("plisse::nn::packed_weights", packed);
  kept_ = workspace.take<T>("plisse::nn::activations", kept);
  partial_ = workspace.take<T>("plisse::nn::weight_gradients", partitions, gradient_size_);
}

template <class T>
void Mlp<T>::check(int n, int channels) const {
  if (n < 0 || n > capacity_)
    throw std::invalid_argument("network: " + std::to_string(n) + " points, but there is room for " + std::to_string(capacity_));
  if ((channels != 1 && channels != 3 && channels != 6) || channels > channels_)
    throw std::invalid_argument("network: jets of " + std::to_string(channels) + " channels, but it was built for " +
                                std::to_string(channels_));
}

template <class T>
void Mlp<T>::forward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& input, int n, int channels, const Jets<T>& output,
                     bool keep) const {
  check(n, channels);
  if (n == 0) return;
  for_outputs("plisse::nn::pack_forward", exec, device_layers_, all_outputs_, PackForward<T>{parameters, packed_});
  const Tiling tiling(n, channels, Scratch<T>::row_bytes(widths_));
  const Scratch<T> scratch(widths_, tiling.tile_rows(), 2);
  Kokkos::parallel_for(
      "plisse::nn::forward", scratch.policy(exec, tiling.partitions),
      MlpForward<T>{{device_layers_, packed_, kept_, kept_columns_, activation_, tiling, scratch, scratch.level()}, keep, input, output});
}

template <class T>
void Mlp<T>::backward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& input, int n, int channels,
                      const Jets<T>& output_adjoint, const Array1<T>& gradient, const Jets<T>& input_adjoint) const {
  check(n, channels);
  if (n == 0) return;
  for_outputs("plisse::nn::pack_backward", exec, device_layers_, all_outputs_, PackBackward<T>{parameters, packed_});
  const Tiling tiling(n, channels, Scratch<T>::row_bytes(widths_));
  const Scratch<T> scratch(widths_, tiling.tile_rows(), 3);
  Kokkos::parallel_for("plisse::nn::backward", scratch.policy(exec, tiling.partitions),
                       MlpBackward<T>{{device_layers_, packed_, kept_, kept_columns_, activation_, tiling, scratch, scratch.level()},
                                      input,
                                      output_adjoint,
                                      input_adjoint,
                                      partial_});
  add_copies("plisse::nn::sum_partitions", exec, partial_, 1, tiling.partitions, gradient_size_, partial_.data());
  for_outputs("plisse::nn::add_gradient", exec, device_layers_, all_outputs_, AddGradient<T>{partial_, gradient});
}

template class Mlp<float>;
template class Mlp<double>;

}  // namespace plisse::nn

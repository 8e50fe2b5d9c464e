// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/distance_network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/components/device.hpp"

namespace plisse::experiments {

namespace {

template <class T>
void refuse_kinks(const DistanceNetworkOptions& options, const encoders::Encoder<T>& encoder) {
  if (encoder.smoothness() < 2)
    throw config::Error(
        fmt::format("field.encoder: '{}' has with these options no continuous second derivatives, and curvature comes from them; take "
                    "identity, frequency or a bspline of higher degree",
                    options.encoder.type));
  if (!nn::is_smooth(options.network.activation))
    throw config::Error(
        "field.network.activation: 'relu' has no second derivatives, and curvature comes from them; take sine, tanh, gelu or softplus");
}

}  // namespace

template <class T>
DistanceNetwork<T>::DistanceNetwork(const DistanceNetworkOptions& options, int capacity, int channels, bool with_basis,
                                    Workspace& workspace)
    : capacity_(std::max(capacity, with_basis ? block : 1)) {
  encoder_ = make_encoder<T>(options.encoder, {3, capacity_, channels, &layout_, &workspace});
  refuse_kinks(options, *encoder_);
  const int inputs = encoder_->features();
  const auto hidden = options.network.hidden();
  const bool trains_encoder = layout_.size() > 0;
  functions_ = (hidden.empty() ? inputs : hidden.back()) + 1;
  try {
    const auto before = layout_.size();
    network_.emplace(options.network, inputs, 1, capacity_, channels, layout_, workspace);
    if (with_basis) hidden_.emplace(options.network, inputs, before, block, channels, workspace);
  } catch (const std::invalid_argument& error) {
    throw config::Error(std::string("field.network: ") + error.what());
  }
  const auto rows = std::size_t(inputs), c = std::size_t(channels), columns = std::size_t(columns_for<T>(capacity_));
  features_ = workspace.take<T>("plisse::distance::features", rows, c, columns);
  if (trains_encoder) features_adjoint_ = workspace.take<T>("plisse::distance::features_adjoint", rows, c, columns);
  if (with_basis) hidden_features_ = workspace.take<T>("plisse::distance::hidden_features", std::size_t(functions_ - 1), c, block);
}

template <class T>
void DistanceNetwork<T>::initialise(const Array1<T>& parameters, std::uint64_t seed) const {
  encoder_->initialise(parameters, seed);
  network_->initialise(parameters, seed);
}

template <class T>
void DistanceNetwork<T>::forward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& input, int n, int channels,
                                 const Jets<T>& output, bool keep) const {
  encoder_->forward(exec, parameters, input, n, features_);
  network_->forward(exec, parameters, features_, n, channels, output, keep);
}

template <class T>
void DistanceNetwork<T>::backward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& input, int n, int channels,
                                  const Jets<T>& adjoint, const Array1<T>& gradient) const {
  network_->backward(exec, parameters, features_, n, channels, adjoint, gradient, features_adjoint_);
  if (features_adjoint_.size() > 0) encoder_->backward(exec, parameters, input, n, features_adjoint_, gradient);
}

template <class T>
void DistanceNetwork<T>::basis(const Exec& exec, const Array1<T>& parameters, const Jets<T>& input, int n, int channels,
                               const Array1<T>& phi) const {
  encoder_->forward(exec, parameters, input, n, features_);
  (*hidden_)(exec, parameters, features_, n, channels, hidden_features_);
  const auto hidden = hidden_features_;
  const int last = functions_ - 1;
  Kokkos::parallel_for(
      "plisse::distance::basis", Range(exec, 0, functions_), KOKKOS_LAMBDA(int j) {
        for (int c = 0; c < channels; ++c)
          for (int p = 0; p < n; ++p) phi((j * channels + c) * n + p) = j == last ? T(c == 0) : hidden(j, c, p);
      });
}

// The last two slices are the output layer's: weight (1, F - 1) and bias (1).
template <class T>
std::vector<double> DistanceNetwork<T>::coefficients(const Array1<T>& parameters) const {
  const auto host = to_host(parameters);
  const auto count = layout_.slices().size();
  const auto weight = host.begin() + std::ptrdiff_t(layout_.slices()[count - 2].offset);
  std::vector<double> c(weight, weight + functions_ - 1);
  c.push_back(double(host[layout_.slices()[count - 1].offset]));
  return c;
}

template <class T>
void DistanceNetwork<T>::set_coefficients(const std::vector<double>& c, const Array1<T>& parameters) const {
  auto host = to_host(parameters);
  const auto count = layout_.slices().size(), weight = layout_.slices()[count - 2].offset;
  for (std::size_t j = 0; j + 1 < c.size(); ++j) host[weight + j] = T(c[j]);
  host[layout_.slices()[count - 1].offset] = T(c.back());
  to_device(host, parameters);
}

template class DistanceNetwork<float>;
template class DistanceNetwork<double>;

}  // namespace plisse::experiments

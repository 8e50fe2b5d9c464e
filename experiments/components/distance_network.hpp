// SPDX-License-Identifier: Apache-2.0
// A scalar field over the unit cube: a network behind an encoder, with derivatives along directions of choice at every point.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/components/encoders.hpp"
#include "experiments/components/hidden_features.hpp"
#include "kernels/nn/mlp.hpp"

namespace plisse::experiments {

struct DistanceNetworkOptions {
  config::Component encoder = preset("encoders", "identity");
  nn::NetworkOptions network{1024, 1, nn::Activation::sine, {25}, {}};

  template <class V>
  void describe(V& v) {
    v.component("encoder", encoder, "encoders").doc("features of a position; must have two derivatives");
    v.group("network", network).doc("fully connected network behind the encoder; its activation must be smooth");
  }
};

template <class T>
class DistanceNetwork {
 public:
  static constexpr int block = 256;  // the largest n of basis()

  // capacity, channels: the largest n and C of a call.  with_basis: basis() will be called.  Throws config::Error on impossible options,
  // and where encoder or activation lack second derivatives.
  DistanceNetwork(const DistanceNetworkOptions& options, int capacity, int channels, bool with_basis, Workspace& workspace);

  const nn::ParameterLayout& layout() const { return layout_; }
  int capacity() const { return capacity_; }
  void initialise(const Array1<T>& parameters, std::uint64_t seed) const;
  // As those of encoders::Encoder.
  bool follows_progress() const { return encoder_->follows_progress(); }
  void set_progress(double progress) { encoder_->set_progress(progress); }

  // output (1, C, N) at input jets (3, C, N): positions in the unit cube, then the directions of the derivatives, then zeros.
  void forward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& input, int n, int channels, const Jets<T>& output,
               bool keep) const;
  // After a forward() with `keep`: adds to gradient (P).
  void backward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& input, int n, int channels, const Jets<T>& adjoint,
                const Array1<T>& gradient) const;

  // The field is linear in the last layer: phi_j are the hidden features and last the constant.
  int functions() const { return functions_; }  // F
  // phi (F, C, n), row-major.
  void basis(const Exec& exec, const Array1<T>& parameters, const Jets<T>& input, int n, int channels, const Array1<T>& phi) const;
  // The last layer (F) in the parameters.
  std::vector<double> coefficients(const Array1<T>& parameters) const;
  void set_coefficients(const std::vector<double>& coefficients, const Array1<T>& parameters) const;

 private:
  int capacity_, functions_;
  nn::ParameterLayout layout_;
  std::unique_ptr<encoders::Encoder<T>> encoder_;
  std::optional<nn::Mlp<T>> network_;
  std::optional<HiddenFeatures<T>> hidden_;
  Jets<T> features_, features_adjoint_;  // (inputs, C, N)
  Jets<T> hidden_features_;              // (F - 1, C, block)
};

}  // namespace plisse::experiments

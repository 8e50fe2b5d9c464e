// SPDX-License-Identifier: Apache-2.0
// The deformation field u(x) = scale * Net(Enc(x)), or the free vertices of a grid over UV, with hard boundary conditions.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "experiments/components/encoders.hpp"
#include "kernels/boundary/pins.hpp"
#include "kernels/nn/mlp.hpp"

namespace plisse::experiments {

enum class FieldType { network, vertices };

struct FieldOptions {
  FieldType type = FieldType::network;
  int resolution = 128;  // vertices per axis, type vertices
  config::Component encoder = preset("encoders", "identity");
  nn::NetworkOptions network;
  double scale = 1.0;

  template <class V>
  void describe(V& v) {
    v.choice("type", type, {{"network", FieldType::network}, {"vertices", FieldType::vertices}})
        .doc("encoder and network, or free vertices of a grid over UV (bilinear between them)");
    v.option("resolution", resolution).range(2, 8192).doc("vertices per axis of type vertices");
    v.component("encoder", encoder, "encoders").doc("features of a point");
    v.group("network", network).doc("fully connected network behind the encoder");
    v.option("scale", scale).above(0).unit("m").doc("displacement of a network output of 1");
  }
};

template <class T>
class Field {
 public:
  // `capacity`: the largest number of points of a call.  Throws config::Error on impossible combinations.
  Field(const FieldOptions& options, const boundary::PinSet<T>& pins, int capacity, Workspace& workspace);

  const nn::ParameterLayout& layout() const { return layout_; }
  int capacity() const { return capacity_; }
  const std::string& encoding() const { return encoding_; }
  void initialise(const Array1<T>& parameters, std::uint64_t seed) const;
  // As those of encoders::Encoder.
  bool follows_progress() const { return encoder_->follows_progress(); }
  void set_progress(double progress) { encoder_->set_progress(progress); }

  // displacement (3, 1, N) [m] at points (2, 1, N) of the unit square with rest positions (3, 1, N) [m].
  // keep: a backward() for the same points follows.
  void forward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, const Jets<T>& rest, int n,
               const Jets<T>& displacement, bool keep) const;
  // Adds to gradient (P) what the adjoint of the displacement (3, 1, N) asks for; the adjoint is scaled in place.
  void backward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& displacement_adjoint,
                const Array1<T>& gradient) const;

 private:
  int capacity_;
  T scale_;
  std::string encoding_;
  nn::ParameterLayout layout_;
  std::unique_ptr<encoders::Encoder<T>> encoder_;
  std::optional<nn::Mlp<T>> network_;
  boundary::Boundary<T> boundary_;
  Jets<T> features_, features_adjoint_;  // (F, 1, N); no adjoint where the encoder has no parameters
};

}  // namespace plisse::experiments

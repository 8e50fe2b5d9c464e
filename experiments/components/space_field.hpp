// SPDX-License-Identifier: Apache-2.0
// The displacement of a surface in space as a network over positions, with two derivatives along the surface:
//   u = boundary( scale * mirrors( Net(Enc(normalise(x))) ) )
// Positions are normalised into the unit cube with one scale, the surface's box centred in it; a grid of trainable features fills that
// box alone.  Such a grid can also be the displacement itself, with three features a level and the levels added up: a trace finite
// element, and linear in all its parameters.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/components/encoders.hpp"
#include "experiments/components/grid_box.hpp"
#include "kernels/boundary/dirichlet.hpp"
#include "kernels/boundary/mirrors.hpp"
#include "kernels/nn/mlp.hpp"
#include "kernels/surfaces/points.hpp"

namespace plisse::experiments {

enum class FieldOutput { network, encoder };

struct SpaceFieldOptions {
  config::Component encoder = preset("encoders", "identity");
  nn::NetworkOptions network{256, 5, nn::Activation::sine, {30}, {}};
  FieldOutput output = FieldOutput::network;
  double scale = 1.0;

  template <class V>
  void describe(V& v) {
    v.component("encoder", encoder, "encoders").doc("features of a position; must have two derivatives");
    v.group("network", network).doc("fully connected network behind the encoder; its activation must be smooth");
    v.choice("output", output, {{"network", FieldOutput::network}, {"encoder", FieldOutput::encoder}})
        .doc("what the displacement is: the network's output, or with no network the sum of the levels of a grid of 3 features");
    v.option("scale", scale).above(0).unit("m").doc("displacement of a network output of 1");
  }
};

// Where the field lives, how it is held and mirrored.
template <class T>
struct SpaceDomain {
  Vec3<double> lower, upper;  // box of the surface and its images [m]
  std::vector<boundary::MirrorPlane> mirrors;
  std::vector<boundary::Hold<T>> holds;
  std::vector<boundary::Motion> motions;  // one a hold
  Array2<T> corners;                      // (3, K) of the holds' regions
};

template <class T>
class SpaceField {
 public:
  static constexpr int channels = 6;

  // `capacity`: the largest number of points of a call.  Throws config::Error where encoder or activation lack two derivatives, and on
  // other impossible combinations.
  SpaceField(const SpaceFieldOptions& options, const SpaceDomain<T>& domain, int capacity, Workspace& workspace);

  const nn::ParameterLayout& layout() const { return layout_; }
  int capacity() const { return capacity_; }
  const std::string& encoding() const { return encoding_; }
  void initialise(const Array1<T>& parameters, std::uint64_t seed) const;
  // As those of encoders::Encoder.
  bool follows_progress() const { return encoder_->follows_progress(); }
  void set_progress(double progress) { encoder_->set_progress(progress); }
  // Prescribed motions are taken times this factor.
  void set_load(const Exec& exec, double factor) { boundary_.set_load(exec, factor); }

  // Displacement jets (3, 6, N) at points [first, first + n), written to columns first, first + 1, ...
  // keep: a backward() for the same points follows.
  void forward(const Exec& exec, const Array1<T>& parameters, const surfaces::SurfacePoints<T>& points, int first, int n,
               const Jets<T>& jets, bool keep) const;
  // Adds to gradient (P) what the adjoint jets (3, 6, N) of points [0, n) ask for; the adjoint is changed in place.
  void backward(const Exec& exec, const Array1<T>& parameters, int n, const Jets<T>& adjoint, const Array1<T>& gradient) const;

  // The field is linear in the last layer: u_i = sum_j c(i, j) phi^i_j + offset_i, with j the hidden features and last the constant.
  int functions() const { return functions_; }  // F of each component; 0 where there is no network
  // phi (3, F, 6, n), row-major, at points [first, first + n), n <= ritz_block.
  static constexpr int ritz_block = 64;
  void basis(const Exec& exec, const Array1<T>& parameters, const surfaces::SurfacePoints<T>& points, int first, int n,
             const Array1<T>& phi);
  // jets (3, 6, N) of the offsets alone at points [first, first + n).
  void offsets(const Exec& exec, const surfaces::SurfacePoints<T>& points, int first, int n, const Jets<T>& jets) const;
  // Coefficients (3 F), component by component, from the parameters and back.
  std::vector<double> coefficients(const Array1<T>& parameters) const;
  void set_coefficients(const std::vector<double>& coefficients, const Array1<T>& parameters) const;

 private:
  void features(const Exec& exec, const Array1<T>& parameters, const surfaces::SurfacePoints<T>& points, int first, int n) const;
  void make_network(const nn::NetworkOptions& options, std::size_t columns, std::size_t block, Workspace& workspace);
  const Jets<T>& encoder_input() const { return grid_box_ ? grid_input_ : input_; }

  int capacity_, functions_;
  T scale_;
  std::string encoding_;
  nn::ParameterLayout layout_, hidden_layout_;
  boundary::Mirrors<T> mirrors_;
  boundary::Dirichlet<T> boundary_;
  boundary::Normalisation<T> normalisation_;
  std::optional<GridBox<T>> grid_box_;  // of encoders with trainable features
  std::unique_ptr<encoders::Encoder<T>> encoder_;
  nn::NetworkOptions network_options_;
  std::optional<nn::Mlp<T>> network_, hidden_;  // none where the encoder is the displacement; hidden_: up to the last hidden layer's linear
                                                // output, with the same parameters
  Jets<T> input_, features_, features_adjoint_, raw_;  // (3 | F | F | 3, 6, images N)
  Jets<T> grid_input_;                                 // (D, 6, images N)
  Jets<T> hidden_features_;                            // (F - 1, 6, images ritz_block)
};

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/field.hpp"

#include "kernels/encoders/grid.hpp"

namespace plisse::experiments {

namespace {

// Free vertices are a one-level grid whose features are the displacement itself.
config::Component vertex_grid(int resolution) {
  auto options = std::make_shared<encoders::GridOptions>();
  options->resolution = {resolution - 1};
  options->levels = 1;
  options->features = 3;
  options->init = 0;
  return {"grid", options};
}

template <class T>
void multiply(const Exec& exec, const Jets<T>& values, int n, T factor) {
  Kokkos::parallel_for(
      "plisse::experiments::scale", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        for (int i = 0; i < 3; ++i) values(i, 0, p) *= factor;
      });
}

}  // namespace

template <class T>
Field<T>::Field(const FieldOptions& options, const boundary::PinSet<T>& pins, int capacity, Workspace& workspace)
    : capacity_(capacity), scale_(T(options.scale)), boundary_(pins, capacity, workspace) {
  const encoders::Context context{2, capacity, 1, &layout_, &workspace};
  if (options.type == FieldType::vertices) {
    encoding_ = "vertices";
    encoder_ = make_encoder<T>(vertex_grid(options.resolution), context);
    return;
  }
  encoding_ = options.encoder.type;
  encoder_ = make_encoder<T>(options.encoder, context);
  const auto features = encoder_->features();
  const bool trains_encoder = layout_.size() > 0;
  try {
    network_.emplace(options.network, features, 3, capacity, 1, layout_, workspace);
  } catch (const std::invalid_argument& error) {
    throw config::Error(std::string("network: ") + error.what());
  }
  const auto rows = std::size_t(features), columns = std::size_t(columns_for<T>(capacity));
  features_ = workspace.take<T>("plisse::field::features", rows, 1, columns);
  if (trains_encoder) features_adjoint_ = workspace.take<T>("plisse::field::features_adjoint", rows, 1, columns);
}

template <class T>
void Field<T>::initialise(const Array1<T>& parameters, std::uint64_t seed) const {
  encoder_->initialise(parameters, seed);
  if (network_) network_->initialise(parameters, seed);
}

template <class T>
void Field<T>::forward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, const Jets<T>& rest, int n,
                       const Jets<T>& displacement, bool keep) const {
  if (network_) {
    encoder_->forward(exec, parameters, points, n, features_);
    network_->forward(exec, parameters, features_, n, 1, displacement, keep);
  } else {
    encoder_->forward(exec, parameters, points, n, displacement);
  }
  multiply(exec, displacement, n, scale_);
  boundary_.apply(exec, rest, n, displacement);
}

template <class T>
void Field<T>::backward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& displacement_adjoint,
                        const Array1<T>& gradient) const {
  boundary_.adjoint(exec, n, displacement_adjoint);
  multiply(exec, displacement_adjoint, n, scale_);
  if (!network_) return encoder_->backward(exec, parameters, points, n, displacement_adjoint, gradient);
  network_->backward(exec, parameters, features_, n, 1, displacement_adjoint, gradient, features_adjoint_);
  if (features_adjoint_.size() > 0) encoder_->backward(exec, parameters, points, n, features_adjoint_, gradient);
}

template class Field<float>;
template class Field<double>;

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// A network seen as its last linear layer on fixed functions: the outputs of the last hidden layer.
#pragma once

#include "kernels/nn/mlp.hpp"

#include <optional>
#include <string>

namespace plisse::experiments {

template <class T> class HiddenFeatures {
 public:
  // Of a network with these options and inputs, whose slices follow `before` other parameters in the same flat array.
  HiddenFeatures(const nn::NetworkOptions& options, int inputs, std::size_t before, int capacity, int channels, Workspace& workspace);

  int count() const { return count_; }  // F: outputs of the last hidden layer, or the inputs where there is none
  // features (F, C, N) of input (inputs, C, N) at the first n points.
  void operator()(const Exec& exec, const Array1<T>& parameters, const Jets<T>& input, int n, int channels, const Jets<T>& features) const;

 private:
  int count_;
  nn::Activation activation_;
  T omega_;
  nn::ParameterLayout layout_;
  std::optional<nn::Mlp<T>> network_;  // up to the last hidden layer's linear output
};

}  // namespace plisse::experiments

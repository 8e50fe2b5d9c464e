// SPDX-License-Identifier: Apache-2.0
// What a configuration says about a network.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "kernels/nn/activation.hpp"

namespace plisse::nn {

struct NetworkOptions {
  int width = 64;
  int hidden_layers = 3;  // the output layer comes on top
  Activation activation = Activation::relu;
  std::vector<double> omega{30};
  std::vector<int> widths;

  template <class V>
  void describe(V& v) {
    v.option("width", width).range(1, 65536).doc("neurons of each hidden layer");
    v.option("hidden_layers", hidden_layers).range(0, 64).doc("number of hidden layers; the output layer comes on top");
    v.choice("activation", activation,
             {{"relu", Activation::relu},
              {"gelu", Activation::gelu},
              {"tanh", Activation::tanh},
              {"softplus", Activation::softplus},
              {"sine", Activation::sine}})
        .doc("activation of the hidden layers");
    v.option("omega", omega).above(0).doc("frequency of sine layers: one number for all hidden layers, or one for each");
    v.option("widths", widths).range(1, 65536).length(0, 64).doc("neurons of each hidden layer one by one; overrides width and hidden_layers");
    v.rule("omega", [this] { return omega_mistake(); });
  }

  // Widths of all hidden layers.
  std::vector<int> hidden() const { return widths.empty() ? std::vector<int>(std::size_t(std::max(hidden_layers, 0)), width) : widths; }

  // An empty text, or what is wrong with omega.
  std::string omega_mistake() const {
    const auto layers = hidden().size();
    if (activation != Activation::sine || omega.size() == 1 || omega.size() == layers) return "";
    return "has " + std::to_string(omega.size()) + " numbers for " + std::to_string(layers) +
           " hidden layers: give one number for all or one for each";
  }
};

}  // namespace plisse::nn

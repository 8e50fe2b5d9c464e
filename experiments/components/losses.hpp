// SPDX-License-Identifier: Apache-2.0
// Registry kind "losses": class templates of kernels/losses, and the weighted terms a configuration makes of them.
#pragma once

#include <string>
#include <vector>

#include "experiments/components/factory.hpp"
#include "kernels/losses/loss.hpp"

namespace plisse::experiments {

struct LossFactory {
  Factory<losses::Loss, losses::Context> factory;
  std::function<double(const void*)> weight;
  std::string unit;
};

template <template <class> class Component>
bool register_losses() {
  using Options = typename Component<double>::Options;
  LossFactory entry{factory_of<Component, losses::Loss, losses::Context>(),
                    [](const void* options) { return static_cast<const Options*>(options)->weight; }, Component<double>::unit};
  return config::register_component<Options>("losses", Component<double>::name, Component<double>::doc, entry);
}

template <class T>
struct Term {
  std::string name, unit;
  double weight;
  std::unique_ptr<losses::Loss<T>> loss;
};

// The terms of a configuration, in its order.  Terms of weight 0 are left out.
template <class T>
std::vector<Term<T>> make_terms(const std::vector<config::Component>& components, const losses::Context<T>& context) {
  std::vector<Term<T>> terms;
  for (const auto& component : components) {
    const auto& entry = std::any_cast<const LossFactory&>(config::Registry::global().get("losses", component.type).factory);
    const double weight = entry.weight(component.options.get());
    if (weight == 0) continue;
    try {
      terms.push_back({component.type, entry.unit, weight, entry.factory.template make<T>(component.options.get(), context)});
    } catch (const std::invalid_argument& error) {
      throw config::Error("loss '" + component.type + "': " + error.what());
    }
  }
  if (terms.empty()) throw config::Error("losses: no term has a weight above 0, so there is nothing to minimise");
  return terms;
}

}  // namespace plisse::experiments

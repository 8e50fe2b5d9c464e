// SPDX-License-Identifier: Apache-2.0
// Registry kind "optimizers": class templates of kernels/optim.
#pragma once

#include "experiments/components/factory.hpp"
#include "kernels/optim/optimizer.hpp"

namespace plisse::experiments {

template <class> using OptimizerContext = optim::Context;

template <template <class> class Component> bool register_optimizers() {
  return config::register_component<typename Component<double>::Options>("optimizers", Component<double>::name, Component<double>::doc,
                                                                         factory_of<Component, optim::Optimizer, OptimizerContext>());
}

template <class T> std::unique_ptr<optim::Optimizer<T>> make_optimizer(const config::Component& component, const optim::Context& context) {
  return make<T, optim::Optimizer, OptimizerContext>("optimizers", component, context);
}

}  // namespace plisse::experiments

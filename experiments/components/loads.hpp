// SPDX-License-Identifier: Apache-2.0
// Registry kind "loads": class templates of kernels/shell.
#pragma once

#include "experiments/components/factory.hpp"
#include "kernels/shell/load.hpp"

namespace plisse::experiments {

template <template <class> class Component>
bool register_loads() {
  return config::register_component<typename Component<double>::Options>("loads", Component<double>::name, Component<double>::doc,
                                                                         factory_of<Component, shell::Load, shell::LoadContext>());
}

template <class T>
std::unique_ptr<shell::Load<T>> make_load(const config::Component& component, const shell::LoadContext<T>& context) {
  return make<T, shell::Load, shell::LoadContext>("loads", component, context);
}

}  // namespace plisse::experiments

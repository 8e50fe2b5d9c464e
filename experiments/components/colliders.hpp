// SPDX-License-Identifier: Apache-2.0
// Registry kind "colliders": class templates of kernels/collision.
#pragma once

#include "experiments/components/factory.hpp"
#include "kernels/collision/collider.hpp"

namespace plisse::experiments {

template <class> using ColliderContext = collision::Context;

template <template <class> class Component> bool register_colliders() {
  return config::register_component<typename Component<double>::Options>("colliders", Component<double>::name, Component<double>::doc,
                                                                         factory_of<Component, collision::Collider, ColliderContext>());
}

template <class T> std::unique_ptr<collision::Collider<T>> make_collider(const config::Component& component, const collision::Context& context) {
  return make<T, collision::Collider, ColliderContext>("colliders", component, context);
}

}  // namespace plisse::experiments

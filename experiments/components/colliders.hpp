// SPDX-License-Identifier: Apache-2.0
// Registry kind "colliders": class templates of kernels/collision.
#pragma once

#include "experiments/components/factory.hpp"
#include "kernels/collision/collider.hpp"

#include <string>
#include <type_traits>

namespace plisse::experiments {

template <class> using ColliderContext = collision::Context;

struct ColliderFactory {
  Factory<collision::Collider, ColliderContext> factory;
  std::function<collision::Body(const void*)> body;  // read from the file the options name; empty for analytic bodies
};

// Triangles of a mesh file, as they are there.
collision::Body read_body(const std::string& file);

template <template <class> class Component> bool register_colliders() {
  using Options = typename Component<double>::Options;
  ColliderFactory entry{factory_of<Component, collision::Collider, ColliderContext>(), [](const void* given) {
                          const auto& options = *static_cast<const Options*>(given);
                          if constexpr (Component<double>::needs_body) return placed(options, read_body(options.file));
                          else return static_cast<void>(options), collision::Body();
                        }};
  return config::register_component<Options>("colliders", Component<double>::name, Component<double>::doc, entry);
}

inline const ColliderFactory& collider_factory(const config::Component& component) {
  return std::any_cast<const ColliderFactory&>(config::Registry::global().get("colliders", component.type).factory);
}

}  // namespace plisse::experiments

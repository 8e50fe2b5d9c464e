// SPDX-License-Identifier: Apache-2.0
// Registry kind "materials": class templates of kernels/materials.
#pragma once

#include "experiments/components/factory.hpp"
#include "kernels/materials/material.hpp"

namespace plisse::experiments {

template <class>
using MaterialContext = materials::Context;

template <template <class> class Component>
bool register_materials() {
  return config::register_component<typename Component<double>::Options>("materials", Component<double>::name, Component<double>::doc,
                                                                         factory_of<Component, materials::Material, MaterialContext>());
}

template <class T>
std::unique_ptr<materials::Material<T>> make_material(const config::Component& component) {
  return make<T, materials::Material, MaterialContext>("materials", component, materials::Context());
}

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// Registry kind "surfaces": class templates of kernels/surfaces.
#pragma once

#include "experiments/components/factory.hpp"
#include "kernels/surfaces/surface.hpp"

namespace plisse::experiments {

template <class>
using SurfaceContext = surfaces::Context;

template <template <class> class Component>
bool register_surfaces() {
  return config::register_component<typename Component<double>::Options>("surfaces", Component<double>::name, Component<double>::doc,
                                                                         factory_of<Component, surfaces::Surface, SurfaceContext>());
}

template <class T>
std::unique_ptr<surfaces::Surface<T>> make_surface(const config::Component& component) {
  return make<T, surfaces::Surface, SurfaceContext>("surfaces", component, surfaces::Context());
}

}  // namespace plisse::experiments

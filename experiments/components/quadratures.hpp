// SPDX-License-Identifier: Apache-2.0
// Registry kind "quadratures": class templates of kernels/quadrature.
#pragma once

#include "experiments/components/factory.hpp"
#include "kernels/quadrature/quadrature.hpp"

namespace plisse::experiments {

template <class>
using QuadratureContext = quadrature::Context;

template <template <class> class Component>
bool register_quadratures() {
  return config::register_component<typename Component<double>::Options>(
      "quadratures", Component<double>::name, Component<double>::doc, factory_of<Component, quadrature::Quadrature, QuadratureContext>());
}

template <class T>
std::unique_ptr<quadrature::Quadrature<T>> make_quadrature(const config::Component& component, const quadrature::Context& context) {
  return make<T, quadrature::Quadrature, QuadratureContext>("quadratures", component, context);
}

}  // namespace plisse::experiments

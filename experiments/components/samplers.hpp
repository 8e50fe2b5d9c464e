// SPDX-License-Identifier: Apache-2.0
// Registry kind "samplers": class templates of kernels/sampling.
#pragma once

#include "experiments/components/factory.hpp"
#include "kernels/sampling/sampler.hpp"

namespace plisse::experiments {


template <template <class> class Component> bool register_samplers() {
  return config::register_component<typename Component<double>::Options>("samplers", Component<double>::name, Component<double>::doc,
                                                                         factory_of<Component, sampling::Sampler, sampling::Context>());
}

template <class T> std::unique_ptr<sampling::Sampler<T>> make_sampler(const config::Component& component, const sampling::Context<T>& context) {
  return make<T, sampling::Sampler, sampling::Context>("samplers", component, context);
}

}  // namespace plisse::experiments

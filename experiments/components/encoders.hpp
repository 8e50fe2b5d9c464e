// SPDX-License-Identifier: Apache-2.0
// Registry kind "encoders": class templates of kernels/encoders.
#pragma once

#include "experiments/components/factory.hpp"
#include "kernels/encoders/encoder.hpp"

namespace plisse::experiments {

template <class> using EncoderContext = encoders::Context;

template <template <class> class Component> bool register_encoders() {
  return config::register_component<typename Component<double>::Options>("encoders", Component<double>::name, Component<double>::doc,
                                                                         factory_of<Component, encoders::Encoder, EncoderContext>());
}

template <class T> std::unique_ptr<encoders::Encoder<T>> make_encoder(const config::Component& component, const encoders::Context& context) {
  return make<T, encoders::Encoder, EncoderContext>("encoders", component, context);
}

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// Bridges kernel components (class templates over the scalar type) and the framework's registry.
#pragma once

#include <any>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "framework/config/error.hpp"
#include "framework/config/registry.hpp"

namespace plisse::experiments {

// Makes components of one kind, in float and in double.
template <template <class> class Interface, template <class> class Context>
struct Factory {
  std::function<std::unique_ptr<Interface<float>>(const void*, const Context<float>&)> in_float;
  std::function<std::unique_ptr<Interface<double>>(const void*, const Context<double>&)> in_double;

  template <class T>
  std::unique_ptr<Interface<T>> make(const void* options, const Context<T>& context) const {
    if constexpr (std::is_same_v<T, float>) return in_float(options, context);
    else return in_double(options, context);
  }
};

template <template <class> class Component, template <class> class Interface, template <class> class Context>
Factory<Interface, Context> factory_of() {
  using Options = typename Component<double>::Options;
  static_assert(std::is_same_v<Options, typename Component<float>::Options>, "options must not depend on the scalar type");
  return {[](const void* options, const Context<float>& context) -> std::unique_ptr<Interface<float>> {
            return std::make_unique<Component<float>>(*static_cast<const Options*>(options), context);
          },
          [](const void* options, const Context<double>& context) -> std::unique_ptr<Interface<double>> {
            return std::make_unique<Component<double>>(*static_cast<const Options*>(options), context);
          }};
}

// Builds the component a configuration names.  Impossible options, found by its constructor, become a configuration error.
template <class T, template <class> class Interface, template <class> class Context>
std::unique_ptr<Interface<T>> make(const std::string& kind, const config::Component& component, const Context<T>& context) {
  const auto& entry = config::Registry::global().get(kind, component.type);
  try {
    return std::any_cast<const Factory<Interface, Context>&>(entry.factory).template make<T>(component.options.get(), context);
  } catch (const std::invalid_argument& error) {
    throw config::Error(kind.substr(0, kind.size() - 1) + " '" + component.type + "': " + error.what());
  }
}

// Builds an experiment; one that does not fit into memory becomes a configuration error.
template <class Build>
auto within_memory(const Build& build) {
  try {
    return build();
  } catch (const std::length_error& error) {
    throw config::Error(std::string("the run ") + error.what());
  } catch (const std::bad_alloc&) {
    throw config::Error("the run needs more memory than there is; lower the number of samples, the network's size or the resolutions");
  }
}

// A component with its default options, for option structs that have one preset.
inline config::Component preset(const std::string& kind, const std::string& type) {
  const auto* entry = config::Registry::global().find(kind, type);
  return entry ? config::Component{type, entry->make_options()} : config::Component{};
}

}  // namespace plisse::experiments

// SPDX-License-Identifier: Apache-2.0
// Options of a registered component by their names, for tests that loop over the registry.
#pragma once

#include <string>
#include <variant>

#include "framework/config/registry.hpp"

namespace plisse::tests {

// Sets the option of that name where the component has one of that type.  Returns whether it has.
template <class Value>
bool set_option(const std::string& kind, const config::Component& component, const std::string& name, const Value& value) {
  auto schema = config::schema_of(kind, component);
  for (auto& option : schema.options())
    if (option.name() == name)
      if (auto* const* target = std::get_if<Value*>(&option.target())) {
        **target = value;
        return true;
      }
  return false;
}

}  // namespace plisse::tests

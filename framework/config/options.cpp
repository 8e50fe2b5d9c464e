// SPDX-License-Identifier: Apache-2.0
#include "framework/config/options.hpp"

#include <algorithm>
#include <stdexcept>

namespace plisse::config {

const Option* Schema::find(const std::string& name) const {
  const auto it = std::find_if(options_.begin(), options_.end(), [&](const Option& o) { return o.name() == name; });
  return it == options_.end() ? nullptr : &*it;
}

Option& Schema::add(const std::string& name, Option::Target target) {
  if (find(name)) throw std::logic_error("an option struct describes the key '" + name + "' twice");
  return options_.emplace_back(name, std::move(target));
}

}  // namespace plisse::config

// SPDX-License-Identifier: Apache-2.0
// Integers of a configuration that set a model's size, found by their key.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/config/config.hpp"
#include "framework/config/node.hpp"

namespace plisse::sweep {

struct SizeOption {
  std::string key;
  std::int64_t value = 0;                              // now; the largest of a list
  std::vector<std::int64_t> shape;                     // of a list whose items differ: its items now
  std::int64_t low = 1, high = std::int64_t(1) << 30;  // allowed
  bool is_exponent = false;                            // named log2_...: doubles what it counts with every step
  config::Place place;
};

// The option `key` of a resolved configuration, an integer or a list of them that grows in proportion.  Throws config::Error at `place`
// where there is no such key or it is no integer.
SizeOption size_option(const config::RunConfig& config, const std::string& key, const config::Place& place);

// The tree that sets the option; `value`: of the largest item where it is a list, the others keep their proportion to it.
config::NodePtr setting(const SizeOption& option, std::int64_t value);

}  // namespace plisse::sweep

// SPDX-License-Identifier: Apache-2.0
// Strict reading of single values.
#pragma once

#include <optional>
#include <string>

#include "framework/config/node.hpp"
#include "framework/config/options.hpp"

namespace plisse::config {

// Why a value was refused: continues "'train.epochs' ", with an advice that may be empty.
struct Refusal {
  std::string text, advice;
};

// Each sets `value` and returns nothing, or leaves it alone and says why the node is no such value.
std::optional<Refusal> read(const Node& node, bool& value);
std::optional<Refusal> read(const Node& node, int& value);
std::optional<Refusal> read(const Node& node, std::int64_t& value);
std::optional<Refusal> read(const Node& node, std::uint64_t& value);
std::optional<Refusal> read(const Node& node, double& value);
std::optional<Refusal> read(const Node& node, std::string& value);
std::optional<Refusal> read(const Node& node, Duration& value);

// "the text 'abc'", "a list", "a map", "without a value"
std::string found(const Node& node);

// "is 0, but must be at least 1 m" where the value breaks the option's range.
std::optional<Refusal> check_range(const Option& option, double value);
// "at least 1", "from 1 to 16", "above 0 and below 1"; empty without bounds.
std::string range_text(const Option& option);

}  // namespace plisse::config

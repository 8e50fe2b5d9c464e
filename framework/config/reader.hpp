// SPDX-License-Identifier: Apache-2.0
// From a parsed tree into the option structs that a schema is bound to.
#pragma once

#include <string>

#include "framework/config/diagnostics.hpp"
#include "framework/config/node.hpp"
#include "framework/config/options.hpp"

namespace plisse::config {

class Reader {
 public:
  explicit Reader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  // Reads every key of `map` below `path` ("" at the top).  `owner` names the map in messages: "encoder 'grid'".
  void map(const Schema& schema, const Node& map, const std::string& path, const std::string& owner);

 private:
  void value(const Option& option, const Node& node, const std::string& path);
  void absent(const Option& option, const Place& place, const std::string& path);
  void rules(const Schema& schema, const Node& map, const std::string& path);

  template <class T>
  void single(const Option& option, const Node& node, const std::string& path, T& value);
  template <class T>
  void many(const Option& option, const Node& node, const std::string& path, std::vector<T>& values);
  void choice(const Option::Choice& choice, const Node& node, const std::string& path);
  void list(const Option& option, const Option::List& list, const Node& node, const std::string& path);
  void component(const Option& option, const Option::Single& target, const Node& node, const std::string& path);
  void components(const Option& option, const Option::Named& target, const Node& node, const std::string& path);
  void component_list(const Option& option, const Option::Listed& target, const Node& node, const std::string& path);
  void component_keys(const std::string& kind, Component& component, const Node& map, const std::string& path);

  bool length_fits(const Option& option, const Node& node, std::size_t count, const std::string& path);
  template <class T>
  bool element(const Option& option, const Node& node, const std::string& path, T& value);
  bool resolve_file(const Node& node, const std::string& path, std::string& file);
  void refuse(const Node& node, const std::string& path, const std::string& text, const std::string& advice = {});

  Diagnostics& diagnostics_;
};

}  // namespace plisse::config

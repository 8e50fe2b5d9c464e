// SPDX-License-Identifier: Apache-2.0
// Components: {type: NAME, key: value}, NAME alone, and maps of named components.
#include <fmt/format.h>

#include <algorithm>

#include "framework/config/reader.hpp"
#include "framework/config/registry.hpp"
#include "framework/config/scalar.hpp"

namespace plisse::config {
namespace {

Node without(const Node& map, const std::string& key) {
  Node rest = map;
  std::erase_if(rest.entries, [&](const MapEntry& e) { return e.key == key; });
  return rest;
}

bool is_list(const Node& node) { return node.kind == Node::Kind::list; }

}  // namespace

void Reader::component_keys(const std::string& kind, Component& component, const Node& keys, const std::string& path) {
  map(schema_of(kind, component), keys, path, fmt::format("{} '{}'", singular(kind), component.type));
}

void Reader::component(const Option& option, const Option::Single& target, const Node& node, const std::string& path) {
  const Registry& registry = Registry::global();
  const std::string& kind = target.kind;
  if (node.kind == Node::Kind::null) {
    if (option.is_required()) return refuse(node, path, "is without a value", suggestion("", registry.names(kind), kind));
    *target.component = {};
    return;
  }
  if (is_list(node)) return refuse(node, path, fmt::format("is a list, but must be one {} such as {{type: NAME}}", singular(kind)));
  const NodePtr whole = as_map(std::make_shared<Node>(node), "type");
  const MapEntry* type = whole->find("type");
  if (!type && !*target.component) {
    diagnostics_.add(fmt::format("missing key '{}.type'", path), node.place, suggestion("", registry.names(kind), kind));
    return;
  }
  if (type) {
    std::string name;
    if (const auto wrong = read(*type->value, name))
      return refuse(*type->value, path + ".type", wrong->text, suggestion("", registry.names(kind), kind));
    if (!registry.find(kind, name)) {
      diagnostics_.add(fmt::format("unknown {} '{}'", singular(kind), name), type->value->place,
                       suggestion(name, registry.names(kind), kind));
      return;
    }
    if (target.component->type != name) *target.component = make_component(kind, name);
  }
  component_keys(kind, *target.component, without(*whole, "type"), path);
}

void Reader::components(const Option& option, const Option::Named& target, const Node& node, const std::string& path) {
  const Registry& registry = Registry::global();
  const std::string& kind = target.kind;
  if (node.kind != Node::Kind::map)
    return refuse(
        node, path, fmt::format("is {}, but must be a map of {}", found(node), kind),
        option.shorthand().empty() ? "write {NAME: {...}}" : fmt::format("write {{NAME: {}}} or {{NAME: {{...}}}}", option.shorthand()));
  std::vector<Component> given;
  for (const MapEntry& entry : node.entries) {
    const std::string below = join_path(path, entry.key);
    if (!registry.find(kind, entry.key)) {
      diagnostics_.add(fmt::format("unknown {} '{}'", singular(kind), entry.key), entry.place,
                       suggestion(entry.key, registry.names(kind), kind));
      continue;
    }
    if (entry.value->kind == Node::Kind::null) continue;
    const bool is_short = entry.value->kind == Node::Kind::scalar;
    if (is_list(*entry.value) || (is_short && option.shorthand().empty())) {
      refuse(*entry.value, below, fmt::format("is {}, but must be a map of keys", found(*entry.value)));
      continue;
    }
    Component component = make_component(kind, entry.key);
    component_keys(kind, component, *as_map(entry.value, option.shorthand()), below);
    given.push_back(std::move(component));
  }
  std::sort(given.begin(), given.end(), [](const Component& a, const Component& b) { return a.type < b.type; });
  if (length_fits(option, node, given.size(), path)) *target.components = std::move(given);
}

void Reader::component_list(const Option& option, const Option::Listed& target, const Node& node, const std::string& path) {
  if (!is_list(node))
    return refuse(node, path, fmt::format("is {}, but must be a list of {}", found(node), target.kind), "write [{type: NAME}], or [] for none");
  if (!length_fits(option, node, node.items.size(), path)) return;
  std::vector<Component> given(node.items.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string below = fmt::format("{}[{}]", path, i);
    Option item(below, Option::Single{&given[i], target.kind});
    item.required();
    component(item, {&given[i], target.kind}, *node.items[i], below);
  }
  std::erase_if(given, [](const Component& c) { return !c; });
  *target.components = std::move(given);
}

}  // namespace plisse::config

// SPDX-License-Identifier: Apache-2.0
#include "framework/config/registry.hpp"

#include <stdexcept>

#include "framework/config/diagnostics.hpp"
#include "framework/config/error.hpp"

namespace plisse::config {

Registry& Registry::global() {
  static Registry registry;
  return registry;
}

void Registry::add(Entry entry) {
  const auto [kind, name] = std::pair(entry.kind, entry.name);
  if (!entries_[kind].emplace(name, std::move(entry)).second)
    throw std::logic_error("two " + kind + " are named '" + name + "': change the name of one of them");
}

const Entry* Registry::find(const std::string& kind, const std::string& name) const {
  const auto of_kind = entries_.find(kind);
  if (of_kind == entries_.end()) return nullptr;
  const auto it = of_kind->second.find(name);
  return it == of_kind->second.end() ? nullptr : &it->second;
}

const Entry& Registry::get(const std::string& kind, const std::string& name) const {
  if (const Entry* entry = find(kind, name)) return *entry;
  fail("unknown " + singular(kind) + " '" + name + "'", {}, suggestion(name, names(kind), kind));
}

std::vector<std::string> Registry::kinds() const {
  std::vector<std::string> kinds;
  for (const auto& [kind, ignored] : entries_) kinds.push_back(kind);
  return kinds;
}

std::vector<std::string> Registry::names(const std::string& kind) const {
  std::vector<std::string> names;
  if (const auto of_kind = entries_.find(kind); of_kind != entries_.end())
    for (const auto& [name, ignored] : of_kind->second) names.push_back(name);
  return names;
}

Component make_component(const std::string& kind, const std::string& name) {
  return {name, Registry::global().get(kind, name).make_options()};
}

Schema schema_of(const std::string& kind, const Component& component) {
  Schema schema;
  Registry::global().get(kind, component.type).describe(component.options.get(), schema);
  if (schema.find("type"))
    throw std::logic_error(singular(kind) + " '" + component.type + "' describes the key 'type', which names the component itself");
  return schema;
}

std::string singular(const std::string& kind) {
  const auto ends_with = [&](std::string_view end) { return kind.size() > end.size() && kind.ends_with(end); };
  if (ends_with("sses")) return kind.substr(0, kind.size() - 2);
  if (ends_with("ies")) return kind.substr(0, kind.size() - 3) + "y";
  return ends_with("s") ? kind.substr(0, kind.size() - 1) : kind;
}

}  // namespace plisse::config

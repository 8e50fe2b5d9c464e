// SPDX-License-Identifier: Apache-2.0
// What exists, by kind and name: experiments, encoders, losses, samplers, optimizers, colliders, garments, metrics.
#pragma once

#include <any>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "framework/config/options.hpp"

namespace plisse::config {

struct Entry {
  std::string kind, name, doc;
  std::function<std::shared_ptr<void>()> make_options;  // a struct with its defaults
  std::function<void(void*, Schema&)> describe;
  std::any factory;  // typed by kind
};

class Registry {
 public:
  static Registry& global();

  // Throws std::logic_error when the kind has that name already.
  void add(Entry entry);
  // Throws config::Error naming the nearest registered name.
  const Entry& get(const std::string& kind, const std::string& name) const;
  const Entry* find(const std::string& kind, const std::string& name) const;
  std::vector<std::string> kinds() const;                         // sorted
  std::vector<std::string> names(const std::string& kind) const;  // sorted

 private:
  std::map<std::string, std::map<std::string, Entry>> entries_;
};

// A component with its default options.  Throws config::Error naming the nearest registered name.
Component make_component(const std::string& kind, const std::string& name);

// The keys of a component that is given, bound to its options; `component` must outlive the schema.
Schema schema_of(const std::string& kind, const Component& component);

// One of a kind: "losses" -> "loss", "encoders" -> "encoder".
std::string singular(const std::string& kind);

// Registers `Options` under kind/name.  Returns true, for use in a namespace-scope constant.
template <class Options>
bool register_component(std::string kind, std::string name, std::string doc, std::any factory) {
  Entry entry{std::move(kind),
              std::move(name),
              std::move(doc),
              [] { return std::shared_ptr<void>(std::make_shared<Options>()); },
              [](void* options, Schema& schema) { static_cast<Options*>(options)->describe(schema); },
              std::move(factory)};
  Registry::global().add(std::move(entry));
  return true;
}

}  // namespace plisse::config

// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/size_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/config/diagnostics.hpp"
#include "framework/config/registry.hpp"

namespace plisse::sweep {
namespace {

using config::Option;
using config::Schema;

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

constexpr double largest_size = double(std::int64_t(1) << 30);

// What lies below a key: its schema, or the names of the components there.
struct Below {
  std::shared_ptr<const Schema> schema;
  std::string owner;
};

std::shared_ptr<const Schema> shared_schema(const std::string& kind, const config::Component& component) {
  return std::make_shared<Schema>(config::schema_of(kind, component));
}

Below below(const Option& option, const std::string& path) {
  const auto of_component = [&](const Option::Single& single) {
    const config::Component& component = *single.component;
    if (!component) return Below{};
    return Below{shared_schema(single.kind, component), fmt::format("{} '{}'", config::singular(single.kind), component.type)};
  };
  return std::visit(Overloaded{[&](const Option::Group& group) {
                                 return Below{group.schema, "'" + path + "'"};
                               },
                               of_component, [](const auto&) { return Below{}; }},
                    option.target());
}

std::vector<std::string> names(const Schema& schema) {
  std::vector<std::string> names;
  for (const Option& option : schema.options()) names.push_back(option.name());
  return names;
}

// Reads value and kind of the target; false where it is no integer.
bool read_value(const Option& option, std::int64_t& value) {
  return std::visit(Overloaded{[&](int* v) { return value = *v, true; }, [&](std::int64_t* v) { return value = *v, true; },
                               [&](std::uint64_t* v) { return value = std::int64_t(*v), true; },
                               [&](std::vector<int>* v) {
                                 value = v->empty() ? 1 : *std::max_element(v->begin(), v->end());
                                 return option.least() <= 1;
                               },
                               [](const auto&) { return false; }},
                    option.target());
}

SizeOption sized(const Option& option, const std::string& key, const config::Place& place) {
  SizeOption found{key, 0, 1, std::int64_t(largest_size), option.name().starts_with("log2_"), place};
  if (!read_value(option, found.value))
    config::fail(fmt::format("'{}' is no integer", key), place, "the budget solver changes integers only");
  if (option.low()) found.low = std::int64_t(std::ceil(*option.low())) + (option.open_low() && *option.low() == std::ceil(*option.low()));
  if (option.high())
    found.high = std::int64_t(std::floor(*option.high())) - (option.open_high() && *option.high() == std::floor(*option.high()));
  found.high = std::min(found.high, std::int64_t(largest_size));
  return found;
}

}  // namespace

SizeOption size_option(const config::RunConfig& config, const std::string& key, const config::Place& place) {
  Below at{shared_schema("experiments", config.experiment), fmt::format("experiment '{}'", config.experiment.type)};
  std::string path;
  for (std::size_t start = 0; start <= key.size();) {
    const std::size_t end = std::min(key.find('.', start), key.size());
    const std::string part = key.substr(start, end - start);
    const Option* option = at.schema ? at.schema->find(part) : nullptr;
    path = config::join_path(path, part);
    if (!option)
      config::fail(
          fmt::format("unknown key '{}'", path), place,
          at.schema ? config::suggestion(part, names(*at.schema), "keys of " + at.owner) : "there is nothing below a single value");
    if (end == key.size()) return sized(*option, key, place);
    at = below(*option, path);
    start = end + 1;
  }
  config::fail("an empty key", place);
}

config::NodePtr setting(const SizeOption& option, std::int64_t value) {
  auto number = std::make_shared<config::Node>();
  number->kind = config::Node::Kind::scalar;
  number->text = fmt::format("{}", value);
  number->place = option.place;
  return config::nested({option.key, option.place, number});
}

}  // namespace plisse::sweep

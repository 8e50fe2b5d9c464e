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

// A list with the largest item for its value; false where one number cannot stand for it.
bool read_list(const std::vector<int>& list, std::size_t least, SizeOption& found) {
  found.value = list.empty() ? 1 : *std::max_element(list.begin(), list.end());
  const bool differs = std::any_of(list.begin(), list.end(), [&](int item) { return item != found.value; });
  if (differs) found.shape.assign(list.begin(), list.end());
  return differs || least <= 1;
}

// Reads value and shape of the target; false where it is no integer.
bool read_value(const Option& option, SizeOption& found) {
  std::int64_t& value = found.value;
  return std::visit(Overloaded{[&](int* v) { return value = *v, true; }, [&](std::int64_t* v) { return value = *v, true; },
                               [&](std::uint64_t* v) { return value = std::int64_t(*v), true; },
                               [&](std::vector<int>* v) { return read_list(*v, std::size_t(option.least()), found); },
                               [](const auto&) { return false; }},
                    option.target());
}

SizeOption sized(const Option& option, const std::string& key, const config::Place& place) {
  SizeOption found{key, 0, {}, 1, std::int64_t(largest_size), option.name().starts_with("log2_"), place};
  if (!read_value(option, found))
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

namespace {

config::NodePtr number(std::int64_t value, const config::Place& place) {
  auto node = std::make_shared<config::Node>();
  node->kind = config::Node::Kind::scalar;
  node->text = fmt::format("{}", value);
  node->place = place;
  return node;
}

config::NodePtr in_shape(const SizeOption& option, std::int64_t value) {
  auto list = std::make_shared<config::Node>();
  list->kind = config::Node::Kind::list;
  list->place = option.place;
  for (const std::int64_t item : option.shape) {
    const auto scaled = std::int64_t(std::llround(double(item) * double(value) / double(option.value)));
    list->items.push_back(number(std::clamp(scaled, std::min(option.low, value), value), option.place));
  }
  return list;
}

}  // namespace

config::NodePtr setting(const SizeOption& option, std::int64_t value) {
  const config::NodePtr node = option.shape.empty() ? number(value, option.place) : in_shape(option, value);
  return config::nested({option.key, option.place, node});
}

}  // namespace plisse::sweep

// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "framework/config/diagnostics.hpp"
#include "framework/config/scalar.hpp"
#include "framework/sweep/plan.hpp"

namespace plisse::sweep {

using config::Node;

void require_map(const Node& node, const std::string& path, const std::vector<std::string>& known) {
  const std::string owner = path.empty() ? "a sweep file" : "'" + path + "'";
  if (node.kind != Node::Kind::map)
    config::fail(fmt::format("{} is {}, but must be a map", owner, config::found(node)), node.place, config::suggestion("", known, "keys"));
  for (const config::MapEntry& entry : node.entries)
    if (std::find(known.begin(), known.end(), entry.key) == known.end())
      config::fail(fmt::format("unknown key '{}'", config::join_path(path, entry.key)), entry.place,
                   config::suggestion(entry.key, known, "keys of " + owner));
}

template <class T>
T value_of(const Node& node, const std::string& path) {
  T value{};
  if (const auto wrong = config::read(node, value)) config::fail(fmt::format("'{}' {}", path, wrong->text), node.place, wrong->advice);
  return value;
}

template bool value_of<bool>(const Node&, const std::string&);
template std::int64_t value_of<std::int64_t>(const Node&, const std::string&);
template std::uint64_t value_of<std::uint64_t>(const Node&, const std::string&);
template double value_of<double>(const Node&, const std::string&);
template std::string value_of<std::string>(const Node&, const std::string&);

std::vector<std::string> texts_of(const Node& node, const std::string& path) {
  if (node.kind != Node::Kind::list) return {value_of<std::string>(node, path)};
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < node.items.size(); ++i)
    texts.push_back(value_of<std::string>(*node.items[i], fmt::format("{}[{}]", path, i)));
  return texts;
}

namespace {

std::string scalar_label(const Node& node) {
  std::int64_t integer = 0;
  double number = 0;
  if (node.quoted) return node.text;
  if (!config::read(node, integer)) return fmt::format("{}", integer);
  if (!config::read(node, number)) return fmt::format("{}", number);
  return node.text;
}

}  // namespace

std::string label_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return "none";
    case Node::Kind::scalar:
      return scalar_label(node);
    case Node::Kind::list: {
      std::vector<std::string> items;
      for (const auto& item : node.items) items.push_back(label_of(*item));
      return items.empty() ? "none" : fmt::format("{}", fmt::join(items, "x"));
    }
    case Node::Kind::map:
      break;
  }
  if (const config::MapEntry* type = node.find("type")) return label_of(*type->value);
  config::fail("a map without a name", node.place, "write the axis as {zip: {name: AXIS, values: {NAME: {key: value}}}}");
}

bool lies_within(std::string_view key, std::string_view other) {
  return key.starts_with(other) && (key.size() == other.size() || key[other.size()] == '.');
}

std::string text_of(const std::vector<Label>& labels) {
  std::string text;
  for (const auto& [axis, value] : labels) text += fmt::format("{}{}={}", text.empty() ? "" : " ", axis, value);
  return text;
}

}  // namespace plisse::sweep

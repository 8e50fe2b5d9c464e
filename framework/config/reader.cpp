// SPDX-License-Identifier: Apache-2.0
#include "framework/config/reader.hpp"

#include <fmt/format.h>

#include <type_traits>

#include "framework/config/scalar.hpp"

namespace plisse::config {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

std::string quoted_path(const std::string& path) { return path.empty() ? "the configuration" : "'" + path + "'"; }

std::string count_text(std::size_t n) { return fmt::format("{} value{}", n, n == 1 ? "" : "s"); }

template <class T>
std::optional<double> number_of(const T& value) {
  if constexpr (std::is_same_v<T, Duration>) return value.seconds;
  else if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) return double(value);
  else return {};
}

}  // namespace

void Reader::refuse(const Node& node, const std::string& path, const std::string& text, const std::string& advice) {
  diagnostics_.add(fmt::format("{} {}", quoted_path(path), text), node.place, advice);
}

void Reader::map(const Schema& schema, const Node& map, const std::string& path, const std::string& owner) {
  const std::size_t before = diagnostics_.count();
  std::vector<std::string> keys;
  for (const Option& option : schema.options()) keys.push_back(option.name());
  for (const MapEntry& entry : map.entries)
    if (!schema.find(entry.key))
      diagnostics_.add(fmt::format("unknown key '{}'", join_path(path, entry.key)), entry.place,
                       suggestion(entry.key, keys, "keys of " + owner));
  for (const Option& option : schema.options()) {
    const std::string below = join_path(path, option.name());
    if (const MapEntry* entry = map.find(option.name())) value(option, *entry->value, below);
    else absent(option, map.place, below);
  }
  if (diagnostics_.count() == before) rules(schema, map, path);
}

void Reader::rules(const Schema& schema, const Node& map, const std::string& path) {
  for (const Schema::Rule& rule : schema.rules()) {
    const std::string wrong = rule.check();
    if (wrong.empty()) continue;
    const MapEntry* entry = map.find(rule.key);
    diagnostics_.add(fmt::format("'{}' {}", join_path(path, rule.key), wrong), entry ? entry->value->place : map.place);
  }
}

void Reader::value(const Option& option, const Node& node, const std::string& path) {
  std::visit(Overloaded{[&](const Option::Choice& c) { choice(c, node, path); },
                        [&](const Option::Group& g) {
                          const bool is_map = node.kind == Node::Kind::map || node.kind == Node::Kind::null;
                          if (!is_map) return refuse(node, path, fmt::format("is {}, but must be a map of keys", found(node)));
                          map(*g.schema, node, path, "'" + path + "'");
                        },
                        [&](const Option::List& l) { list(option, l, node, path); },
                        [&](const Option::Single& s) { component(option, s, node, path); },
                        [&](const Option::Named& n) { components(option, n, node, path); },
                        [&](const Option::Listed& l) { component_list(option, l, node, path); },
                        [&]<class T>(std::vector<T>* values) { many(option, node, path, *values); },
                        [&]<class T>(T* single_value) { single(option, node, path, *single_value); }},
             option.target());
}

// A key that is not given keeps its default; what lies below it may still be required, or break a rule.
void Reader::absent(const Option& option, const Place& place, const std::string& path) {
  if (option.is_required()) {
    diagnostics_.add(fmt::format("missing key '{}'", path), place, option.doc().empty() ? "" : "needed: " + option.doc());
    return;
  }
  Node nothing;
  nothing.kind = Node::Kind::map;
  nothing.place = place;
  if (const auto* group = std::get_if<Option::Group>(&option.target())) map(*group->schema, nothing, path, "'" + path + "'");
  if (const auto* single = std::get_if<Option::Single>(&option.target()); single && *single->component)
    component_keys(single->kind, *single->component, nothing, path);
  if (const auto* named = std::get_if<Option::Named>(&option.target()))
    for (Component& component : *named->components) component_keys(named->kind, component, nothing, join_path(path, component.type));
}

template <class T>
bool Reader::element(const Option& option, const Node& node, const std::string& path, T& value) {
  if (const auto wrong = read(node, value)) {
    refuse(node, path, wrong->text, wrong->advice);
    return false;
  }
  if (const auto number = number_of(value))
    if (const auto wrong = check_range(option, *number)) {
      refuse(node, path, wrong->text, wrong->advice);
      return false;
    }
  if constexpr (std::is_same_v<T, std::string>)
    if (option.is_file()) return resolve_file(node, path, value);
  return true;
}

template <class T>
void Reader::single(const Option& option, const Node& node, const std::string& path, T& value) {
  T given{};
  if (!element(option, node, path, given)) return;
  if constexpr (std::is_same_v<T, std::string>)
    if (option.is_required() && given.empty()) return refuse(node, path, "is empty", option.doc().empty() ? "" : "needed: " + option.doc());
  value = std::move(given);
}

template <class T>
void Reader::many(const Option& option, const Node& node, const std::string& path, std::vector<T>& values) {
  if (node.kind == Node::Kind::map) return refuse(node, path, "is a map, but must be a list");
  std::vector<T> given;
  const bool is_list = node.kind == Node::Kind::list;
  const std::size_t count = is_list ? node.items.size() : 1;
  bool good = true;
  for (std::size_t i = 0; i < count; ++i) {
    T item{};
    good &= element(option, is_list ? *node.items[i] : node, is_list ? fmt::format("{}[{}]", path, i) : path, item);
    given.push_back(std::move(item));
  }
  if (good && length_fits(option, node, count, path)) values = std::move(given);
}

bool Reader::length_fits(const Option& option, const Node& node, std::size_t count, const std::string& path) {
  const std::size_t least = option.least(), most = option.most();
  if (count >= least && count <= most) return true;
  const std::string wanted = least == most      ? fmt::format("{}", least)
                             : most == SIZE_MAX ? fmt::format("at least {}", least)
                             : least == 0       ? fmt::format("at most {}", most)
                                                : fmt::format("from {} to {}", least, most);
  refuse(node, path, fmt::format("has {}, but must have {}", count_text(count), wanted));
  return false;
}

bool Reader::resolve_file(const Node& node, const std::string& path, std::string& file) {
  if (file.empty()) return true;
  const auto full = std::filesystem::absolute(node.place.source->folder / file).lexically_normal();
  std::error_code error;
  const auto status = std::filesystem::status(full, error);
  if (!std::filesystem::exists(status)) {
    refuse(node, path, fmt::format("names a missing file '{}'", file), "looked for " + full.string());
    return false;
  }
  if (std::filesystem::is_directory(status)) {
    refuse(node, path, fmt::format("names a folder '{}', but must name a file", file));
    return false;
  }
  file = full.string();
  return true;
}

void Reader::choice(const Option::Choice& choice, const Node& node, const std::string& path) {
  if (node.kind != Node::Kind::scalar)
    return refuse(node, path, fmt::format("is {}, but must be a name", found(node)), suggestion("", choice.names, "choices"));
  for (std::size_t i = 0; i < choice.names.size(); ++i)
    if (choice.names[i] == node.text) return choice.set(int(i));
  refuse(node, path, fmt::format("is '{}', which is no choice", node.text), suggestion(node.text, choice.names, "choices"));
}

void Reader::list(const Option& option, const Option::List& list, const Node& node, const std::string& path) {
  if (node.kind != Node::Kind::list)
    return refuse(node, path, fmt::format("is {}, but must be a list of maps", found(node)), "write [] for none");
  if (!length_fits(option, node, node.items.size(), path)) return;
  list.resize(0);
  list.resize(node.items.size());
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string below = fmt::format("{}[{}]", path, i);
    const Node& item = *node.items[i];
    if (item.kind == Node::Kind::map) map(*list.item(i), item, below, "an item of '" + path + "'");
    else refuse(item, below, fmt::format("is {}, but must be a map of keys", found(item)));
  }
}

}  // namespace plisse::config

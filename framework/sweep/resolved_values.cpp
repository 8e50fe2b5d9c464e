// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/resolved_values.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "framework/config/config.hpp"
#include "framework/config/error.hpp"
#include "framework/config/node.hpp"

namespace plisse::sweep {
namespace {

using config::Node;

std::string flow(const Node& node) {
  std::string text;
  switch (node.kind) {
    case Node::Kind::null:
      return "null";
    case Node::Kind::scalar:
      return node.text;
    case Node::Kind::list:
      for (const auto& item : node.items) text += fmt::format("{}{}", text.empty() ? "" : "x", flow(*item));
      return text;
    case Node::Kind::map:
      for (const auto& entry : node.entries) text += (text.empty() ? "" : ", ") + entry.key + ": " + flow(*entry.value);
      return "{" + text + "}";
  }
  return text;
}

void flatten(const Node& node, const std::string& path, std::map<std::string, std::string>& values) {
  if (node.kind != Node::Kind::map) {
    values[path] = flow(node);
    return;
  }
  if (const auto* type = node.find("type"); type && !path.empty()) values[path] = flow(*type->value);
  for (const auto& entry : node.entries) flatten(*entry.value, config::join_path(path, entry.key), values);
}

}  // namespace

std::map<std::string, std::string> resolved_values(const std::string& yaml) {
  std::map<std::string, std::string> values;
  try {
    const auto document = config::parse(config::make_source("configuration", ".", yaml));
    if (document->kind == Node::Kind::map) flatten(*document, "", values);
  } catch (const config::Error&) {
    values.clear();
  }
  return values;
}

std::string digest_of(const std::string& yaml, const std::vector<std::string>& blocks) {
  constexpr std::size_t digits = 8;
  std::string text;
  for (const auto& [key, value] : resolved_values(yaml))
    if (std::find(blocks.begin(), blocks.end(), key.substr(0, key.find('.'))) != blocks.end()) text += fmt::format("{}: {}\n", key, value);
  return text.empty() ? text : config::sha256(text).substr(0, digits);
}

}  // namespace plisse::sweep

// SPDX-License-Identifier: Apache-2.0
#include "framework/config/node.hpp"

namespace plisse::config {
namespace {

bool is_map(const NodePtr& node) { return node->kind == Node::Kind::map; }

// The component type a node names: its key `type`, or the scalar it is or stands over; empty where there is none.
std::string type_of(const NodePtr& node) {
  if (!node) return {};
  if (node->kind == Node::Kind::scalar) return node->text;
  const MapEntry* type = is_map(node) ? node->find("type") : nullptr;
  return type ? type->value->text : type_of(node->under);
}

bool changes_type(const NodePtr& base, const NodePtr& child) {
  const MapEntry* type = child->find("type");
  if (!type) return false;
  const std::string before = type_of(base);
  return !before.empty() && before != type->value->text;
}

NodePtr merge_maps(const NodePtr& base, const NodePtr& child) {
  auto merged = std::make_shared<Node>(*child);
  merged->under = base->under;
  merged->entries.clear();
  for (const MapEntry& old : base->entries) {
    const MapEntry* given = child->find(old.key);
    merged->entries.push_back(given ? MapEntry{given->key, given->place, merge(old.value, given->value)} : old);
  }
  for (const MapEntry& given : child->entries)
    if (!base->find(given.key)) merged->entries.push_back(given);
  return merged;
}

}  // namespace

NodePtr merge(const NodePtr& base, const NodePtr& child) {
  const auto either = [&](Node::Kind kind) { return base->kind == kind || child->kind == kind; };
  if (either(Node::Kind::null) || either(Node::Kind::list)) return child;
  if (is_map(base) && is_map(child)) return changes_type(base, child) ? child : merge_maps(base, child);
  if (!is_map(base) && !is_map(child) && !base->under) return child;
  auto over = std::make_shared<Node>(*child);
  over->under = base;
  return over;
}

NodePtr as_map(const NodePtr& node, const std::string& key) {
  NodePtr map = node;
  if (node->kind == Node::Kind::scalar) {
    auto written_out = std::make_shared<Node>();
    written_out->kind = Node::Kind::map;
    written_out->place = node->place;
    written_out->entries.push_back({key, node->place, node});
    map = written_out;
  }
  if (!node->under) return map;
  auto top = std::make_shared<Node>(*map);
  top->under = nullptr;
  return merge(as_map(node->under, key), top);
}

}  // namespace plisse::config

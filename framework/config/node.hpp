// SPDX-License-Identifier: Apache-2.0
// A YAML document as a tree whose nodes know where they were written, also after merging several files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "framework/config/source.hpp"

namespace plisse::config {

struct Node;
using NodePtr = std::shared_ptr<const Node>;

struct MapEntry {
  std::string key;
  Place place;  // of the key
  NodePtr value;
};

struct Node {
  enum class Kind { null, scalar, list, map };
  Kind kind = Kind::null;
  std::string text;               // of a scalar
  bool quoted = false;            // a scalar in quotes is text, whatever it looks like
  std::vector<NodePtr> items;     // of a list
  std::vector<MapEntry> entries;  // of a map, in the order they were written, keys unique
  Place place;
  // What this node stands over in the file it extends, where one of the two is a map and the other the short form of one
  // (a component's name, or the number of a named component).
  NodePtr under;

  const MapEntry* find(const std::string& key) const;
};

// Parses one document; an empty one is null.  Throws Error with place on bad syntax, duplicate keys and tags.
// `from` is the byte of the source's text at which the document starts.
NodePtr parse(const std::shared_ptr<const Source>& source, std::size_t from = 0);

// Child over base: maps merge, everything else replaces.  Where the child names another `type`, the base's other keys are dropped.
NodePtr merge(const NodePtr& base, const NodePtr& child);

// A component written as a map: a scalar s becomes {key: s}; whatever the node stands over is merged below it.
NodePtr as_map(const NodePtr& node, const std::string& key);

// The tree {a: {b: VALUE}} of an entry a.b: VALUE that sets a key of an experiment.  Throws Error.
NodePtr nested(const MapEntry& entry);

// The same of an override a.b=VALUE.
NodePtr parse_override(const std::string& text);

// "a.b"
std::string join_path(const std::string& path, const std::string& key);

}  // namespace plisse::config

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>

#include "framework/config/diagnostics.hpp"
#include "framework/config/node.hpp"

namespace plisse::config {
namespace {

// Builds the tree from the parser's events.
class Builder : public YAML::EventHandler {
 public:
  Builder(std::shared_ptr<const Source> source, std::size_t from) : source_(std::move(source)), from_(int(from)) {}

  NodePtr document() const { return document_; }

  // The list or map that a syntax error at the end of the text leaves open.
  const Node* innermost() const { return open_.empty() ? nullptr : open_.back().node.get(); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (document_) fail("a second YAML document", place(mark), "a configuration is one document: remove what follows '---'");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    auto node = make(Node::Kind::null, mark);
    if (wants_key()) fail("a key without a name", node->place, "write 'key: value'");
    if (open_.empty() || open_.back().node->kind == Node::Kind::list) return attach(std::move(node), anchor);
    node->place = open_.back().key->place;
    attach(std::move(node), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto it = anchors_.find(anchor);
    if (it == anchors_.end()) fail("an alias inside its own anchor", place(mark), "write the value out");
    if (wants_key()) fail("an alias as a key", place(mark), "write the name of the key");
    attach(it->second, 0);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, const std::string& value) override {
    auto node = make(Node::Kind::scalar, mark);
    node->text = value;
    node->quoted = tag == "!";
    node->place.length = int(value.size()) + (node->quoted ? 2 : 0);
    if (tag != "?" && tag != "!") refuse_tag(tag, node->place);
    if (wants_key()) open_.back().key = Key{value, unique(value, node->place)};
    else attach(std::move(node), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YAML::EmitterStyle::value) override {
    open(Node::Kind::list, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YAML::EmitterStyle::value) override {
    open(Node::Kind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Key {
    std::string name;
    Place place;
  };
  // A list or map whose end has not come yet.
  struct Open {
    std::shared_ptr<Node> node;
    YAML::anchor_t anchor;
    std::optional<Key> key;
  };

  Place place(const YAML::Mark& mark) const { return {source_, mark.line, mark.column + (mark.line == 0 ? from_ : 0), 1}; }

  std::shared_ptr<Node> make(Node::Kind kind, const YAML::Mark& mark) const {
    auto node = std::make_shared<Node>();
    node->kind = kind;
    node->place = place(mark);
    return node;
  }

  bool wants_key() const { return !open_.empty() && open_.back().node->kind == Node::Kind::map && !open_.back().key; }

  std::string path_to(const std::string& key) const {
    std::string path;
    for (const Open& o : open_)
      if (o.key) path = join_path(path, o.key->name);
    return join_path(path, key);
  }

  const Place& unique(const std::string& key, const Place& place) const {
    if (const MapEntry* first = open_.back().node->find(key))
      fail(fmt::format("duplicate key '{}'", path_to(key)), place,
           fmt::format("first given in line {}: remove one of them", first->place.line + 1));
    return place;
  }

  static void refuse_tag(const std::string& tag, const Place& place) {
    if (!tag.empty() && tag != "?") fail(fmt::format("YAML tag '{}'", tag), place, "tags are not used here: remove it");
  }

  void open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    auto node = make(kind, mark);
    refuse_tag(tag, node->place);
    if (wants_key())
      fail(kind == Node::Kind::map ? "a map as a key" : "a list as a key", node->place,
           "keys are plain names; or is a closing bracket missing?");
    open_.push_back({std::move(node), anchor, {}});
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    attach(std::move(done.node), done.anchor);
  }

  void attach(NodePtr node, YAML::anchor_t anchor) {
    if (anchor) anchors_[anchor] = node;
    if (open_.empty()) {
      document_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node->kind == Node::Kind::list) {
      parent.node->items.push_back(std::move(node));
    } else {
      parent.node->entries.push_back({parent.key->name, parent.key->place, std::move(node)});
      parent.key.reset();
    }
  }

  std::shared_ptr<const Source> source_;
  int from_;
  NodePtr document_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, NodePtr> anchors_;
};

std::string advice(const Source& source, int line) {
  if (line < 0 || std::size_t(line) >= source.lines.size()) return {};
  const std::string& text = source.lines[std::size_t(line)];
  const std::size_t indent = text.find_first_not_of(" \t");
  const bool tab = text.substr(0, indent).find('\t') != std::string::npos;
  return tab ? "indent with spaces: YAML takes no tabs" : "";
}

std::string joined(const std::vector<std::string>& lines, std::size_t from) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text.substr(from);
}

}  // namespace

const MapEntry* Node::find(const std::string& key) const {
  const auto it = std::find_if(entries.begin(), entries.end(), [&](const MapEntry& e) { return e.key == key; });
  return it == entries.end() ? nullptr : &*it;
}

std::string join_path(const std::string& path, const std::string& key) { return path.empty() ? key : path + "." + key; }

NodePtr parse(const std::shared_ptr<const Source>& source, std::size_t from) {
  Builder builder(source, from);
  try {
    std::istringstream text(joined(source->lines, from));
    YAML::Parser parser(text);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& e) {
    Place place{source, e.mark.line, e.mark.column + (e.mark.line == 0 ? int(from) : 0), 1};
    const bool at_end = place.line < 0 || std::size_t(place.line) + 1 >= source->lines.size();
    if (at_end && builder.innermost()) place = builder.innermost()->place;
    fail("invalid YAML: " + e.msg, place, advice(*source, e.mark.line));
  }
  if (builder.document()) return builder.document();
  auto empty = std::make_shared<Node>();
  empty->place.source = source;
  return empty;
}

NodePtr nested(const MapEntry& entry) {
  const bool in_quotes = std::size_t(entry.place.length) == entry.key.size() + 2;
  std::vector<MapEntry> path;
  for (std::size_t start = 0; start <= entry.key.size();) {
    const std::size_t end = std::min(entry.key.find('.', start), entry.key.size());
    if (end == start) fail("an override with an empty key", entry.place, "write key=value, such as train.epochs=100");
    Place place = entry.place;
    place.column += int(start) + in_quotes;
    place.length = int(end - start);
    path.push_back({entry.key.substr(start, end - start), place, nullptr});
    start = end + 1;
  }
  if (path.front().key == "extends")
    fail("an override of 'extends'", path.front().place, "an override sets a key of the experiment; write a file that extends both");
  NodePtr value = entry.value;
  if (value->kind == Node::Kind::null) {
    auto null = std::make_shared<Node>(*value);
    null->place = path.back().place;
    value = null;
  }
  for (auto key = path.rbegin(); key != path.rend(); ++key) {
    auto map = std::make_shared<Node>();
    map->kind = Node::Kind::map;
    map->place = key->place;
    map->entries.push_back({key->key, key->place, value});
    value = map;
  }
  return value;
}

NodePtr parse_override(const std::string& text) {
  const auto source = make_source("override", std::filesystem::current_path(), text, false);
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    fail("an override without '='", {source, 0, 0, int(text.size())}, "write key=value, such as train.epochs=100");
  MapEntry entry;
  entry.key = text.substr(0, equals);
  entry.place = {source, 0, 0, int(equals)};
  entry.value = parse(source, equals + 1);
  return nested(entry);
}

}  // namespace plisse::config

// SPDX-License-Identifier: Apache-2.0
#include "framework/config/extends.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "framework/config/diagnostics.hpp"
#include "framework/config/error.hpp"
#include "framework/config/scalar.hpp"

namespace plisse::config {
namespace {

namespace fs = std::filesystem;

// Follows `extends` depth first.
class Chain {
 public:
  NodePtr file(const fs::path& path) {
    const auto source = make_source(path.string(), path.parent_path(), read_text(path));
    open_.push_back(fs::weakly_canonical(path));
    shown_.push_back(path.string());
    NodePtr tree = merged(source);
    open_.pop_back();
    shown_.pop_back();
    return tree;
  }

  NodePtr merged(const std::shared_ptr<const Source>& source) {
    const NodePtr own = parse(source);
    if (own->kind == Node::Kind::null) fail("an empty file", own->place, "an experiment file names its 'experiment' and gives its keys");
    if (own->kind != Node::Kind::map)
      fail(fmt::format("the file is {}, but must be a map of keys", found(*own)), own->place, "write 'key: value' lines");
    const MapEntry* extends = own->find("extends");
    if (!extends) return own;
    NodePtr base = nothing(source);
    for (const NodePtr& name : names(extends->value)) base = merge(base, parent(*name));
    auto rest = std::make_shared<Node>(*own);
    std::erase_if(rest->entries, [](const MapEntry& e) { return e.key == "extends"; });
    return merge(base, rest);
  }

 private:
  static NodePtr nothing(const std::shared_ptr<const Source>& source) {
    auto map = std::make_shared<Node>();
    map->kind = Node::Kind::map;
    map->place.source = source;
    return map;
  }

  static std::vector<NodePtr> names(const NodePtr& value) {
    std::vector<NodePtr> names = value->kind == Node::Kind::list ? value->items : std::vector{value};
    for (const NodePtr& name : names)
      if (name->kind != Node::Kind::scalar || name->text.empty())
        fail(fmt::format("'extends' is {}, but must be a file name or a list of them", found(*name)), name->place);
    return names;
  }

  NodePtr parent(const Node& name) {
    const fs::path path = (name.place.source->folder / name.text).lexically_normal();
    if (!fs::exists(path)) fail(fmt::format("'extends' names a missing file '{}'", name.text), name.place, "looked for " + path.string());
    if (const auto again = std::find(open_.begin(), open_.end(), fs::weakly_canonical(path)); again != open_.end()) {
      std::vector<std::string> circle(shown_.begin() + (again - open_.begin()), shown_.end());
      circle.push_back(path.string());
      fail(fmt::format("'extends' goes in a circle: {}", fmt::join(circle, " -> ")), name.place);
    }
    return file(path);
  }

  std::vector<fs::path> open_;
  std::vector<std::string> shown_;
};

}  // namespace

NodePtr load_tree(const fs::path& file) { return Chain().file(file); }
NodePtr load_tree(const std::shared_ptr<const Source>& source) { return Chain().merged(source); }

}  // namespace plisse::config

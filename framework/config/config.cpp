// SPDX-License-Identifier: Apache-2.0
#include "framework/config/config.hpp"

#include <fmt/format.h>

#include "framework/config/extends.hpp"
#include "framework/config/reader.hpp"
#include "framework/config/registry.hpp"
#include "framework/config/scalar.hpp"

namespace plisse::config {
namespace {

constexpr const char* kind = "experiments";

NodePtr with_overrides(NodePtr tree, const std::vector<std::string>& overrides) {
  for (const std::string& text : overrides) tree = merge(tree, parse_override(text));
  return tree;
}

Component named_experiment(const Node& tree) {
  const Registry& registry = Registry::global();
  const std::string known = suggestion("", registry.names(kind), kind);
  const MapEntry* entry = tree.find("experiment");
  if (!entry) {
    const MapEntry* sweep = tree.find("sweep");
    if (sweep) fail("a sweep file where an experiment file is wanted", sweep->place, "run it with 'plisse sweep'; its 'base' names the experiment file");
    fail("missing key 'experiment'", {tree.place.source}, known);
  }
  std::string name;
  if (const auto wrong = read(*entry->value, name)) fail("'experiment' " + wrong->text, entry->value->place, known);
  if (!registry.find(kind, name))
    fail(fmt::format("unknown experiment '{}'", name), entry->value->place, suggestion(name, registry.names(kind), kind));
  return make_component(kind, name);
}

RunConfig resolve(const NodePtr& tree, const std::string& stem, const std::vector<std::string>& overrides) {
  RunConfig run;
  run.overrides = overrides;
  run.slug = slug(stem);
  const NodePtr whole = with_overrides(tree, overrides);
  run.experiment = named_experiment(*whole);
  Node keys = *whole;
  std::erase_if(keys.entries, [](const MapEntry& e) { return e.key == "experiment"; });
  keys.place = {whole->place.source};
  const Schema schema = schema_of(kind, run.experiment);
  Diagnostics diagnostics;
  Reader(diagnostics).map(schema, keys, "", fmt::format("experiment '{}'", run.experiment.type));
  diagnostics.raise_if_any();
  run.yaml = fmt::format("experiment: {}\n{}", run.experiment.type, dump(schema));
  run.sha256 = sha256(run.yaml);
  return run;
}

}  // namespace

std::string slug(const std::string& text, std::size_t longest) {
  std::string slug;
  for (const char c : text) {
    const bool keep = std::isalnum(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 0x80;
    if (keep) slug += char(std::tolower(static_cast<unsigned char>(c)));
    else if (!slug.empty() && slug.back() != '-') slug += '-';
  }
  slug = slug.substr(0, longest);
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug.empty() ? "run" : slug;
}

RunConfig load(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  return resolve(load_tree(file), file.stem().string(), overrides);
}

RunConfig load_text(const std::string& yaml, const std::string& origin, const std::filesystem::path& folder,
                    const std::vector<std::string>& overrides) {
  return resolve(load_tree(make_source(origin, folder, yaml)), std::filesystem::path(origin).stem().string(), overrides);
}

RunConfig load_tree_with(const NodePtr& tree, const std::string& name, const std::vector<NodePtr>& changes) {
  auto whole = std::make_shared<Node>(*tree);
  for (const NodePtr& change : changes) *whole = *merge(whole, change);
  whole->place = tree->place;
  return resolve(whole, name, {});
}

std::optional<std::uint64_t> seed(const RunConfig& run) {
  const Schema schema = schema_of(kind, run.experiment);
  const Option* option = schema.find("seed");
  if (!option) return {};
  if (const auto* value = std::get_if<std::uint64_t*>(&option->target())) return **value;
  if (const auto* value = std::get_if<std::int64_t*>(&option->target())) return std::uint64_t(**value);
  if (const auto* value = std::get_if<int*>(&option->target())) return std::uint64_t(**value);
  return {};
}

std::string run_name(const RunConfig& run) {
  const auto number = seed(run);
  return fmt::format("{}{}-{}", run.slug, number ? fmt::format("-s{}", *number) : "", run.sha256.substr(0, 10));
}

}  // namespace plisse::config

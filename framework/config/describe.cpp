// SPDX-License-Identifier: Apache-2.0
// Help for the keys of a registered component, from the same description that reads them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "framework/config/config.hpp"
#include "framework/config/node.hpp"
#include "framework/config/registry.hpp"
#include "framework/config/scalar.hpp"

namespace plisse::config {
namespace {

using Json = nlohmann::ordered_json;

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

struct Row {
  std::string key, type, standard, range, unit, doc;
  bool required = false;
  static constexpr std::array titles{"key", "type", "default", "range", "unit", ""};
  std::array<std::string, 6> cells() const { return {key, type, required ? "required" : standard, range, unit, doc}; }
};

std::string type_name(const bool&) { return "true|false"; }
std::string type_name(const int&) { return "integer"; }
std::string type_name(const std::int64_t&) { return "integer"; }
std::string type_name(const std::uint64_t&) { return "integer"; }
std::string type_name(const double&) { return "number"; }
std::string type_name(const std::string&) { return "text"; }
std::string type_name(const Duration&) { return "time span"; }
template <class T>
std::string type_name(const std::vector<T>&) {
  return type_name(T{}) + " list";
}

std::string lengths(const Option& option) {
  if (option.least() == option.most()) return fmt::format("{} of them", option.least());
  if (option.most() == SIZE_MAX) return option.least() ? fmt::format("{} or more", option.least()) : "";
  return fmt::format("{} to {} of them", option.least(), option.most());
}

// The default as the resolved dump writes it.
std::string default_text(const Option& option) {
  Schema one;
  one.options().push_back(option);
  const std::string text = dump(one);
  const std::size_t start = option.name().size() + 2;
  return text.substr(start, text.size() - start - 1);
}

std::string range_of(const Option& option) {
  const std::string values = range_text(option), count = lengths(option);
  return values + (values.empty() || count.empty() ? "" : ", ") + count;
}

void collect(std::vector<Row>& rows, const Schema& schema, const std::string& path);

Row leaf(const Option& option, const std::string& path) {
  Row row{path, "", "", range_of(option), option.unit(), option.doc(), option.is_required()};
  std::visit(Overloaded{[&](const Option::Choice& c) { row.type = fmt::format("{}", fmt::join(c.names, "|")); },
                        [&](const Option::Group&) { row.type = "map"; }, [&](const Option::List&) { row.type = "list of maps"; },
                        [&](const Option::Single& s) {
                          row.type = fmt::format("{}: {}", singular(s.kind), fmt::join(Registry::global().names(s.kind), "|"));
                        },
                        [&](const Option::Named& n) {
                          row.type = fmt::format("{}: {}", n.kind, fmt::join(Registry::global().names(n.kind), "|"));
                        },
                        [&](const Option::Listed& l) {
                          row.type = fmt::format("list of {}: {}", l.kind, fmt::join(Registry::global().names(l.kind), "|"));
                        },
                        [&](const auto* value) { row.type = option.is_file() ? "file" : type_name(*value); }},
             option.target());
  return row;
}

void collect(std::vector<Row>& rows, const Schema& schema, const std::string& path) {
  for (const Option& option : schema.options()) {
    const std::string key = join_path(path, option.name());
    Row row = leaf(option, key);
    std::visit(Overloaded{[&](const Option::Group& g) {
                            if (!option.doc().empty()) rows.push_back(row);
                            collect(rows, *g.schema, key);
                          },
                          [&](const Option::List& l) {
                            row.standard = l.size() == 0 ? "[]" : fmt::format("{} items", l.size());
                            rows.push_back(row);
                            collect(rows, *l.prototype(), key + "[]");
                          },
                          [&](const Option::Single& s) {
                            row.standard = *s.component ? s.component->type : "none";
                            rows.push_back(row);
                          },
                          [&](const Option::Named& n) {
                            std::vector<std::string> names;
                            for (const Component& component : *n.components) names.push_back(component.type);
                            row.standard = names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
                            rows.push_back(row);
                          },
                          [&](const Option::Listed& l) {
                            row.standard = l.components->empty() ? "[]" : fmt::format("{} items", l.components->size());
                            rows.push_back(row);
                          },
                          [&](const auto&) {
                            row.standard = default_text(option);
                            rows.push_back(row);
                          }},
               option.target());
  }
}

// Columns that hold nothing are left out.
std::string table(const std::vector<Row>& rows) {
  std::array<std::size_t, 6> width{};
  for (const Row& row : rows)
    for (std::size_t c = 0; c < 6; ++c) width[c] = std::max(width[c], row.cells()[c].size());
  for (std::size_t c = 0; c < 6; ++c)
    if (width[c]) width[c] = std::max(width[c], std::string_view(Row::titles[c]).size());
  const auto line = [&](const std::array<std::string, 6>& cells) {
    std::string text;
    for (std::size_t c = 0; c < 6; ++c)
      if (width[c]) text += fmt::format("  {:{}}", cells[c], width[c]);
    return text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  };
  std::array<std::string, 6> titles;
  std::copy(Row::titles.begin(), Row::titles.end(), titles.begin());
  std::string text = line(titles);
  for (const Row& row : rows) text += line(row.cells());
  return text;
}

Json to_json(const Row& row) {
  Json json{{"key", row.key}, {"type", row.type}, {"required", row.required}};
  if (!row.required) json["default"] = row.standard;
  if (!row.range.empty()) json["range"] = row.range;
  if (!row.unit.empty()) json["unit"] = row.unit;
  json["doc"] = row.doc;
  return json;
}

// Kinds of the components below a schema.
void component_kinds(std::set<std::string>& kinds, const Schema& schema) {
  for (const Option& option : schema.options())
    std::visit(Overloaded{[&](const Option::Single& s) { kinds.insert(s.kind); }, [&](const Option::Named& n) { kinds.insert(n.kind); },
                          [&](const Option::Listed& l) { kinds.insert(l.kind); },
                          [&](const Option::Group& g) { component_kinds(kinds, *g.schema); },
                          [&](const Option::List& l) { component_kinds(kinds, *l.prototype()); }, [](const auto&) {}},
               option.target());
}

// Where the keys of those components are described.
std::string references(const Schema& schema) {
  std::set<std::string> kinds;
  component_kinds(kinds, schema);
  std::string text;
  for (const std::string& kind : kinds)
    if (const auto names = Registry::global().names(kind); !names.empty())
      text += fmt::format("  plisse describe {}/{}\n", kind, fmt::join(names, "|"));
  return text;
}

}  // namespace

std::string describe(const std::string& kind, const std::string& name, bool json) {
  const Entry& entry = Registry::global().get(kind, name);
  const Component component = make_component(kind, name);
  const Schema schema = schema_of(kind, component);
  std::vector<Row> rows;
  collect(rows, schema, "");
  if (json) {
    Json keys = Json::array();
    for (const Row& row : rows) keys.push_back(to_json(row));
    return Json{{"kind", kind}, {"name", name}, {"doc", entry.doc}, {"keys", keys}}.dump(2) + "\n";
  }
  std::string text = fmt::format("{} '{}': {}\n", singular(kind), name, entry.doc);
  text += rows.empty() ? "  no keys\n" : "\n" + table(rows);
  if (const std::string more = references(schema); !more.empty()) text += "\nkeys of the components:\n" + more;
  return text;
}

}  // namespace plisse::config

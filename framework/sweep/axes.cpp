// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/axes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "framework/config/diagnostics.hpp"
#include "framework/config/scalar.hpp"
#include "framework/sweep/keys.hpp"

namespace plisse::sweep {
namespace {

using config::fail;
using config::MapEntry;
using config::Node;

const std::vector<std::string> forms{"grid", "zip", "list", "concat", "exclude"};
// Columns of tables and of their sources.
const std::vector<std::string> reserved{"seed", "run", "metric", "unit", "better", "samples", "n", "mean", "std", "sem", "min", "max",
                                        "censored", "missing", "bold", "published", "difference_n", "difference_mean", "difference_std",
                                        "difference_p", "runs", "note", "definition"};

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// "line 7"; the place itself for what is not in the same file.
std::string line_of(const config::Place& place) { return fmt::format("line {}", place.line + 1); }

void require_list(const Node& node, const std::string& path, const std::string& advice) {
  if (node.kind != Node::Kind::list) fail(fmt::format("'{}' is {}, but must be a list", path, config::found(node)), node.place, advice);
  if (node.items.empty()) fail(fmt::format("'{}' is an empty list", path), node.place, advice);
}

void require_entries(const Node& node, const std::string& path, const std::string& advice) {
  if (node.kind != Node::Kind::map) fail(fmt::format("'{}' is {}, but must be a map", path, config::found(node)), node.place, advice);
  if (node.entries.empty()) fail(fmt::format("'{}' is an empty map", path), node.place, advice);
}

// What the key sets would take back what an earlier one of the same run has set.
void add_over(std::vector<MapEntry>& changes, const MapEntry& entry) {
  for (const MapEntry& earlier : changes)
    if (lies_within(earlier.key, entry.key))
      fail(fmt::format("'{}' is set twice for one run", earlier.key), entry.place,
           fmt::format("the first time in {}: keep one of them, as its label would not tell what the run has", line_of(earlier.place)));
  changes.push_back(entry);
}

// One key of the experiment, or a target of the budget.
void add_change(Point& point, const MapEntry& entry) {
  if (entry.key == "seed") fail("an axis over 'seed'", entry.place, "the key 'seeds' of the sweep file sets the seeds");
  if (entry.key == "budget.parameters" || entry.key == "budget.bytes") return point.targets.push_back(entry);
  if (entry.key == "budget" || entry.key.starts_with("budget."))
    fail(fmt::format("unknown key '{}'", entry.key), entry.place,
         config::suggestion(entry.key, {"budget.parameters", "budget.bytes"}, "budgets of a point"));
  add_over(point.changes, entry);
}

void require_one_line(const std::string& text, const config::Place& place) {
  if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }))
    fail("a label with a control character", place, "a label is one line of text, without tabs");
}

Point point_of(const std::string& axis, const std::string& label, const config::Place& place) {
  require_one_line(label, place);
  return {{{axis, label}}, {}, {}, place};
}

Point single(const MapEntry& entry, const config::NodePtr& value) {
  Point point = point_of(entry.key, label_of(*value), value->place);
  add_change(point, {entry.key, entry.place, value});
  return point;
}

// Both points at once.
Point joined(const Point& a, const Point& b) {
  Point both = a;
  both.labels.insert(both.labels.end(), b.labels.begin(), b.labels.end());
  for (const MapEntry& change : b.changes) add_over(both.changes, change);
  both.targets.insert(both.targets.end(), b.targets.begin(), b.targets.end());
  both.place = b.place;
  return both;
}

Axes product(const Axes& a, const Axes& b, const config::Place& place) {
  Axes out{a.names, {}};
  for (const std::string& name : b.names) {
    if (contains(a.names, name))
      fail(fmt::format("the axis '{}' comes twice", name), place, "axes multiply: join their values in one of them");
    out.names.push_back(name);
  }
  for (const Point& first : a.points)
    for (const Point& second : b.points) out.points.push_back(joined(first, second));
  return out;
}

const Axes nothing{{}, {{}}};

bool same_labels(const Point& a, const Point& b) {
  return std::equal(a.labels.begin(), a.labels.end(), b.labels.begin(), b.labels.end(),
                    [](const Label& x, const Label& y) { return x.axis == y.axis && x.value == y.value; });
}

void require_distinct(const Axes& axes) {
  for (std::size_t i = 0; i < axes.points.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (same_labels(axes.points[i], axes.points[k]))
        fail(fmt::format("two points with the labels {}", text_of(axes.points[i].labels)), axes.points[i].place,
             fmt::format("the first is in {}; give them names with {{zip: {{name: AXIS, values: {{NAME: ..}}}}}}",
                         line_of(axes.points[k].place)));
}

Axes grid(const Node& node, const std::string& path) {
  require_entries(node, path, "write {grid: {key: [value, value]}}");
  Axes out = nothing;
  for (const MapEntry& entry : node.entries) {
    require_list(*entry.value, config::join_path(path, entry.key), "write the values of this axis: [value, value]");
    Axes axis{{entry.key}, {}};
    for (const auto& value : entry.value->items) axis.points.push_back(single(entry, value));
    out = product(out, axis, entry.place);
  }
  return out;
}

Axes named(const Node& node, const std::string& path) {
  require_map(node, path, {"name", "values"});
  const MapEntry *name = node.find("name"), *values = node.find("values");
  if (!name || !values)
    fail(fmt::format("missing key '{}.{}'", path, name ? "values" : "name"), node.place,
         "write {name: AXIS, values: {LABEL: {key: value}}}");
  const auto axis = value_of<std::string>(*name->value, path + ".name");
  require_one_line(axis, name->value->place);
  if (axis.empty() || contains(reserved, axis))
    fail(fmt::format("an axis named '{}'", axis), name->value->place, "choose another name: tables use that one themselves");
  require_entries(*values->value, path + ".values", "write {LABEL: {key: value}}");
  Axes out{{axis}, {}};
  for (const MapEntry& entry : values->value->entries) {
    const std::string below = config::join_path(path + ".values", entry.key);
    if (entry.value->kind != Node::Kind::map && entry.value->kind != Node::Kind::null)
      fail(fmt::format("'{}' is {}, but must be a map", below, config::found(*entry.value)), entry.value->place, "write {key: value}");
    Point point = point_of(axis, entry.key, entry.place);
    for (const MapEntry& change : entry.value->entries) add_change(point, change);
    out.points.push_back(std::move(point));
  }
  return out;
}

bool is_named(const Node& node) {
  const MapEntry* values = node.find("values");
  return node.find("name") || (values && values->value->kind == Node::Kind::map);
}

Axes zip(const Node& node, const std::string& path) {
  require_entries(node, path, "write {zip: {key: [a, b], key: [a, b]}} or {zip: {name: AXIS, values: {LABEL: {key: value}}}}");
  if (is_named(node)) return named(node, path);
  Axes out;
  const MapEntry& first = node.entries.front();
  for (const MapEntry& entry : node.entries) {
    require_list(*entry.value, config::join_path(path, entry.key), "write the values of this key: [value, value]");
    const auto count = first.value->items.size();
    if (entry.value->items.size() != count)
      fail(fmt::format("'{}' has {} values, but '{}' has {}", entry.key, entry.value->items.size(), first.key, count), entry.value->place,
           "a zip takes the first with the first and so on: give both the same number");
    out.names.push_back(entry.key);
    for (std::size_t i = 0; i < count; ++i) {
      const Point point = single(entry, entry.value->items[i]);
      if (&entry == &first) out.points.push_back(point);
      else out.points[i] = joined(out.points[i], point);
    }
  }
  return out;
}

// Points that do not all have the same axes: what one has not is as the base says.
Axes aligned(Axes axes) {
  for (Point& point : axes.points) {
    std::vector<Label> labels;
    for (const std::string& name : axes.names) {
      const auto it = std::find_if(point.labels.begin(), point.labels.end(), [&](const Label& l) { return l.axis == name; });
      labels.push_back(it == point.labels.end() ? Label{name, std::string(base_label)} : *it);
    }
    point.labels = std::move(labels);
  }
  return axes;
}

void append(Axes& out, const Axes& more) {
  for (const std::string& name : more.names)
    if (!contains(out.names, name)) out.names.push_back(name);
  out.points.insert(out.points.end(), more.points.begin(), more.points.end());
}

Axes list(const Node& node, const std::string& path) {
  if (node.kind == Node::Kind::map) return named(node, path);
  require_list(node, path, "write {list: [{key: value}, {key: value}]} or {list: {name: AXIS, values: {LABEL: {key: value}}}}");
  Axes out;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const Node& item = *node.items[i];
    require_entries(item, fmt::format("{}[{}]", path, i), "write {key: value}");
    Axes one = nothing;
    for (const MapEntry& entry : item.entries) one = product(one, {{entry.key}, {single(entry, entry.value)}}, entry.place);
    one.points.front().place = item.place;
    append(out, one);
  }
  return aligned(std::move(out));
}

Axes item_of(const Node& node, const std::string& path, const Axes& so_far);

Axes all_of(const Node& node, const std::string& path) {
  require_list(node, path, "write a list of grid, zip, list, concat and exclude");
  Axes out = nothing;
  for (std::size_t i = 0; i < node.items.size(); ++i) out = item_of(*node.items[i], fmt::format("{}[{}]", path, i), out);
  return out;
}

Axes concat(const Node& node, const std::string& path) {
  require_list(node, path, "write {concat: [{grid: ..}, {list: ..}]}");
  Axes out;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string below = fmt::format("{}[{}]", path, i);
    const Node& item = *node.items[i];
    append(out, item.kind == Node::Kind::list ? all_of(item, below) : item_of(item, below, nothing));
  }
  return aligned(std::move(out));
}

std::string known_axis(const MapEntry& entry, const Axes& axes) {
  if (contains(axes.names, entry.key)) return entry.key;
  fail(fmt::format("unknown axis '{}'", entry.key), entry.place, config::suggestion(entry.key, axes.names, "axes so far"));
}

std::string known_label(const std::string& axis, const Node& value, const Axes& axes) {
  const std::string wanted = label_of(value);
  std::vector<std::string> labels;
  for (const Point& point : axes.points)
    for (const Label& label : point.labels)
      if (label.axis == axis && !contains(labels, label.value)) labels.push_back(label.value);
  if (contains(labels, wanted)) return wanted;
  fail(fmt::format("the axis '{}' has no '{}'", axis, wanted), value.place, config::suggestion(wanted, labels, "its labels"));
}

Axes without(const Node& node, const std::string& path, Axes axes) {
  require_list(node, path, "write {exclude: [{AXIS: LABEL, AXIS: LABEL}]}");
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const Node& item = *node.items[i];
    require_entries(item, fmt::format("{}[{}]", path, i), "write {AXIS: LABEL}");
    std::vector<Label> wanted;
    for (const MapEntry& entry : item.entries) {
      const std::string axis = known_axis(entry, axes);
      wanted.push_back({axis, known_label(axis, *entry.value, axes)});
    }
    const auto matches = [&](const Point& point) {
      return std::all_of(wanted.begin(), wanted.end(), [&](const Label& w) {
        return std::any_of(point.labels.begin(), point.labels.end(),
                           [&](const Label& l) { return l.axis == w.axis && l.value == w.value; });
      });
    };
    if (std::erase_if(axes.points, matches) == 0)
      fail("an exclusion that no point has", item.place, fmt::format("there is no point with {}: remove it", text_of(wanted)));
    if (axes.points.empty()) fail("an exclusion that leaves no point", item.place, "exclude less");
  }
  return axes;
}

Axes item_of(const Node& node, const std::string& path, const Axes& so_far) {
  require_map(node, path, forms);
  if (node.entries.size() != 1)
    fail(fmt::format("'{}' has {} keys, but must have one", path, node.entries.size()), node.place,
         config::suggestion("", forms, "write each as an item of its own; items"));
  const MapEntry& form = node.entries.front();
  const std::string below = config::join_path(path, form.key);
  if (form.key == "exclude") return without(*form.value, below, so_far);
  const auto read = form.key == "grid" ? grid : form.key == "zip" ? zip : form.key == "list" ? list : concat;
  const Axes axes = read(*form.value, below);
  require_distinct(axes);
  return product(so_far, axes, form.place);
}

}  // namespace

std::vector<config::NodePtr> trees_of(const Point& point) {
  std::vector<config::NodePtr> trees;
  for (const MapEntry& change : point.changes) trees.push_back(config::nested(change));
  return trees;
}

Axes read_axes(const Node& node) { return all_of(node, "axes"); }

}  // namespace plisse::sweep

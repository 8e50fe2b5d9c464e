// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "framework/config/diagnostics.hpp"
#include "framework/config/extends.hpp"
#include "framework/config/scalar.hpp"
#include "framework/report/table.hpp"
#include "framework/sweep/keys.hpp"
#include "framework/sweep/metric_name.hpp"

namespace plisse::sweep {
namespace {

namespace fs = std::filesystem;
using config::fail;
using config::MapEntry;
using config::Node;
using config::NodePtr;

const std::vector<std::string> keys{"sweep", "base", "axes", "seeds", "budget", "table"};

bool changes_the_file(const std::string& override) {
  static constexpr std::array of_the_file{"seeds", "budget", "table", "axes"};
  const std::string key = override.substr(0, override.find_first_of("=."));
  return std::find(of_the_file.begin(), of_the_file.end(), key) != of_the_file.end();
}

NodePtr with_overrides(NodePtr tree, const std::vector<std::string>& overrides, bool of_the_file) {
  for (const std::string& text : overrides)
    if (changes_the_file(text) == of_the_file) tree = config::merge(tree, config::parse_override(text));
  return tree;
}

const Node& required(const Node& map, const std::string& key, const std::string& advice) {
  if (const MapEntry* entry = map.find(key)) return *entry->value;
  fail(fmt::format("missing key '{}'", key), {map.place.source}, advice);
}

std::string name_from(const Node& node) {
  const auto name = value_of<std::string>(node, "sweep");
  const auto fits = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.'; };
  if (name.empty() || name.front() == '.' || !std::all_of(name.begin(), name.end(), fits))
    fail(fmt::format("'sweep' is '{}', but must be a name", name), node.place,
         "it names the folder of the runs: use letters, digits, '_', '-' and '.'");
  return name;
}

fs::path base_from(const Node& node) {
  const auto name = value_of<std::string>(node, "base");
  const fs::path path = (node.place.source->folder / name).lexically_normal();
  if (name.empty() || !fs::exists(path))
    fail(fmt::format("'base' names a missing file '{}'", name), node.place, "looked for " + path.string());
  return path;
}

Seeds seeds_from(const MapEntry& entry) {
  Seeds seeds;
  seeds.place = entry.place;
  require_map(*entry.value, "seeds", {"count", "values", "paired"});
  const MapEntry *count = entry.value->find("count"), *values = entry.value->find("values"), *paired = entry.value->find("paired");
  if (paired) seeds.paired = value_of<bool>(*paired->value, "seeds.paired");
  if (count && values) fail("both 'seeds.count' and 'seeds.values'", values->place, "keep one of them");
  if (count) {
    const auto number = value_of<std::int64_t>(*count->value, "seeds.count");
    if (number < 1 || number > 10000) fail(fmt::format("'seeds.count' is {}, but must be from 1 to 10000", number), count->value->place);
    seeds.count = std::size_t(number);
  }
  if (!values) return seeds;
  if (!seeds.paired) fail("'seeds.values' with 'paired: false'", values->place, "unpaired seeds are derived from the labels: give 'count'");
  if (values->value->kind != Node::Kind::list || values->value->items.empty())
    fail("'seeds.values' must be a list of seeds", values->value->place, "write [0, 1, 2]");
  for (const NodePtr& item : values->value->items) {
    const auto seed = value_of<std::uint64_t>(*item, "seeds.values");
    if (std::find(seeds.values.begin(), seeds.values.end(), seed) != seeds.values.end())
      fail(fmt::format("the seed {} comes twice", seed), item->place);
    seeds.values.push_back(seed);
  }
  seeds.count = seeds.values.size();
  return seeds;
}

std::vector<SolvedKey> solved_keys(const Node& node, const std::string& path) {
  std::vector<SolvedKey> solved;
  const bool is_list = node.kind == Node::Kind::list;
  for (std::size_t i = 0; i < (is_list ? node.items.size() : 1); ++i) {
    const Node& item = is_list ? *node.items[i] : node;
    solved.push_back({value_of<std::string>(item, path), item.place});
  }
  if (solved.empty() || solved.size() > 2)
    fail(fmt::format("'{}' names {} keys, but must name one or two", path, solved.size()), node.place, "write KEY or [KEY, KEY]");
  if (solved.size() == 2 && solved[0].key == solved[1].key) fail(fmt::format("'{}' names one key twice", path), node.place);
  return solved;
}

double tolerance_from(const Node& node) {
  Node number = node;
  const bool percent = node.kind == Node::Kind::scalar && node.text.ends_with('%');
  if (percent) number.text.pop_back();
  number.quoted = number.quoted && !percent;
  const double value = value_of<double>(number, "budget.tolerance") / (percent ? 100 : 1);
  if (value < 0 || value >= 1)
    fail(fmt::format("'budget.tolerance' is {}, but must be at least 0 and below 1", node.text), node.place, "write 2% or 0.02");
  return value;
}

BudgetRule budget_from(const MapEntry& entry) {
  BudgetRule rule;
  rule.place = entry.place;
  require_map(*entry.value, "budget", {"solve", "tolerance", "count", "parameters", "bytes"});
  const Node& map = *entry.value;
  if (const MapEntry* solve = map.find("solve")) {
    if (solve->value->kind == Node::Kind::map)
      for (const MapEntry& label : solve->value->entries)
        rule.solve.emplace_back(label.key, solved_keys(*label.value, "budget.solve." + label.key));
    else rule.solve.emplace_back("", solved_keys(*solve->value, "budget.solve"));
  }
  if (const MapEntry* tolerance = map.find("tolerance")) rule.tolerance = tolerance_from(*tolerance->value);
  if (const MapEntry* count = map.find("count")) {
    const auto name = value_of<std::string>(*count->value, "budget.count");
    if (name != "inference" && name != "training")
      fail(fmt::format("'budget.count' is '{}', which is no choice", name), count->value->place,
           config::suggestion(name, {"inference", "training"}, "choices"));
    rule.training = name == "training";
  }
  const MapEntry *parameters = map.find("parameters"), *bytes = map.find("bytes");
  if (parameters && bytes) fail("both 'budget.parameters' and 'budget.bytes'", bytes->place, "keep one of them");
  if (parameters) rule.target = MapEntry{"budget.parameters", parameters->place, parameters->value};
  if (bytes) rule.target = MapEntry{"budget.bytes", bytes->place, bytes->value};
  return rule;
}

std::vector<std::string> axes_named(const Node& node, const std::string& path, const std::vector<std::string>& axes) {
  std::vector<std::string> names = texts_of(node, path);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::find(axes.begin(), axes.end(), names[i]) == axes.end())
      fail(fmt::format("'{}' names an unknown axis '{}'", path, names[i]),
           node.kind == Node::Kind::list ? node.items[i]->place : node.place, config::suggestion(names[i], axes, "axes"));
  return names;
}

std::vector<std::string> metrics_named(const Node& node) {
  const auto metrics = texts_of(node, "table.metrics");
  for (std::size_t i = 0; i < metrics.size(); ++i)
    parse_metric(metrics[i], node.kind == Node::Kind::list ? node.items[i]->place : node.place);
  return metrics;
}

// Differences need a row to be taken to, and runs that are pairs.
void require_baseline(const Node& node, const SweepFile& sweep, const TableOptions& table) {
  if (table.baseline.empty() || table.rows.empty()) return;
  if (!sweep.seeds.paired)
    fail("'table.baseline' with 'seeds.paired: false'", node.place,
         "differences are taken between runs with the same seed: pair the seeds, or remove the baseline");
  std::vector<std::string> rows;
  for (const Point& point : sweep.axes.points) {
    std::vector<std::string> values;
    for (const auto& axis : table.rows)
      for (const Label& label : point.labels)
        if (label.axis == axis) values.push_back(label.value);
    if (values.size() != table.rows.size()) return;  // the seed is among the rows
    if (const auto row = report::joined(values); std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
  }
  if (std::find(rows.begin(), rows.end(), table.baseline) == rows.end())
    fail(fmt::format("'table.baseline' is '{}', which is no row", table.baseline), node.place,
         config::suggestion(table.baseline, rows, "rows"));
}

TableOptions table_from(const Node& map, const SweepFile& sweep) {
  std::vector<std::string> axes = sweep.axes.names;
  axes.emplace_back("seed");
  TableOptions table;
  require_map(map, "table", {"rows", "cols", "metrics", "stat", "bold", "baseline", "caption", "published"});
  if (const MapEntry* rows = map.find("rows")) table.rows = axes_named(*rows->value, "table.rows", axes);
  if (const MapEntry* cols = map.find("cols")) table.cols = axes_named(*cols->value, "table.cols", axes);
  if (const MapEntry* metrics = map.find("metrics")) table.metrics = metrics_named(*metrics->value);
  const auto text = [&](const char* key, std::string& value, const std::vector<std::string>& choices = {}) {
    const MapEntry* entry = map.find(key);
    if (!entry) return;
    value = value_of<std::string>(*entry->value, fmt::format("table.{}", key));
    if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end())
      fail(fmt::format("'table.{}' is '{}', which is no choice", key, value), entry->value->place,
           config::suggestion(value, choices, "choices"));
  };
  text("stat", table.stat, {"mean±std", "std", "mean±sem", "sem", "none"});
  text("bold", table.bold, {"best", "row", "none"});
  text("baseline", table.baseline);
  if (const MapEntry* baseline = map.find("baseline")) require_baseline(*baseline->value, sweep, table);
  text("caption", table.caption);
  if (const MapEntry* published = map.find("published")) {
    const auto name = value_of<std::string>(*published->value, "table.published");
    const fs::path path = fs::absolute(published->value->place.source->folder / name).lexically_normal();
    if (!fs::is_regular_file(path))
      fail(fmt::format("'table.published' names a missing file '{}'", name), published->value->place, "looked for " + path.string());
    table.published = path.string();
  }
  return table;
}

// What somebody means who gives the file of an experiment.
void refuse_experiment(const Node& tree) {
  const MapEntry* experiment = tree.find("experiment");
  if (!tree.find("sweep") && experiment)
    fail("an experiment file where a sweep file is wanted", experiment->place,
         "run it with 'plisse run'; a sweep file names its 'sweep' and its 'base'");
}

}  // namespace

const char* name_of(Counted counted) {
  static constexpr std::array names{"parameters", "bytes_inference", "bytes_training"};
  return names.at(std::size_t(counted));
}

SweepFile read_sweep_file(const fs::path& file, const std::vector<std::string>& overrides) {
  const NodePtr read = config::load_tree(file);
  refuse_experiment(*read);
  const NodePtr tree = with_overrides(read, overrides, true);
  require_map(*tree, "", keys);
  SweepFile sweep;
  sweep.place = {read->place.source};
  sweep.name = name_from(required(*read, "sweep", "write 'sweep: NAME'; it names the folder of the runs"));
  const fs::path base = base_from(required(*read, "base", "write 'base: FILE', the experiment file of every run, relative to this file"));
  sweep.base = with_overrides(config::load_tree(base), overrides, false);
  sweep.base_stem = base.stem().string();
  if (const MapEntry* nested = sweep.base->find("sweep"); nested && !sweep.base->find("experiment"))
    fail(fmt::format("'base' names another sweep file '{}'", base.string()), tree->find("base")->value->place,
         "it must be an experiment file");
  sweep.axes.points.emplace_back();
  if (const MapEntry* axes = tree->find("axes")) sweep.axes = read_axes(*axes->value);
  if (const MapEntry* seeds = tree->find("seeds")) sweep.seeds = seeds_from(*seeds);
  if (const MapEntry* budget = tree->find("budget")) sweep.budget = budget_from(*budget);
  if (const MapEntry* table = tree->find("table")) sweep.table = table->value;
  return sweep;
}

TableOptions read_table(const SweepFile& sweep) {
  return sweep.table ? table_from(*sweep.table, sweep) : TableOptions();
}

}  // namespace plisse::sweep

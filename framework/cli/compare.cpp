// SPDX-License-Identifier: Apache-2.0
// plisse compare RUN_A RUN_B […] [--metric NAME,…] [--json]
// Only what was measured in the same way stands side by side.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/cli/names.hpp"
#include "framework/config/diagnostics.hpp"
#include "framework/config/error.hpp"
#include "framework/report/measure.hpp"
#include "framework/run/driver.hpp"

namespace plisse::cli {
namespace {

using Json = nlohmann::ordered_json;
using run::Metric;
using run::Summary;

const Metric* find(const Summary& run, const std::string& name) {
  const auto it = std::find_if(run.metrics.begin(), run.metrics.end(), [&](const Metric& m) { return m.name == name; });
  return it == run.metrics.end() ? nullptr : &*it;
}

// One metric in every run that has it.
struct Row {
  const Metric* first;
  std::vector<const Metric*> values;  // one a run, null where it has none
};

void require_same_measure(const Row& row, const std::vector<Summary>& runs) {
  std::vector<report::MeasuredIn> values;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (row.values[i]) values.push_back({row.values[i], runs[i].run_id});
  report::require_same_measure(values);
}

std::vector<Row> rows_of(const std::vector<Summary>& runs, const std::vector<std::string>& wanted) {
  std::vector<std::string> names;
  for (const Summary& run : runs)
    for (const Metric& m : run.metrics)
      if (std::find(names.begin(), names.end(), m.name) == names.end()) names.push_back(m.name);
  for (const std::string& name : wanted)
    if (std::find(names.begin(), names.end(), name) == names.end())
      config::fail(fmt::format("no run has the metric '{}'", name), {}, config::suggestion(name, names, "metrics"));
  std::vector<Row> rows;
  for (const std::string& name : wanted.empty() ? names : wanted) {
    Row row{nullptr, {}};
    for (const Summary& run : runs) {
      row.values.push_back(find(run, name));
      if (!row.first) row.first = row.values.back();
    }
    require_same_measure(row, runs);
    rows.push_back(std::move(row));
  }
  return rows;
}

template <class Cell>
std::string line(const std::string& title, const std::vector<Summary>& runs, const Cell& cell) {
  std::string text = "| " + title + " |";
  for (const Summary& run : runs) text += fmt::format(" {} |", cell(run));
  return text + "\n";
}

std::string title_of(const Metric& m) {
  return fmt::format("{}{}{}", m.name, m.unit.empty() ? "" : " [" + m.unit + "]", m.better.empty() ? "" : " (" + m.better + " is better)");
}

std::string markdown(const std::vector<std::string>& labels, const std::vector<Summary>& runs, const std::vector<Row>& rows) {
  std::size_t column = 0;
  std::string text = line("metric", runs, [&](const Summary&) { return labels[column++]; });
  text += line("---", runs, [](const Summary&) { return "---:"; });
  for (const Row& row : rows) {
    std::size_t i = 0;
    text += line(title_of(*row.first), runs, [&](const Summary&) {
      const Metric* m = row.values[i++];
      return m ? fmt::format("{:.6g}", m->value) : std::string("–");
    });
  }
  text += line("wall time [s]", runs, [](const Summary& r) { return fmt::format("{:.1f}", r.wall_s); });
  text += line("epochs", runs, [](const Summary& r) { return r.epochs; });
  text += line("parameters", runs, [](const Summary& r) { return r.parameters; });
  text += line("run", runs, [](const Summary& r) { return r.run_id; });
  const bool all_done = std::all_of(runs.begin(), runs.end(), [](const Summary& r) { return r.status == "done"; });
  if (!all_done) text += line("status", runs, [](const Summary& r) { return r.status; });
  return text;
}

Json to_json(const std::vector<Summary>& runs, const std::vector<Row>& rows) {
  Json all{{"runs", Json::array()}, {"metrics", Json::array()}};
  for (const Summary& r : runs)
    all["runs"].push_back(
        {{"run_id", r.run_id}, {"status", r.status}, {"wall_s", r.wall_s}, {"epochs", r.epochs}, {"parameters", r.parameters}});
  for (const Row& row : rows) {
    Json values = Json::array();
    for (const Metric* m : row.values) values.push_back(m ? Json(m->value) : Json(nullptr));
    const Metric& m = *row.first;
    all["metrics"].push_back({{"name", m.name},
                              {"unit", m.unit},
                              {"better", m.better},
                              {"samples", m.samples},
                              {"definition", m.definition},
                              {"values", values}});
  }
  return all;
}

int compare(const std::vector<std::string>& paths, const std::vector<std::string>& metrics, bool json) {
  if (paths.size() < 2) throw config::Error("compare wants two runs or more");
  std::vector<Summary> runs;
  std::vector<std::string> labels;
  for (const std::string& path : paths) {
    runs.push_back(run::summary(path));
    labels.push_back(run_label(path));
  }
  const auto rows = rows_of(runs, metrics);
  print(json ? to_json(runs, rows).dump(2) + "\n" : markdown(labels, runs, rows));
  return 0;
}

}  // namespace

void add_compare(Program& program) {
  struct Options {
    std::vector<std::string> runs, metrics;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = program.app.add_subcommand("compare", "Final metrics of several runs side by side");
  command->add_option("RUN", options->runs, "Folders of runs, or their run.h5")->required();
  command->add_option("--metric", options->metrics, "Only these, separated by commas")->delimiter(',')->allow_extra_args(false);
  command->add_flag("--json", options->json, "Print JSON");
  command->callback(
      [&program, options] { program.action = [options] { return compare(options->runs, options->metrics, options->json); }; });
}

}  // namespace plisse::cli

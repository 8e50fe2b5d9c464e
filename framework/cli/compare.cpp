// SPDX-License-Identifier: Apache-2.0
// plisse compare RUN_A RUN_B […] [--metric NAME,…] [--reference RUN|MESH] [--samples N] [--seed N] [--json]
// Final metrics of the runs, and the distances of their final surfaces to that of the reference.  Only what was measured in the same way
// stands side by side.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/cli/names.hpp"
#include "framework/cli/surfaces.hpp"
#include "framework/config/diagnostics.hpp"
#include "framework/config/error.hpp"
#include "framework/report/measure.hpp"
#include "framework/run/driver.hpp"

namespace plisse::cli {
namespace {

using Json = nlohmann::ordered_json;
using run::Metric;
using run::Summary;

struct Options {
  std::vector<std::string> runs, metrics;
  std::string reference;
  io::ReadOptions read;  // of a reference that is a mesh
  report::Sampling sampling = report::comparison_sampling;
  bool json = false;
};

// One metric in every run that has it.
struct Row {
  Metric metric;          // its value is that of no run
  std::string reference;  // of a distance: the label of what it leads to
  std::vector<std::optional<double>> values;
  std::optional<std::size_t> origin;  // the run that is the reference itself
};

struct Run {
  std::string path, label;
  Summary summary;
};

template <class Names>
bool is_among(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> stored_names(const std::vector<Run>& runs) {
  std::vector<std::string> names;
  for (const Run& run : runs)
    for (const Metric& m : run.summary.metrics)
      if (!is_among(names, m.name)) names.push_back(m.name);
  return names;
}

void require_known(const std::vector<std::string>& wanted, const std::vector<std::string>& stored) {
  auto known = stored;
  for (const auto& name : report::surface_distance_names())
    if (!is_among(known, name)) known.push_back(name);
  for (const auto& name : wanted)
    if (!is_among(known, name))
      config::fail(fmt::format("no run has the metric '{}'", name), {}, config::suggestion(name, known, "metrics"));
}

Row stored_row(const std::string& name, const std::vector<Run>& runs) {
  Row row;
  std::vector<report::MeasuredIn> found;
  for (const Run& run : runs) {
    const auto& metrics = run.summary.metrics;
    const auto it = std::find_if(metrics.begin(), metrics.end(), [&](const Metric& m) { return m.name == name; });
    row.values.push_back(it == metrics.end() ? std::nullopt : std::optional(it->value));
    if (it != metrics.end()) found.push_back({&*it, run.summary.run_id});
  }
  report::require_same_measure(found);
  row.metric = *found.front().metric;
  return row;
}

std::vector<Row> distance_rows(const SurfacesToCompare& surfaces, const std::vector<std::string>& names, const report::Sampling& sampling) {
  std::vector<Row> rows(names.size());
  for (const auto& surface : surfaces.results) {
    std::vector<Metric> metrics;
    if (surface) metrics = report::surface_distances(names, *surfaces.reference, *surface, sampling);
    for (std::size_t i = 0; i < names.size(); ++i) {
      rows[i].values.push_back(surface ? std::optional(metrics[i].value) : std::nullopt);
      if (surface) rows[i].metric = metrics[i];
    }
  }
  for (Row& row : rows) row.reference = surfaces.reference->name(), row.origin = surfaces.origin;
  return rows;
}

std::vector<Row> rows_of(const std::vector<Run>& runs, const Options& options) {
  const auto stored = stored_names(runs);
  require_known(options.metrics, stored);
  const bool all = options.metrics.empty();
  std::vector<Row> rows;
  std::vector<std::string> unlike;
  for (const auto& name : all ? stored : options.metrics) {
    if (!is_among(stored, name)) continue;
    try {
      rows.push_back(stored_row(name, runs));
    } catch (const config::Error&) {
      if (!all) throw;
      unlike.push_back(name);
    }
  }
  if (!unlike.empty())
    print_note(fmt::format("left out, since these runs did not measure it alike: {} (--metric {} says how)", fmt::join(unlike, ", "), unlike.front()));
  std::vector<std::string> distances;
  for (const auto& name : all ? report::surface_distance_names() : options.metrics)
    if (report::is_surface_distance(name)) distances.push_back(name);
  if (distances.empty()) return rows;
  std::vector<std::string> paths;
  for (const Run& run : runs) paths.push_back(run.path);
  const auto surfaces = surfaces_to_compare(paths, options.reference, options.read);
  std::vector<std::string> possible;
  for (const auto& name : distances) {
    const std::string missing = surfaces.missing.empty() ? surfaces.missing_distance(name) : surfaces.missing;
    if (missing.empty()) possible.push_back(name);
    else if (!all && !is_among(stored, name)) throw config::Error(fmt::format("cannot measure '{}': {}", name, missing));
    else print_note(fmt::format("{} is left out: {}", name, missing));
  }
  if (possible.empty()) return rows;
  for (Row& row : distance_rows(surfaces, possible, options.sampling)) rows.push_back(std::move(row));
  return rows;
}

template <class Cell>
std::string line(const std::string& title, const std::vector<Run>& runs, const Cell& cell) {
  std::string text = "| " + title + " |";
  for (std::size_t i = 0; i < runs.size(); ++i) text += fmt::format(" {} |", cell(i));
  return text + "\n";
}

std::string title_of(const Row& row) {
  const Metric& m = row.metric;
  return fmt::format("{}{}{}{}", m.name, row.reference.empty() ? "" : fmt::format("({})", row.reference),
                     m.unit.empty() ? "" : " [" + m.unit + "]", m.better.empty() ? "" : " (" + m.better + " is better)");
}

std::string markdown(const std::vector<Run>& runs, const std::vector<Row>& rows) {
  const auto of_run = [&](const std::string& title, const auto& cell) {
    return line(title, runs, [&](std::size_t i) { return cell(runs[i].summary); });
  };
  std::string text = line("metric", runs, [&](std::size_t i) { return runs[i].label; });
  text += line("---", runs, [](std::size_t) { return "---:"; });
  for (const Row& row : rows)
    text += line(title_of(row), runs, [&](std::size_t i) -> std::string {
      if (row.origin == i) return "ref.";
      return row.values[i] ? fmt::format("{:.6g}", *row.values[i]) : "–";
    });
  text += of_run("wall time [s]", [](const Summary& r) { return fmt::format("{:.1f}", r.wall_s); });
  text += of_run("epochs", [](const Summary& r) { return r.epochs; });
  text += of_run("parameters", [](const Summary& r) { return r.parameters; });
  text += of_run("run", [](const Summary& r) { return r.run_id; });
  const bool all_done = std::all_of(runs.begin(), runs.end(), [](const Run& r) { return r.summary.status == "done"; });
  if (!all_done) text += of_run("status", [](const Summary& r) { return r.status; });
  return text;
}

Json to_json(const std::vector<Run>& runs, const std::vector<Row>& rows) {
  Json all{{"runs", Json::array()}, {"metrics", Json::array()}};
  for (const Run& run : runs) {
    const Summary& r = run.summary;
    all["runs"].push_back(
        {{"run_id", r.run_id}, {"status", r.status}, {"wall_s", r.wall_s}, {"epochs", r.epochs}, {"parameters", r.parameters}});
  }
  for (const Row& row : rows) {
    Json values = Json::array();
    for (const auto& value : row.values) values.push_back(value ? Json(*value) : Json(nullptr));
    const Metric& m = row.metric;
    Json json{{"name", m.name},  {"unit", m.unit}, {"better", m.better}, {"samples", m.samples}, {"definition", m.definition},
              {"values", values}};
    if (!row.reference.empty()) json["reference"] = row.reference;
    all["metrics"].push_back(std::move(json));
  }
  return all;
}

int compare(const Options& options) {
  if (options.runs.size() + (options.reference.empty() ? 0 : 1) < 2)
    throw config::Error("compare wants two runs or more, or one and a --reference");
  std::vector<Run> runs;
  for (const std::string& path : options.runs) runs.push_back({path, run_label(path), run::summary(path)});
  const auto rows = rows_of(runs, options);
  print(options.json ? to_json(runs, rows).dump(2) + "\n" : markdown(runs, rows));
  return 0;
}

}  // namespace

void add_compare(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      program.app.add_subcommand("compare", "Final metrics of several runs side by side, and how far their surfaces are apart");
  command->add_option("RUN", options->runs, "Folders of runs, or their run.h5")->required();
  command
      ->add_option("--metric", options->metrics,
                   fmt::format("Only these, separated by commas: metrics of the runs, and distances between final surfaces ({})",
                               fmt::join(report::surface_distance_names(), ", ")))
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--reference", options->reference, "Run, or OBJ or PLY file, that distances lead to (default: the first run)");
  command->add_option("--unit", options->read.unit, "Unit of a reference that is a file")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, io::Unit>{{"m", io::Unit::m}, {"dm", io::Unit::dm}, {"cm", io::Unit::cm}, {"mm", io::Unit::mm}}));
  command->add_option("--up", options->read.up, "Axis of such a file that points up")
      ->transform(CLI::CheckedTransformer(std::map<std::string, io::Up>{{"x", io::Up::x}, {"y", io::Up::y}, {"z", io::Up::z}}));
  command->add_option("--samples", options->sampling.points, "Points on each surface")
      ->capture_default_str()
      ->check(CLI::Range(std::int64_t(1), std::int64_t(100000000)));
  command->add_option("--seed", options->sampling.seed, "Of the points")->capture_default_str();
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([&program, options] { program.action = [options] { return compare(*options); }; });
}

}  // namespace plisse::cli
